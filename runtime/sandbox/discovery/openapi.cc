#include "sandbox/discovery/openapi.h"

#include <array>

#include "base/hash.h"
#include "sandbox/api/accept.h"
#include "sandbox/discovery/openapi_schemas.h"

namespace oarlock::sandbox {
namespace {

// "api/v1", "apis/apps/v1".
std::string PathOf(const ResourceType& type) {
  return type.group.empty() ? "api/" + type.version : "apis/" + type.api_version();
}

// The same for the same types, so that clients may keep a document.
std::string HashOf(const TypeTable& table, std::string_view path) {
  std::string names;
  for (const TypePtr& type : table.all()) {
    if (PathOf(*type) != path) continue;
    names += type->plural + " ";
    if (const CustomPtr custom = table.CustomOf(*type)) names += WriteJson(custom->open_api);
  }
  return std::to_string(base::HashBytes(names));
}

Json Index(const TypeTable& table) {
  Json paths = Json::object();
  for (const TypePtr& type : table.all()) {
    const std::string path = PathOf(*type);
    if (paths.contains(path)) continue;
    paths[path] = {{"serverRelativeURL", "/openapi/v3/" + path + "?hash=" + HashOf(table, path)}};
  }
  return {{"paths", std::move(paths)}};
}

Json QueryParameter(const char* name) {
  return {{"name", name}, {"in", "query"}, {"schema", {{"type", "string"}}}};
}

Json Operation(const ResourceType& type, std::string_view verb) {
  Json operation = {{"x-kubernetes-action", verb},
                    {"x-kubernetes-group-version-kind",
                     {{"group", type.group}, {"version", type.version}, {"kind", type.kind}}},
                    {"responses", {{"200", {{"description", "OK"}}}}}};
  if (verb == "patch" || verb == "post" || verb == "put") {
    operation["parameters"] = Json::array({QueryParameter("dryRun"), QueryParameter("fieldManager"),
                                           QueryParameter("fieldValidation")});
    if (verb == "patch") operation["parameters"].push_back(QueryParameter("force"));
  }
  return operation;
}

void AddPaths(const ResourceType& type, Json& paths) {
  const std::string scope = type.namespaced ? "/namespaces/{namespace}/" : "/";
  const std::string collection = "/" + PathOf(type) + scope + type.plural;
  constexpr std::array<std::array<std::string_view, 3>, 7> kVerbs = {
      {{"list", "get", "list"},
       {"create", "post", "post"},
       {"get", "get", "get"},
       {"update", "put", "put"},
       {"patch", "patch", "patch"},
       {"delete", "delete", "delete"},
       {"deletecollection", "delete", "deletecollection"}}};
  for (const auto& [verb, method, action] : kVerbs) {
    if (!type.Has(verb)) continue;
    const bool whole = verb == "list" || verb == "create" || verb == "deletecollection";
    paths[whole ? collection : collection + "/{name}"][std::string(method)] =
        Operation(type, action);
  }
}

std::optional<Json> Document(const TypeTable& table, const BuiltinSchemas& builtin,
                             std::string_view path) {
  Json paths = Json::object();
  OpenApiSchemas schemas(builtin);
  for (const TypePtr& type : table.all()) {
    if (PathOf(*type) != path) continue;
    AddPaths(*type, paths);
    schemas.Add(*type, table.CustomOf(*type).get());
  }
  if (paths.empty()) return std::nullopt;
  return Json{{"openapi", "3.0.0"},
              {"info", {{"title", "Kubernetes"}, {"version", "v1.37.2"}}},
              {"paths", std::move(paths)},
              {"components", {{"schemas", schemas.Take()}}}};
}

// kubectl asks for it where version 3 knows no such kind; it is protobuf for every client: version
// and title alone.
server::HttpResponse EmptyV2() {
  server::HttpResponse answer;
  answer.content_type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  answer.body =
      "\x0a\x03"
      "2.0"
      "\x12\x15\x0a\x0aKubernetes\x12\x07v1.37.2";
  return answer;
}

}  // namespace

std::optional<server::HttpResponse> AnswerOpenApi(const TypeTable& table,
                                                  const BuiltinSchemas& schemas,
                                                  const std::vector<std::string>& segments) {
  if (segments.size() < 2 || segments[0] != "openapi") return std::nullopt;
  if (segments.size() == 2 && segments[1] == "v2") return EmptyV2();
  if (segments[1] != "v3") return std::nullopt;
  if (segments.size() == 2) return JsonAnswer(200, Index(table));
  std::string path = segments[2];
  for (size_t i = 3; i < segments.size(); ++i) path += "/" + segments[i];
  const auto document = Document(table, schemas, path);
  if (!document) return std::nullopt;
  return JsonAnswer(200, *document);
}

}  // namespace oarlock::sandbox
