// The readers' side of Store and its indices.
#include <algorithm>
#include <utility>

#include "cache/store.h"
#include "cache/store/store_shard.h"

namespace oarlock::cache {
namespace {

base::Status NoIndex(std::string_view name) {
  return base::NotFound("no index named \"" + std::string(name) + "\"");
}

}  // namespace

kube::Object Store::Get(std::string_view key) const { return ShardOf(key).Get(key); }

std::vector<kube::Object> Store::List() const {
  std::vector<kube::Object> out;
  out.reserve(size());
  for (const auto& shard : shards_) shard->AppendObjects(out);
  scanned_.fetch_add(out.size(), std::memory_order_relaxed);
  return out;
}

std::vector<kube::Object> Store::ListNamespace(std::string_view ns) const {
  if (ns.empty()) return List();
  auto found = ByIndex(kNamespaceIndex, ns);
  return found.ok() ? std::move(found).value() : std::vector<kube::Object>();
}

std::vector<kube::Object> Store::List(std::string_view ns,
                                      const kube::LabelSelector& selector) const {
  if (selector.matches_nothing()) return {};
  std::vector<kube::Object> out = ListNamespace(ns);
  if (selector.empty()) return out;
  std::erase_if(
      out, [&selector](const kube::Object& object) { return !selector.Matches(object.labels()); });
  return out;
}

std::vector<std::string> Store::Keys() const {
  std::vector<std::string> out;
  out.reserve(size());
  for (const auto& shard : shards_) shard->AppendKeys(out);
  return out;
}

uint64_t Store::IndexId(std::string_view name) const {
  base::MutexLock lock(names_mutex_);
  for (const auto& [known, id] : names_) {
    if (known == name) return id;
  }
  return 0;
}

base::Result<std::vector<kube::Object>> Store::ByIndex(std::string_view index,
                                                       std::string_view value) const {
  const uint64_t id = IndexId(index);
  if (id == 0) return NoIndex(index);
  std::vector<kube::Object> out;
  for (const auto& shard : shards_) shard->AppendByIndex(id, value, out);
  scanned_.fetch_add(out.size(), std::memory_order_relaxed);
  return out;
}

base::Result<std::vector<std::string>> Store::IndexKeys(std::string_view index,
                                                        std::string_view value) const {
  OARLOCK_ASSIGN_OR_RETURN(const std::vector<kube::Object> objects, ByIndex(index, value));
  std::vector<std::string> keys;
  keys.reserve(objects.size());
  for (const kube::Object& object : objects) keys.push_back(object.key());
  std::sort(keys.begin(), keys.end());
  return keys;
}

base::Result<std::vector<std::string>> Store::IndexedValues(std::string_view index) const {
  const uint64_t id = IndexId(index);
  if (id == 0) return NoIndex(index);
  std::vector<std::string> values;
  for (const auto& shard : shards_) shard->AppendValues(id, values);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

base::Result<std::vector<kube::Object>> Store::Index(std::string_view index,
                                                     const kube::Object& sample) const {
  IndexFn fn;
  {
    base::MutexLock lock(write_mutex_);
    for (const IndexDef& def : defs_) {
      if (def.name == index) fn = def.fn;
    }
  }
  if (!fn) return NoIndex(index);
  IndexValues values;
  fn(sample, values);
  std::vector<kube::Object> out;
  for (const std::string& value : values.Take()) {
    OARLOCK_ASSIGN_OR_RETURN(std::vector<kube::Object> some, ByIndex(index, value));
    for (kube::Object& object : some) out.push_back(std::move(object));
  }
  const auto by_key = [](const kube::Object& a, const kube::Object& b) {
    return a.ns() != b.ns() ? a.ns() < b.ns() : a.name() < b.name();
  };
  std::sort(out.begin(), out.end(), by_key);
  out.erase(std::unique(out.begin(), out.end(),
                        [](const kube::Object& a, const kube::Object& b) {
                          return a.ns() == b.ns() && a.name() == b.name();
                        }),
            out.end());
  return out;
}

std::string Store::resource_version() const {
  base::MutexLock lock(names_mutex_);
  return resource_version_;
}

std::vector<std::string> Store::IndexNames() const {
  std::vector<std::string> out;
  {
    base::MutexLock lock(names_mutex_);
    for (const auto& [name, id] : names_) out.push_back(name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace oarlock::cache
