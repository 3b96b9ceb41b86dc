#include "client/transport/stream_call.h"
#include "client/transport/stream_calls.h"
#include "kube/list_splitter.h"

namespace oarlock::client {
namespace {

class ListReader final : public StreamReader {
 public:
  explicit ListReader(std::shared_ptr<kube::ListSink> sink) : sink_(std::move(sink)) {}

  base::Status OnOpen(const ResponseHead& head) override { return CheckContentType(head); }

  base::Result<kube::Flow> OnBody(std::string_view bytes) override {
    if (silent()) return base::Cancelled("cancelled by the caller");
    views_.clear();
    items_.clear();
    base::Status status = splitter_.Feed(bytes, views_);
    for (const std::string_view view : views_) items_.push_back({kube::ContentType::kJson, view});
    kube::Flow flow = kube::Flow::kContinue;
    if (!items_.empty()) flow = sink_->OnItems(items_);
    if (!status.ok()) return status;
    return flow;
  }

  void OnEnd(base::Status status) override {
    if (silent()) return;
    if (!status.ok()) {
      sink_->OnListEnd(std::move(status));
      return;
    }
    sink_->OnListEnd(splitter_.Finish());
  }

 private:
  const std::shared_ptr<kube::ListSink> sink_;
  kube::ListSplitter splitter_;
  std::vector<std::string_view> views_;
  std::vector<kube::RawItem> items_;
};

}  // namespace

base::Status StreamReader::CheckContentType(const ResponseHead& head) {
  if (head.content_type.empty() || head.content_type.starts_with("application/json")) return {};
  return base::DataLoss("the answer is \"" + head.content_type.substr(0, 100) +
                        "\" where JSON was asked for");
}

std::unique_ptr<kube::Call> StartList(const std::shared_ptr<RestTransport>& transport,
                                      RestRequest request, std::shared_ptr<kube::ListSink> sink) {
  request.kind = CallKind::kList;
  request.verb = "list";
  request.method = "GET";
  request.pool = transport->list_pool();
  auto reader = std::make_shared<ListReader>(std::move(sink));
  auto call = transport->Start(std::move(request), reader);
  return std::make_unique<StreamCall>(std::move(reader), std::move(call));
}

}  // namespace oarlock::client
