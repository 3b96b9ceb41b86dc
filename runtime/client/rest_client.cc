#include "client/rest_client.h"

#include "client/request_text.h"
#include "client/transport/stream_calls.h"
#include "client/url.h"
#include "kube/annotations.h"
#include "kube/decode.h"
#include "kube/list_splitter.h"
#include "kube/media_type.h"

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

// A body in a format of no object is taken for JSON, whose reader says what is wrong with it.
kube::ContentType FormatOf(const RawReply& reply) {
  return kube::ContentTypeOf(reply.content_type).value_or(kube::ContentType::kJson);
}

// One page that is already here.
base::Result<kube::ObjectList> DecodeList(const RawReply& reply, const kube::ListScope& scope) {
  const kube::ContentType type = FormatOf(reply);
  const auto splitter = kube::MakeListSplitter(type);
  std::vector<std::string_view> items;
  OARLOCK_RETURN_IF_ERROR(splitter->Feed(reply.body, items));
  kube::DecodeOptions options = KeepAll(scope.resource);
  if (scope.metadata_only && type == kube::ContentType::kProtobuf) {
    options.default_api_version = options.default_kind = "";  // the list says it
  }
  kube::ObjectList list;
  list.items.reserve(items.size());
  for (const std::string_view item : items) {
    OARLOCK_ASSIGN_OR_RETURN(kube::Object object, kube::DecodeObject({type, item}, options));
    list.items.push_back(std::move(object));
  }
  OARLOCK_ASSIGN_OR_RETURN(list.meta, splitter->Finish());
  return list;
}

// Subresources that are objects: others (evictions, bindings, tokens) cannot be got once more.
bool IsReadable(std::string_view subresource) {
  return subresource.empty() || subresource == "status" || subresource == "scale";
}

bool IsUnknownProtobuf(const base::Status& status, const RawReply& reply) {
  return status.code() == base::StatusCode::kUnimplemented &&
         FormatOf(reply) == kube::ContentType::kProtobuf;
}

// What a server says of an object that is gone at once.
constexpr std::string_view kDeleted =
    R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"})";

}  // namespace

RestClient::RestClient(std::shared_ptr<RestTransport> transport, RequestIdentity identity,
                       PoolId pool)
    : transport_(std::move(transport)), identity_(std::move(identity)), pool_(pool) {}

RestRequest RestClient::Request(std::string verb, std::string method, std::string path) const {
  RestRequest request;
  request.verb = std::move(verb);
  request.method = std::move(method);
  request.path = std::move(path);
  request.invalid = identity_.status;
  request.headers = identity_.lines;
  request.credentials = identity_.credentials;
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
  if (IsReadable(ref.subresource)) {
    request.accept = ObjectAccept(transport_->protobuf().Preferred(ref.resource, false));
  }
  OARLOCK_ASSIGN_OR_RETURN(RawReply reply, Send(request, ctx));
  if (reply.body.empty()) {
    if (may_be_empty) return kube::Object();
    return base::DataLoss("the answer to " + ref.resource.gvr.ToString() + " \"" + ref.name +
                          "\" has no body where an object was expected");
  }
  auto object = kube::DecodeObject({FormatOf(reply), reply.body}, KeepAll(ref.resource));
  if (!IsUnknownProtobuf(object.status(), reply)) return object;
  transport_->protobuf().UseJson(ref.resource, object.status());
  return AskAgain(std::move(request), ref, reply, ctx);
}

// As JSON. A write has happened and is not sent twice: its object is read instead.
base::Result<kube::Object> RestClient::AskAgain(RestRequest request, const kube::ObjectRef& ref,
                                                const RawReply& reply,
                                                const kube::CallContext& ctx) const {
  const bool writes =
      request.method != "GET" && request.path.find("dryRun=All") == std::string::npos;
  if (!writes) return SendForObject(std::move(request), ref, ctx);
  kube::ObjectRef written = ref;
  if (written.name.empty()) written.name = kube::NamesInProtobuf(reply.body).name;
  OARLOCK_ASSIGN_OR_RETURN(std::string path, ObjectPath(written));
  auto object = SendForObject(Request("get", "GET", std::move(path)), written, ctx);
  if (object.ok()) return object;
  if (request.method == "DELETE" && object.status().code() == base::StatusCode::kNotFound) {
    return kube::ObjectFromJson(kDeleted);
  }
  return object.status().WithContext("written, but the answer cannot be read");
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
  ProtobufPolicy& protobuf = transport_->protobuf();
  const auto send = [&]() -> base::Result<RawReply> {
    request.accept = ListAccept(scope, protobuf.Preferred(scope.resource, scope.metadata_only));
    return Send(request, ctx);
  };
  OARLOCK_ASSIGN_OR_RETURN(RawReply reply, send());
  auto list = DecodeList(reply, scope);
  if (!IsUnknownProtobuf(list.status(), reply)) return list;
  protobuf.UseJson(scope.resource, list.status());
  OARLOCK_ASSIGN_OR_RETURN(reply, send());
  return DecodeList(reply, scope);
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
                                     RequestIdentity identity, kube::ListScope scope)
    : transport_(std::move(transport)), identity_(std::move(identity)), scope_(std::move(scope)) {}

RestRequest RestListerWatcher::Request(base::Result<std::string> path,
                                       std::string_view accept) const {
  RestRequest request;
  request.accept = accept;
  request.invalid = identity_.status;
  request.headers = identity_.lines;
  request.credentials = identity_.credentials;
  if (path.ok()) {
    request.path = *std::move(path);
  } else {
    request.invalid = path.status();
  }
  return request;
}

kube::ContentType RestListerWatcher::Preferred() const {
  return transport_->protobuf().Preferred(scope_.resource, scope_.metadata_only);
}

void RestListerWatcher::UseJson(const base::Status& why) {
  transport_->protobuf().UseJson(scope_.resource, why);
}

std::unique_ptr<kube::Call> RestListerWatcher::List(const kube::ListOptions& options,
                                                    std::shared_ptr<kube::ListSink> sink) {
  return StartList(transport_, Request(ListPath(scope_, options), ListAccept(scope_, Preferred())),
                   std::move(sink));
}

std::unique_ptr<kube::Call> RestListerWatcher::Watch(const kube::WatchOptions& options,
                                                     std::shared_ptr<kube::WatchSink> sink) {
  return StartWatch(transport_,
                    Request(WatchPath(scope_, options), WatchAccept(scope_, Preferred())),
                    options.timeout, std::move(sink));
}

}  // namespace oarlock::client
