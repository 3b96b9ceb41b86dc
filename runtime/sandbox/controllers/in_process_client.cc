#include "sandbox/controllers/in_process_client.h"

#include <utility>

#include "sandbox/object/object_text.h"

namespace oarlock::sandbox {
namespace {

// Names of some types may have any character.
std::string Escaped(std::string_view segment) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-._~:";
  std::string out;
  for (const char c : segment) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte / 16];
      out += kHex[byte % 16];
    }
  }
  return out;
}

std::string PathOf(const ResourceType& type, std::string_view ns, std::string_view name,
                   std::string_view subresource) {
  std::string path = (type.group.empty() ? "/api/" : "/apis/") + type.api_version();
  if (type.namespaced) path += "/namespaces/" + Escaped(ns);
  path += "/" + type.plural;
  if (!name.empty()) path += "/" + Escaped(name);
  if (!subresource.empty()) path.append("/").append(subresource);
  return path;
}

ApiError NotServed(std::string_view resource) {
  return {404, "NotFound", "the server does not serve " + std::string(resource), {}};
}

}  // namespace

struct InProcessClient::Request {
  std::string_view method = {};
  std::string_view resource = {};
  std::string_view ns = {};
  std::string_view name = {};
  std::string_view subresource = {};
  std::string_view content_type = "application/json";
  std::string_view manager = {};
  Json body = {};
};

InProcessClient::InProcessClient(ApiServer& api, TypeRegistry& types, Store& store,
                                 std::string manager)
    : api_(api), types_(types), store_(store), manager_(std::move(manager)) {}

TypePtr InProcessClient::TypeOf(std::string_view resource) {
  auto table = types_.table();
  if (table != table_) {
    table_ = std::move(table);
    by_resource_.clear();
    for (const TypePtr& type : table_->all()) by_resource_.emplace(type->qualified(), type);
  }
  const auto found = by_resource_.find(resource);
  return found == by_resource_.end() ? nullptr : found->second;
}

TypePtr InProcessClient::TypeOfKind(std::string_view api_version, std::string_view kind) {
  const auto parsed = kube::GroupVersion::Parse(api_version);
  if (!parsed.ok()) return nullptr;
  return types_.table()->FindKind(parsed->group, parsed->version, kind);
}

StoredPtr InProcessClient::Find(std::string_view resource, std::string_view key) const {
  return store_.Find(resource, key);
}

Json InProcessClient::Get(std::string_view resource, std::string_view key) {
  const StoredPtr found = Find(resource, key);
  return found ? ToDocument(resource, *found) : Json();
}

Json InProcessClient::ToDocument(std::string_view resource, const StoredObject& object) {
  const TypePtr type = TypeOf(resource);
  return type ? ToJson(object, *type) : Json();
}

ApiStatus InProcessClient::Create(std::string_view resource, std::string_view ns,
                                  const Json& object) {
  return Send({.method = "POST", .resource = resource, .ns = ns, .body = object});
}

ApiStatus InProcessClient::Update(std::string_view resource, const Json& object,
                                  std::string_view subresource, std::string_view manager) {
  return Send({.method = "PUT",
               .resource = resource,
               .ns = TextAt(object, {"metadata", "namespace"}),
               .name = TextAt(object, {"metadata", "name"}),
               .subresource = subresource,
               .manager = manager,
               .body = object});
}

ApiStatus InProcessClient::Patch(std::string_view resource, const StoredObject& object,
                                 Json patch) {
  patch["metadata"]["resourceVersion"] = std::to_string(object.version);
  return Send({.method = "PATCH",
               .resource = resource,
               .ns = object.ns,
               .name = object.name,
               .content_type = "application/merge-patch+json",
               .body = std::move(patch)});
}

ApiStatus InProcessClient::Post(std::string_view resource, const StoredObject& object,
                                std::string_view subresource, const Json& body) {
  return Send({.method = "POST",
               .resource = resource,
               .ns = object.ns,
               .name = object.name,
               .subresource = subresource,
               .body = body});
}

ApiStatus InProcessClient::Delete(std::string_view resource, const StoredObject& object,
                                  DeleteHow how) {
  Json options = {{"kind", "DeleteOptions"},
                  {"apiVersion", "v1"},
                  {"propagationPolicy", how.propagation},
                  {"preconditions", {{"uid", object.uid}}}};
  if (how.this_version) {
    options["preconditions"]["resourceVersion"] = std::to_string(object.version);
  }
  if (how.at_once) options["gracePeriodSeconds"] = 0;
  return Send({.method = "DELETE",
               .resource = resource,
               .ns = object.ns,
               .name = object.name,
               .body = std::move(options)});
}

ApiStatus InProcessClient::Send(Request request) {
  const TypePtr type = TypeOf(request.resource);
  if (!type) return NotServed(request.resource);
  server::HttpRequest http;
  http.method = request.method;
  http.target = PathOf(*type, request.ns, request.name, request.subresource);
  if (request.method == "POST" || request.method == "PUT") {
    if (request.subresource.empty() || request.subresource == "status") {
      request.body["apiVersion"] = type->api_version();
      request.body["kind"] = type->kind;
    }
  }
  http.body = WriteJson(request.body);
  http.headers.emplace_back("Content-Type", std::string(request.content_type));
  http.headers.emplace_back("User-Agent",
                            request.manager.empty() ? manager_ : std::string(request.manager));
  http.peer = Administrator();
  const server::HttpResponse answer = api_.Answer(http);
  if (answer.status < 300) return {};
  const auto status = ParseJson(answer.body);
  if (!status.ok()) return ApiError{answer.status, "", answer.body, {}};
  return ApiError{answer.status, std::string(TextAt(status->value, {"reason"})),
                  std::string(TextAt(status->value, {"message"})),
                  Member(status->value, "details")};
}

}  // namespace oarlock::sandbox
