#include "client/transport/stream_call.h"
#include "client/transport/stream_calls.h"
#include "kube/list_splitter.h"
#include "kube/media_type.h"

namespace oarlock::client {
namespace {

class ListReader final : public StreamReader {
 public:
  ListReader(std::string accept, std::shared_ptr<kube::ListSink> sink)
      : StreamReader(std::move(accept)), sink_(std::move(sink)) {}

  base::Status OnOpen(const ResponseHead& head) override {
    OARLOCK_ASSIGN_OR_RETURN(type_, FormatOf(head));
    splitter_ = kube::MakeListSplitter(type_);
    return {};
  }

  base::Result<kube::Flow> OnBody(std::string_view bytes) override {
    if (silent()) return base::Cancelled("cancelled by the caller");
    views_.clear();
    items_.clear();
    base::Status status = splitter_->Feed(bytes, views_);
    for (const std::string_view view : views_) items_.push_back({type_, view});
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
    sink_->OnListEnd(splitter_->Finish());
  }

 private:
  const std::shared_ptr<kube::ListSink> sink_;
  kube::ContentType type_ = kube::ContentType::kJson;
  std::unique_ptr<kube::ListSplitter> splitter_;  // since the head
  std::vector<std::string_view> views_;
  std::vector<kube::RawItem> items_;
};

}  // namespace

base::Result<kube::ContentType> StreamReader::FormatOf(const ResponseHead& head) const {
  const auto type = kube::ContentTypeOf(head.content_type);
  if (type.has_value() && (*type == kube::ContentType::kJson ||
                           accept_.find(kube::kProtobufMediaType) != std::string::npos)) {
    return *type;
  }
  return base::DataLoss("the answer is \"" + head.content_type.substr(0, 100) + "\" where \"" +
                        accept_ + "\" was asked for");
}

std::unique_ptr<kube::Call> StartList(const std::shared_ptr<RestTransport>& transport,
                                      RestRequest request, std::shared_ptr<kube::ListSink> sink) {
  request.kind = CallKind::kList;
  request.verb = "list";
  request.method = "GET";
  request.pool = transport->list_pool();
  auto reader = std::make_shared<ListReader>(request.accept, std::move(sink));
  auto call = transport->Start(std::move(request), reader);
  return std::make_unique<StreamCall>(std::move(reader), std::move(call));
}

}  // namespace oarlock::client
