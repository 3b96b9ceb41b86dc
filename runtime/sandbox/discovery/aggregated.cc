#include "sandbox/discovery/aggregated.h"

#include <algorithm>

#include "sandbox/api/accept.h"

namespace oarlock::sandbox {
namespace {

Json KindEntry(const kube::GroupVersionKind& kind) {
  return {{"group", kind.group}, {"version", kind.version}, {"kind", kind.kind}};
}

Json ResourceEntry(const ResourceType& type) {
  Json entry = {{"resource", type.plural},
                {"responseKind", KindEntry(type.gvk())},
                {"scope", type.namespaced ? "Namespaced" : "Cluster"},
                {"singularResource", type.singular},
                {"verbs", type.verbs}};
  if (!type.short_names.empty()) entry["shortNames"] = type.short_names;
  if (!type.categories.empty()) entry["categories"] = type.categories;
  for (const Subresource& sub : type.subresources) {
    entry["subresources"].push_back(
        {{"subresource", sub.name}, {"responseKind", KindEntry(sub.kind)}, {"verbs", sub.verbs}});
  }
  return entry;
}

Json* FindNamed(Json& list, const char* field, std::string_view name) {
  for (Json& one : list) {
    if (one[field] == name) return &one;
  }
  return nullptr;
}

Json Groups(const TypeTable& table, bool core) {
  Json groups = Json::array();
  for (const TypePtr& type : table.all()) {
    if (type->group.empty() != core) continue;
    const auto group_of = [](const Json& one) -> std::string_view {
      return TextAt(one, {"metadata", "name"});
    };
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Json& one) { return group_of(one) == type->group; });
    if (group == groups.end()) {
      Json made = {{"metadata", Json::object()}, {"versions", Json::array()}};
      if (!core) made["metadata"]["name"] = type->group;
      groups.push_back(std::move(made));
      group = std::prev(groups.end());
    }
    Json& versions = (*group)["versions"];
    Json* version = FindNamed(versions, "version", type->version);
    if (version == nullptr) {
      versions.push_back(
          {{"version", type->version}, {"resources", Json::array()}, {"freshness", "Current"}});
      version = &versions.back();
    }
    (*version)["resources"].push_back(ResourceEntry(*type));
  }
  return groups;
}

}  // namespace

std::optional<server::HttpResponse> AnswerAggregated(const TypeTable& table,
                                                     const server::HttpRequest& request,
                                                     bool core) {
  const std::string_view accept = request.Header("Accept");
  const bool asked = accept.find("as=APIGroupDiscoveryList") != std::string_view::npos &&
                     accept.find("g=apidiscovery.k8s.io") != std::string_view::npos;
  const size_t v2 = accept.find("v=v2;");
  const size_t end = accept.find("v=v2,");
  const bool stable =
      v2 != std::string_view::npos || end != std::string_view::npos || accept.ends_with("v=v2");
  if (!asked || !stable) return std::nullopt;
  server::HttpResponse answer = JsonAnswer(200, {{"kind", "APIGroupDiscoveryList"},
                                                 {"apiVersion", "apidiscovery.k8s.io/v2"},
                                                 {"metadata", Json::object()},
                                                 {"items", Groups(table, core)}});
  answer.content_type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  answer.headers.emplace_back("Vary", "Accept");
  return answer;
}

}  // namespace oarlock::sandbox
