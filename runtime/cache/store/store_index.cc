// Adding and removing indices of a Store while it is in use.
#include <algorithm>
#include <utility>

#include "cache/store.h"
#include "cache/store/store_shard.h"

namespace oarlock::cache {

struct Store::IndexLease {
  Store* store;
  std::string name;
  uint64_t id;
  ~IndexLease() { store->ReleaseIndex(name, id); }
};

std::vector<std::string> Store::RunIndex(const IndexFn& fn, const kube::Object& object) {
  IndexValues values;
  fn(object, values);
  if (values.failed()) index_errors_.fetch_add(1, std::memory_order_relaxed);
  return values.Take();
}

Store::IndexDef* Store::FindDef(std::string_view name) {
  for (IndexDef& def : defs_) {
    if (def.name == name) return &def;
  }
  return nullptr;
}

// Shards first, the name last: who finds the name finds the index in every shard.
void Store::AddIndexLocked(std::string_view name, IndexFn fn, uint64_t leases) {
  const uint64_t id = next_index_id_++;
  for (const auto& shard : shards_) {
    std::vector<std::pair<uint32_t, StoreShard::Values>> values;
    for (const auto& [slot, object] : shard->Slots()) {
      values.emplace_back(slot, RunIndex(fn, object));
    }
    shard->AddIndex(id, values);
  }
  defs_.push_back({std::string(name), id, std::move(fn), leases});
  base::MutexLock lock(names_mutex_);
  names_.emplace_back(name, id);
}

void Store::RemoveIndexLocked(std::string_view name) {
  const IndexDef* def = FindDef(name);
  if (def == nullptr) return;
  const uint64_t id = def->id;
  {
    base::MutexLock lock(names_mutex_);
    std::erase_if(names_, [id](const auto& entry) { return entry.second == id; });
  }
  for (const auto& shard : shards_) shard->RemoveIndex(id);
  std::erase_if(defs_, [id](const IndexDef& entry) { return entry.id == id; });
}

base::Status Store::AddIndex(std::string_view name, IndexFn fn) {
  base::MutexLock lock(write_mutex_);
  if (FindDef(name) != nullptr) {
    return {base::StatusCode::kAlreadyExists, "index \"" + std::string(name) + "\" exists"};
  }
  AddIndexLocked(name, std::move(fn), 0);
  return {};
}

bool Store::RemoveIndex(std::string_view name) {
  base::MutexLock lock(write_mutex_);
  if (name == kNamespaceIndex || FindDef(name) == nullptr) return false;
  RemoveIndexLocked(name);
  return true;
}

base::Result<std::shared_ptr<void>> Store::EnsureIndex(std::string_view name, IndexFn fn) {
  base::MutexLock lock(write_mutex_);
  IndexDef* def = FindDef(name);
  if (def == nullptr) {
    AddIndexLocked(name, std::move(fn), 1);
    def = FindDef(name);
  } else if (def->leases == 0) {
    return base::Status(base::StatusCode::kAlreadyExists,
                        "index \"" + std::string(name) + "\" exists and is not shared");
  } else {
    ++def->leases;
  }
  return std::shared_ptr<void>(
      std::shared_ptr<IndexLease>(new IndexLease{this, std::string(name), def->id}));
}

void Store::ReleaseIndex(std::string_view name, uint64_t id) {
  base::MutexLock lock(write_mutex_);
  IndexDef* def = FindDef(name);
  if (def == nullptr || def->id != id || --def->leases > 0) return;
  RemoveIndexLocked(name);
}

}  // namespace oarlock::cache
