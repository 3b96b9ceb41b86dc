#include "pluginhost/abi/cache_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "kube/selector.h"
#include "pluginhost/abi/abi_convert.h"

namespace oarlock::pluginhost {
namespace {

base::Result<std::vector<kube::Object>> ByIndex(const BoundType& type, const oar_cache_list& what) {
  const auto own = type.plugin_indexes.find(what.index);
  if (own != type.plugin_indexes.end()) {
    std::vector<kube::Object> objects;
    for (const kube::NamespacedName& found : own->second->Find(FromView(what.index_value))) {
      auto object = type.lister().Get(found.ns, found.name);
      if (object.ok()) objects.push_back(std::move(object).value());
    }
    return objects;
  }
  const auto index = type.indexes.find(what.index);
  if (index == type.indexes.end()) {
    return base::Status(base::StatusCode::kPluginFault,
                        fmt::format("index {} of {} is not declared", what.index, type.decl.kind));
  }
  return type.lister().ByIndex(index->second, FromView(what.index_value));
}

base::Result<std::vector<kube::Object>> Select(const BoundType& type, const oar_cache_list& what) {
  OARLOCK_ASSIGN_OR_RETURN(const auto selector,
                           kube::LabelSelector::Parse(FromView(what.label_selector)));
  const std::string_view ns = FromView(what.ns);
  if (what.index == 0) return type.lister().List(ns, selector);
  OARLOCK_ASSIGN_OR_RETURN(auto objects, ByIndex(type, what));
  std::erase_if(objects, [&](const kube::Object& object) {
    return (!ns.empty() && object.ns() != ns) || !selector.Matches(object.labels());
  });
  return objects;
}

// Keeps one page: the `limit` objects whose keys come after the cursor.
void TakePage(std::vector<kube::Object>& items, std::string_view cursor, uint64_t limit,
              std::string& next) {
  std::sort(items.begin(), items.end(), [](const kube::Object& a, const kube::Object& b) {
    return std::pair(a.ns(), a.name()) < std::pair(b.ns(), b.name());
  });
  if (!cursor.empty()) {
    const size_t slash = cursor.find('/');
    const std::pair after(cursor.substr(0, slash), cursor.substr(slash + 1));
    const auto first =
        std::find_if(items.begin(), items.end(), [&after](const kube::Object& object) {
          return std::pair(object.ns(), object.name()) > after;
        });
    items.erase(items.begin(), first);
  }
  if (items.size() <= limit) return;
  items.resize(limit);
  next = std::string(items.back().ns()) + "/" + std::string(items.back().name());
}

}  // namespace

base::Result<LeasedList> ReadCacheList(const BoundType& type, const oar_cache_list& what) {
  LeasedList list;
  OARLOCK_ASSIGN_OR_RETURN(list.items, Select(type, what));
  if (!type.visible.everything()) {
    std::erase_if(list.items, [&type](const kube::Object& object) {
      return !type.visible.Has(object.ns(), object.name());
    });
  }
  const std::string_view cursor = FromView(what.cursor);
  if (!cursor.empty() && cursor.find('/') == std::string_view::npos) {
    return base::Status(base::StatusCode::kGone, "this is no cursor of a cache list");
  }
  if (what.limit > 0 || !cursor.empty()) {
    TakePage(list.items, cursor, what.limit == 0 ? UINT64_MAX : what.limit, list.cursor);
  }
  list.resource_version = type.lister().resource_version();
  return list;
}

base::Result<LeasedList> ReadLiveList(kube::Client& client, const kube::ListScope& scope,
                                      kube::ListOptions options, bool all,
                                      const kube::CallContext& call) {
  LeasedList list;
  for (;;) {
    OARLOCK_ASSIGN_OR_RETURN(kube::ObjectList page, client.List(scope, options, call));
    std::move(page.items.begin(), page.items.end(), std::back_inserter(list.items));
    list.resource_version = page.meta.resource_version;
    list.cursor = page.meta.continue_token;
    list.remaining = page.meta.remaining.value_or(-1);
    if (!all || list.cursor.empty()) break;
    if (list.items.size() > kLiveListMax) {
      return base::Status(base::StatusCode::kTooLarge,
                          fmt::format("more than {} objects; list in pages", kLiveListMax));
    }
    // Follow-up pages name no version: the token carries it.
    options.continue_token = list.cursor;
    options.resource_version.clear();
    options.match = kube::ResourceVersionMatch::kUnset;
  }
  return list;
}

}  // namespace oarlock::pluginhost
