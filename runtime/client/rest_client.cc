#include "client/rest_client.h"

#include "client/request_text.h"
#include "client/transport/stream_calls.h"
#include "client/url.h"
#include "kube/annotations.h"
#include "kube/decode.h"
#include "kube/list_splitter.h"

namespace oarlock::client {
namespace {

kube::DecodeOptions KeepAll(const kube::ResourceInfo& resource) {
  kube::DecodeOptions options;
  options.drop_managed_fields = false;
  options.default_api_version = resource.gvr.group_version().ToString();
  options.default_kind = resource.kind;
  return options;
}

std::shared_ptr<const std::string> Body(std::string_view text) {
  return std::make_shared<const std::string>(text);
}

// One page that is already here.
base::Result<kube::ObjectList> DecodeList(std::string_view body,
                                          const kube::ResourceInfo& resource) {
  kube::ListSplitter splitter;
  std::vector<std::string_view> items;
  OARLOCK_RETURN_IF_ERROR(splitter.Feed(body, items));
  const kube::DecodeOptions options = KeepAll(resource);
  kube::ObjectList list;
  list.items.reserve(items.size());
  for (const std::string_view item : items) {
    OARLOCK_ASSIGN_OR_RETURN(kube::Object object, kube::ObjectFromJson(item, options));
    list.items.push_back(std::move(object));
  }
  OARLOCK_ASSIGN_OR_RETURN(list.meta, splitter.Finish());
  return list;
}

}  // namespace

RestClient::RestClient(std::shared_ptr<RestTransport> transport, IdentityHeaders identity,
                       PoolId pool)
    : transport_(std::move(transport)), identity_(std::move(identity)), pool_(pool) {}

RestRequest RestClient::Request(std::string verb, std::string method, std::string path) const {
  RestRequest request;
  request.verb = std::move(verb);
  request.method = std::move(method);
  request.path = std::move(path);
  request.invalid = identity_.status;
  request.headers = identity_.lines;
  request.pool = pool_;
  return request;
}

base::Result<RawReply> RestClient::Send(RestRequest request, const kube::CallContext& ctx) const {
  if (request.body != nullptr && request.content_type.empty()) {
    request.content_type = "application/json";
  }
  return BlockingCall(transport_, std::move(request), ctx);
}

base::Result<kube::Object> RestClient::SendForObject(RestRequest request,
                                                     const kube::ObjectRef& ref,
                                                     const kube::CallContext& ctx) const {
  const bool may_be_empty = request.method == "DELETE";
  OARLOCK_ASSIGN_OR_RETURN(RawReply reply, Send(std::move(request), ctx));
  if (reply.body.empty()) {
    if (may_be_empty) return kube::Object();
    return base::DataLoss("the answer to " + ref.resource.gvr.ToString() + " \"" + ref.name +
                          "\" has no body where an object was expected");
  }
  return kube::ObjectFromJson(reply.body, KeepAll(ref.resource));
}

base::Result<kube::Object> RestClient::Get(const kube::ObjectRef& ref,
                                           const kube::CallContext& ctx) {
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ObjectPath(ref));
  return SendForObject(Request("get", "GET", std::move(path)), ref, ctx);
}

base::Result<kube::ObjectList> RestClient::List(const kube::ListScope& scope,
                                                const kube::ListOptions& options,
                                                const kube::CallContext& ctx) {
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ListPath(scope, options));
  RestRequest request = Request("list", "GET", std::move(path));
  request.accept = ListAccept(scope);
  OARLOCK_ASSIGN_OR_RETURN(RawReply reply, Send(std::move(request), ctx));
  return DecodeList(reply.body, scope.resource);
}

base::Result<kube::Object> RestClient::Create(const kube::ObjectRef& ref, std::string_view json,
                                              const kube::WriteOptions& options,
                                              const kube::CallContext& ctx) {
  OARLOCK_ASSIGN_OR_RETURN(std::string path, CreatePath(ref));
  OARLOCK_RETURN_IF_ERROR(kube::CheckAnnotationsOf(json));
  RestRequest request = Request(
      "create", "POST", WritePath(std::move(path), options, transport_->options().field_manager));
  request.body = Body(json);
  return SendForObject(std::move(request), ref, ctx);
}

base::Result<kube::Object> RestClient::Update(const kube::ObjectRef& ref, std::string_view json,
                                              const kube::WriteOptions& options,
                                              const kube::CallContext& ctx) {
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ObjectPath(ref));
  OARLOCK_RETURN_IF_ERROR(kube::CheckAnnotationsOf(json));
  RestRequest request = Request(
      "update", "PUT", WritePath(std::move(path), options, transport_->options().field_manager));
  request.body = Body(json);
  return SendForObject(std::move(request), ref, ctx);
}

base::Result<kube::Object> RestClient::PatchObject(const kube::ObjectRef& ref,
                                                   const kube::Patch& patch,
                                                   const kube::WriteOptions& options,
                                                   const kube::CallContext& ctx) {
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ObjectPath(ref));
  if (patch.type == kube::PatchType::kApply) {
    OARLOCK_RETURN_IF_ERROR(kube::CheckAnnotationsOf(patch.body));
  }
  kube::WriteOptions sent = options;
  sent.force = options.force && patch.type == kube::PatchType::kApply;
  RestRequest request = Request(
      "patch", "PATCH", WritePath(std::move(path), sent, transport_->options().field_manager));
  request.content_type = PatchContentType(patch.type);
  request.body = Body(patch.body);
  return SendForObject(std::move(request), ref, ctx);
}

base::Result<kube::Object> RestClient::Delete(const kube::ObjectRef& ref,
                                              const kube::DeleteOptions& options,
                                              const kube::CallContext& ctx) {
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ObjectPath(ref));
  RestRequest request = Request("delete", "DELETE", std::move(path));
  request.body = DeleteBody(options);
  return SendForObject(std::move(request), ref, ctx);
}

base::Status RestClient::DeleteCollection(const kube::ListScope& scope,
                                          const kube::DeleteOptions& options,
                                          const kube::CallContext& ctx) {
  if (scope.resource.namespaced && scope.ns.empty()) {
    return base::InvalidArgument("deleting a collection of " + scope.resource.gvr.ToString() +
                                 " needs a namespace");
  }
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ListPath(scope, {}));
  RestRequest request = Request("deletecollection", "DELETE", std::move(path));
  request.body = DeleteBody(options);
  return Send(std::move(request), ctx).status();
}

std::shared_ptr<kube::ListerWatcher> RestClient::MakeListerWatcher(const kube::ListScope& scope) {
  return std::make_shared<RestListerWatcher>(transport_, identity_, scope);
}

RestListerWatcher::RestListerWatcher(std::shared_ptr<RestTransport> transport,
                                     IdentityHeaders identity, kube::ListScope scope)
    : transport_(std::move(transport)), identity_(std::move(identity)), scope_(std::move(scope)) {}

RestRequest RestListerWatcher::Request(base::Result<std::string> path,
                                       std::string_view accept) const {
  RestRequest request;
  request.accept = accept;
  request.invalid = identity_.status;
  request.headers = identity_.lines;
  if (path.ok()) {
    request.path = *std::move(path);
  } else {
    request.invalid = path.status();
  }
  return request;
}

std::unique_ptr<kube::Call> RestListerWatcher::List(const kube::ListOptions& options,
                                                    std::shared_ptr<kube::ListSink> sink) {
  return StartList(transport_, Request(ListPath(scope_, options), ListAccept(scope_)),
                   std::move(sink));
}

std::unique_ptr<kube::Call> RestListerWatcher::Watch(const kube::WatchOptions& options,
                                                     std::shared_ptr<kube::WatchSink> sink) {
  return StartWatch(transport_, Request(WatchPath(scope_, options), WatchAccept(scope_)),
                    options.timeout, std::move(sink));
}

}  // namespace oarlock::client
