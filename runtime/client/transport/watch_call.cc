#include "client/transport/stream_call.h"
#include "client/transport/stream_calls.h"
#include "kube/watch_framer.h"

namespace oarlock::client {
namespace {

class WatchReader final : public StreamReader {
 public:
  WatchReader(std::shared_ptr<RestTransport> transport, std::string accept,
              std::shared_ptr<kube::WatchSink> sink)
      : StreamReader(std::move(accept)), transport_(std::move(transport)), sink_(std::move(sink)) {}

  base::Status OnOpen(const ResponseHead& head) override {
    if (silent()) return base::Cancelled("cancelled by the caller");
    OARLOCK_ASSIGN_OR_RETURN(const kube::ContentType type, FormatOf(head));
    framer_ = kube::MakeWatchFramer(type);
    open_ = true;
    transport_->metrics().AddWatchStreams(1);
    sink_->OnWatchOpen();
    return {};
  }

  base::Result<kube::Flow> OnBody(std::string_view bytes) override {
    if (silent()) return base::Cancelled("cancelled by the caller");
    events_.clear();
    base::Status status = framer_->Feed(bytes, events_);
    kube::Flow flow = kube::Flow::kContinue;
    if (!events_.empty()) flow = sink_->OnEvents(events_);
    if (!status.ok()) return status;
    return flow;
  }

  void OnEnd(base::Status status) override {
    if (open_) transport_->metrics().AddWatchStreams(-1);
    if (silent()) return;
    if (status.ok() && framer_ != nullptr) {
      events_.clear();
      status = framer_->Finish(events_);
      if (!events_.empty()) (void)sink_->OnEvents(events_);
    } else if (open_ && status.code() == base::StatusCode::kDeadlineExceeded) {
      // Our own end of a stream that the server should have ended: no failure (C-WAT-21).
      status = {};
    }
    sink_->OnWatchEnd(std::move(status));
  }

 private:
  const std::shared_ptr<RestTransport> transport_;
  const std::shared_ptr<kube::WatchSink> sink_;
  std::unique_ptr<kube::WatchFramer> framer_;  // since the head
  std::vector<kube::RawEvent> events_;
  bool open_ = false;
};

}  // namespace

std::unique_ptr<kube::Call> StartWatch(const std::shared_ptr<RestTransport>& transport,
                                       RestRequest request, std::chrono::seconds timeout,
                                       std::shared_ptr<kube::WatchSink> sink) {
  request.kind = CallKind::kWatch;
  request.verb = "watch";
  request.method = "GET";
  request.pool = transport->watch_pool();
  if (timeout > std::chrono::seconds::zero()) {
    request.deadline = transport->clock().Now() + timeout + transport->options().watch_grace;
  }
  auto reader = std::make_shared<WatchReader>(transport, request.accept, std::move(sink));
  auto call = transport->Start(std::move(request), reader);
  return std::make_unique<StreamCall>(std::move(reader), std::move(call));
}

}  // namespace oarlock::client
