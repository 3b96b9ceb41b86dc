#include "sandbox/discovery/discovery.h"

#include <algorithm>

#include "sandbox/discovery/aggregated.h"
#include "sandbox/discovery/openapi.h"

namespace oarlock::sandbox {
namespace {

using Response = server::HttpResponse;

Json Version() {
  return {{"major", "1"},
          {"minor", "37"},
          {"emulationMajor", "1"},
          {"emulationMinor", "37"},
          {"minCompatibilityMajor", "1"},
          {"minCompatibilityMinor", "36"},
          {"gitVersion", "v1.37.2"},
          {"gitCommit", "$Format:%H$"},
          {"gitTreeState", ""},
          {"buildDate", "1970-01-01T00:00:00Z"},
          {"goVersion", "go1.26.8"},
          {"compiler", "gc"},
          {"platform", "linux/amd64"}};
}

Json ServerAddresses(const server::HttpRequest& request) {
  return Json::array({{{"clientCIDR", "0.0.0.0/0"}, {"serverAddress", request.Header("Host")}}});
}

Json GroupOf(const TypeTable& table, std::string_view group) {
  Json versions = Json::array();
  for (const TypePtr& type : table.all()) {
    if (type->group != group) continue;
    Json version = {{"groupVersion", type->api_version()}, {"version", type->version}};
    if (std::find(versions.begin(), versions.end(), version) == versions.end()) {
      versions.push_back(std::move(version));
    }
  }
  if (versions.empty()) return {};
  return {{"name", group}, {"versions", versions}, {"preferredVersion", versions.front()}};
}

Json GroupList(const TypeTable& table) {
  Json groups = Json::array();
  std::vector<std::string> seen = {""};
  for (const TypePtr& type : table.all()) {
    if (std::find(seen.begin(), seen.end(), type->group) != seen.end()) continue;
    seen.push_back(type->group);
    groups.push_back(GroupOf(table, type->group));
  }
  return {{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}};
}

Json VerbsOf(const std::vector<std::string>& verbs) { return Json(verbs); }

Json ResourceEntry(const ResourceType& type) {
  Json entry = {{"name", type.plural},
                {"singularName", type.singular},
                {"namespaced", type.namespaced},
                {"kind", type.kind},
                {"verbs", VerbsOf(type.verbs)}};
  if (!type.short_names.empty()) entry["shortNames"] = type.short_names;
  if (!type.categories.empty()) entry["categories"] = type.categories;
  if (!type.storage_version_hash.empty()) entry["storageVersionHash"] = type.storage_version_hash;
  return entry;
}

Json SubresourceEntry(const ResourceType& type, const Subresource& sub) {
  Json entry = {{"name", type.plural + "/" + sub.name},
                {"singularName", ""},
                {"namespaced", type.namespaced},
                {"kind", sub.kind.kind},
                {"verbs", VerbsOf(sub.verbs)}};
  if (sub.kind.group_version() != type.group_version()) {
    if (!sub.kind.group.empty()) entry["group"] = sub.kind.group;
    entry["version"] = sub.kind.version;
  }
  return entry;
}

Json ResourceList(const TypeTable& table, std::string_view group, std::string_view version) {
  Json resources = Json::array();
  std::string api_version;
  for (const TypePtr& type : table.all()) {
    if (type->group != group || type->version != version) continue;
    api_version = type->api_version();
    resources.push_back(ResourceEntry(*type));
    for (const Subresource& sub : type->subresources) {
      resources.push_back(SubresourceEntry(*type, sub));
    }
  }
  std::sort(resources.begin(), resources.end(),
            [](const Json& a, const Json& b) { return a["name"] < b["name"]; });
  Json list = {{"kind", "APIResourceList"},
               {"groupVersion", api_version},
               {"resources", std::move(resources)}};
  if (!group.empty()) list["apiVersion"] = "v1";
  return list;
}

Response Text(std::string text) {
  Response answer;
  answer.content_type = "text/plain; charset=utf-8";
  answer.body = std::move(text);
  return answer;
}

std::optional<Response> Health(const std::vector<std::string>& segments, const Query& query) {
  const std::string& what = segments[0];
  if (what != "healthz" && what != "readyz" && what != "livez") return std::nullopt;
  if (segments.size() == 2) return segments[1] == "ping" ? Text("ok") : std::optional<Response>();
  if (segments.size() > 2) return std::nullopt;
  if (query.Has("verbose")) return Text("[+]ping ok\n" + what + " check passed\n");
  return Text("ok");
}

}  // namespace

std::optional<Response> AnswerDiscovery(ApiEnvironment& env, const server::HttpRequest& request,
                                        const RequestPath& path, const Query& query) {
  const auto& segments = path.segments;
  const auto table = env.types.table();
  if (segments.empty()) {
    return JsonAnswer(200, {{"paths", Json::array({"/api", "/apis", "/healthz", "/livez",
                                                   "/openapi/v3", "/readyz", "/version"})}});
  }
  if (auto health = Health(segments, query)) return health;
  if (auto document = AnswerOpenApi(*table, env.schemas, segments)) return document;
  const std::string& first = segments[0];
  if (segments.size() == 1) {
    if (first == "version") return JsonAnswer(200, Version());
    if (first != "api" && first != "apis") return std::nullopt;
    if (auto aggregated = AnswerAggregated(*table, request, first == "api")) return aggregated;
    if (first == "apis") return JsonAnswer(200, GroupList(*table));
    return JsonAnswer(200, {{"kind", "APIVersions"},
                            {"versions", Json::array({"v1"})},
                            {"serverAddressByClientCIDRs", ServerAddresses(request)}});
  }
  if (first == "apis" && segments.size() == 2) {
    Json group = GroupOf(*table, segments[1]);
    if (group.is_null()) return std::nullopt;
    group["kind"] = "APIGroup";
    group["apiVersion"] = "v1";
    return JsonAnswer(200, group);
  }
  const bool listed =
      (first == "api" && segments.size() == 2) || (first == "apis" && segments.size() == 3);
  if (!listed || !table->Serves(path.group, path.version)) return std::nullopt;
  return JsonAnswer(200, ResourceList(*table, path.group, path.version));
}

}  // namespace oarlock::sandbox
