#include "client/transport/blocking_call.h"

#include <stop_token>

#include "base/mutex.h"

namespace oarlock::client {
namespace {

class Collector final : public ResponseSink {
 public:
  Collector(size_t bytes_max, std::shared_ptr<std::atomic<uint64_t>> blocked)
      : bytes_max_(bytes_max), blocked_(std::move(blocked)) {}

  base::Status OnOpen(const ResponseHead& head) override {
    reply_.http_status = head.status;
    reply_.content_type = head.content_type;
    return {};
  }

  base::Result<kube::Flow> OnBody(std::string_view bytes) override {
    if (bytes.size() > bytes_max_ - reply_.body.size()) {
      return base::Status(base::StatusCode::kTooLarge,
                          "the answer is larger than " + std::to_string(bytes_max_) + " bytes");
    }
    reply_.body.append(bytes);
    return kube::Flow::kContinue;
  }

  bool Restart() override {
    reply_ = {};
    return true;
  }

  void OnEnd(base::Status status) override {
    base::MutexLock lock(mutex_);
    status_ = std::move(status);
    done_ = true;
    if (counted_) --*blocked_;  // from now on the thread that waits goes on
    ended_.NotifyAll();
  }

  base::Result<RawReply> Wait() {
    base::MutexLock lock(mutex_);
    // The call is on its way, so that at no moment there is only a thread that waits.
    counted_ = !done_;
    if (counted_) ++*blocked_;
    while (!done_) ended_.Wait(mutex_);
    if (!status_.ok()) return status_;
    return std::move(reply_);
  }

 private:
  const size_t bytes_max_;
  const std::shared_ptr<std::atomic<uint64_t>> blocked_;
  RawReply reply_;  // [io] until done, the waiter's after
  base::Mutex mutex_;
  base::CondVar ended_;
  base::Status status_ OARLOCK_GUARDED_BY(mutex_);
  bool done_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool counted_ OARLOCK_GUARDED_BY(mutex_) = false;
};

}  // namespace

base::Result<RawReply> BlockingCall(const std::shared_ptr<RestTransport>& transport,
                                    RestRequest request, const kube::CallContext& ctx) {
  if (transport->engine().OnIoThread()) {
    return base::Internal("a blocking call on the I/O thread");
  }
  if (!request.invalid.ok()) return request.invalid;
  if (ctx.stop.stop_requested()) return base::Cancelled("stop requested");
  const base::MonoTime now = transport->clock().Now();
  if (ctx.deadline <= now) return base::DeadlineExceeded("the deadline passed before the call");
  if (request.body != nullptr && request.body->size() > kRequestBytesMax) {
    return base::Status(base::StatusCode::kTooLarge, "the request is " +
                                                         std::to_string(request.body->size()) +
                                                         " bytes, the API server takes at most " +
                                                         std::to_string(kRequestBytesMax));
  }
  request.deadline =
      ctx.deadline != base::kNever ? ctx.deadline : now + transport->options().request_timeout;
  auto collector =
      std::make_shared<Collector>(transport->options().response_bytes_max, transport->blocked());
  const std::shared_ptr<RestCall> call = transport->Start(std::move(request), collector);
  const std::stop_callback on_stop(ctx.stop, [&call] { call->Cancel(); });
  return collector->Wait();
}

}  // namespace oarlock::client
