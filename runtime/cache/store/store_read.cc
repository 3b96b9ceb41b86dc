// The readers' side of Store and its indices.
#include <algorithm>
#include <utility>

#include "cache/store.h"
#include "cache/store/object_table.h"

namespace oarlock::cache {
namespace {

base::Status NoIndex(std::string_view name) {
  return base::NotFound("no index named \"" + std::string(name) + "\"");
}

}  // namespace

kube::Object Store::Get(std::string_view key) const { return table_->Get(key); }

ObjectLease Store::Lease(std::string_view key, LeaseTable& leases) const {
  return table_->Lease(key, leases);
}

std::vector<kube::Object> Store::List() const {
  std::vector<kube::Object> out;
  out.reserve(size());
  table_->AppendObjects(out);
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
  std::vector<kube::Object> objects;
  table_->AppendObjects(objects);
  std::vector<std::string> out;
  out.reserve(objects.size());
  for (const kube::Object& object : objects) out.push_back(object.key());
  return out;
}

// An index that is removed meanwhile is an unknown one, never a part of the answer.
base::Status Store::AppendByIndex(uint64_t id, std::string_view index, std::string_view value,
                                  std::vector<kube::Object>& out) const {
  const size_t before = out.size();
  if (!table_->AppendByIndex(id, value, out)) return NoIndex(index);
  scanned_.fetch_add(out.size() - before, std::memory_order_relaxed);
  return {};
}

base::Result<std::vector<kube::Object>> Store::ByIndex(std::string_view index,
                                                       std::string_view value) const {
  std::vector<kube::Object> out;
  OARLOCK_RETURN_IF_ERROR(AppendByIndex(table_->FindIndex(index).first, index, value, out));
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
  std::vector<std::string> values;
  if (!table_->AppendValues(table_->FindIndex(index).first, values)) return NoIndex(index);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

base::Result<std::vector<kube::Object>> Store::Index(std::string_view index,
                                                     const kube::Object& sample) const {
  const auto [id, fn] = table_->FindIndex(index);
  if (fn == nullptr) return NoIndex(index);
  IndexValues values;
  (*fn)(sample, values);
  std::vector<kube::Object> out;
  for (const std::string& value : values.Take()) {
    OARLOCK_RETURN_IF_ERROR(AppendByIndex(id, index, value, out));
  }
  const auto key_of = [](const kube::Object& o) { return std::pair(o.ns(), o.name()); };
  std::sort(out.begin(), out.end(), [&key_of](const kube::Object& a, const kube::Object& b) {
    return key_of(a) < key_of(b);
  });
  const auto same_key = [&key_of](const kube::Object& a, const kube::Object& b) {
    return key_of(a) == key_of(b);
  };
  out.erase(std::unique(out.begin(), out.end(), same_key), out.end());
  return out;
}

size_t Store::index_set_aside() const { return table_->set_aside(); }
uint64_t Store::index_errors_total() const { return table_->index_errors(); }
size_t Store::replaced() const { return table_->replaced(); }

// The errors are found again by asking the function again: it is pure, and nobody stores texts.
base::Result<std::vector<IndexSetAside>> Store::SetAsideIn(std::string_view index) const {
  const auto [id, fn] = table_->FindIndex(index);
  std::vector<kube::Object> objects;
  if (!table_->AppendSetAside(id, objects)) return NoIndex(index);
  std::vector<IndexSetAside> out;
  for (const kube::Object& object : objects) {
    IndexValues values;
    (*fn)(object, values);
    out.push_back({object.key(), values.error()});
  }
  std::sort(out.begin(), out.end(),
            [](const IndexSetAside& a, const IndexSetAside& b) { return a.key < b.key; });
  if (out.size() > kIndexSetAsideMax) out.resize(kIndexSetAsideMax);
  return out;
}

std::string Store::resource_version() const {
  const base::ReadSection section;
  return versions_.load(std::memory_order_seq_cst)->resource;
}

std::string Store::content_version() const {
  const base::ReadSection section;
  return versions_.load(std::memory_order_seq_cst)->content;
}

std::vector<std::string> Store::IndexNames() const {
  std::vector<std::string> out = table_->IndexNames();
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace oarlock::cache
