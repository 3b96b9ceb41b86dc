#include "app/admin/cached_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "app/admin/describe.h"
#include "base/text/lower_case.h"
#include "kube/selector.h"

namespace oarlock::app {
namespace {

using Cached = cache::InformerFactory::Cached;

constexpr char kLastApplied[] = "kubectl.kubernetes.io/last-applied-configuration";

bool Names(const std::string& text, const kube::ResourceInfo& resource) {
  const std::string word = base::LowerCase(text);
  return NamesResource(word, resource.gvr) || word == base::LowerCase(resource.kind);
}

std::string Redacted(const Json& value) {
  return fmt::format("<{} bytes>", value.is_string() ? value.get_ref<const std::string&>().size()
                                                     : value.dump().size());
}

void Redact(Json& object) {
  for (const char* member : {"data", "stringData"}) {
    if (!object.contains(member) || !object[member].is_object()) continue;
    for (auto& [key, value] : object[member].items()) value = Redacted(value);
  }
  if (!object.contains("metadata")) return;
  Json& metadata = object["metadata"];
  if (!metadata.contains("annotations") || !metadata["annotations"].is_object()) return;
  Json& annotations = metadata["annotations"];
  if (annotations.contains(kLastApplied)) {
    annotations[kLastApplied] = Redacted(annotations[kLastApplied]);
  }
}

bool IsSecret(const kube::ResourceInfo& resource) {
  return resource.gvr.group.empty() && resource.gvr.resource == "secrets";
}

// The stores of one resource; the error says what there is.
base::Result<std::vector<const Cached*>> StoresOf(const std::vector<Cached>& stores,
                                                  const std::string& resource) {
  std::vector<const Cached*> chosen;
  std::set<std::string> all;
  std::set<std::string> groups;
  for (const Cached& cached : stores) {
    const kube::GroupVersionResource& gvr = cached.scope.resource.gvr;
    all.insert(gvr.ToString());
    if (!Names(resource, cached.scope.resource)) continue;
    chosen.push_back(&cached);
    groups.insert(gvr.resource + "." + gvr.group);
  }
  if (chosen.empty()) {
    return base::NotFound(
        fmt::format("no {} are cached here; there are: {}", resource,
                    all.empty() ? "none" : fmt::format("{}", fmt::join(all, ", "))));
  }
  if (groups.size() > 1) {
    return base::InvalidArgument(
        fmt::format("{} can be any of: {}", resource, fmt::join(groups, ", ")));
  }
  return chosen;
}

// The first `most` by key in its order, each from the store that has most of it.
std::map<std::string, kube::Object> Collect(const std::vector<const Cached*>& stores,
                                            const ObjectsQuery& query,
                                            const kube::LabelSelector& selector, size_t most) {
  std::map<std::string, kube::Object> out;
  for (const Cached* cached : stores) {
    const bool whole = cached->scope.form != cache::ObjectForm::kMetadataOnly;
    for (kube::Object& object : cached->store->List(query.ns, selector)) {
      if (!query.name.empty() && object.name() != query.name) continue;
      std::string key = object.key();
      if (!query.after.empty() && key <= query.after) continue;
      if (out.size() == most && key > out.rbegin()->first) continue;
      if (whole) {
        out.insert_or_assign(std::move(key), std::move(object));
      } else {
        out.emplace(std::move(key), std::move(object));
      }
      if (out.size() > most) out.erase(std::prev(out.end()));
    }
  }
  return out;
}

}  // namespace

base::Result<Json> CachedObjects(const std::vector<Cached>& stores, const ObjectsQuery& query) {
  OARLOCK_ASSIGN_OR_RETURN(const auto chosen, StoresOf(stores, query.resource));
  OARLOCK_ASSIGN_OR_RETURN(const auto selector, kube::LabelSelector::Parse(query.selector));
  const kube::ResourceInfo& resource = chosen.front()->scope.resource;
  const size_t limit = std::clamp<size_t>(query.limit, 1, kObjectsPageMax);
  const auto objects = Collect(chosen, query, selector, limit + 1);
  Json items = Json::array();
  std::string next;
  size_t bytes = 0;
  std::string last;
  for (const auto& [key, object] : objects) {
    const std::string text = object.ToJson();
    if (items.size() == limit || (!items.empty() && bytes + text.size() > kObjectsPageBytesMax)) {
      next = last;
      break;
    }
    bytes += text.size();
    last = key;
    items.push_back(sandbox::ParseTrustedJson(text));
    if (IsSecret(resource)) Redact(items.back());
  }
  if (!query.name.empty() && items.empty()) {
    return base::NotFound(fmt::format("{} {}{}{} is not cached here", resource.gvr.ToString(),
                                      query.ns, query.ns.empty() ? "" : "/", query.name));
  }
  return Json{
      {"resource", resource.gvr.ToString()}, {"items", std::move(items)}, {"continue", next}};
}

}  // namespace oarlock::app
