// Adding and removing indices of a Store while it is in use.
#include <algorithm>
#include <utility>

#include "cache/store.h"
#include "cache/store/object_table.h"

namespace oarlock::cache {

struct Store::IndexLease {
  Store* store;
  std::string name;
  uint64_t id;
  ~IndexLease() { store->ReleaseIndex(name, id); }
};

// One index before it is part of the store: what the builder saw, indexed.
struct Store::IndexBuild {
  base::RetireList retired;  // nobody reads it yet
  std::shared_ptr<const IndexFn> fn;
  std::shared_ptr<PostingIndex> postings = std::make_shared<PostingIndex>(retired);
  IndexValues values;
};

void Store::IndexSlot(IndexBuild& build, uint32_t slot, const kube::Object& object) {
  if (!object) return build.postings->Clear(slot);
  table_->RunIndex(*build.fn, object, build.values);
  build.postings->Set(slot, build.values);
  build.retired.Sweep(UINT64_MAX);
}

Store::IndexDef* Store::FindDef(std::string_view name) {
  for (IndexDef& def : defs_) {
    if (def.name == name) return &def;
  }
  return nullptr;
}

bool Store::HasIndex(std::string_view name) {
  base::MutexLock lock(write_mutex_);
  return FindDef(name) != nullptr;
}

// Built from a snapshot while writers go on; then, in their turn, what they changed meanwhile is
// indexed again.
uint64_t Store::BuildIndex(std::string_view name, IndexFn fn, uint64_t leases) {
  IndexBuild build;
  build.fn = std::make_shared<const IndexFn>(std::move(fn));
  const std::vector<kube::Object> seen = table_->Snapshot();
  for (uint32_t slot = 0; slot < seen.size(); ++slot) {
    if (seen[slot]) IndexSlot(build, slot, seen[slot]);
  }
  base::MutexLock lock(write_mutex_);
  const uint64_t id = next_index_id_++;
  for (const auto& [slot, object] : table_->ChangedSince(seen)) IndexSlot(build, slot, object);
  table_->AddIndex({std::string(name), id, std::move(build.fn), std::move(build.postings)});
  defs_.push_back({std::string(name), id, leases});
  return id;
}

void Store::RemoveIndexLocked(uint64_t id) {
  table_->RemoveIndex(id);
  std::erase_if(defs_, [id](const IndexDef& entry) { return entry.id == id; });
}

base::Status Store::AddIndex(std::string_view name, IndexFn fn) {
  base::MutexLock lock(build_mutex_);
  if (HasIndex(name)) {
    return {base::StatusCode::kAlreadyExists, "index \"" + std::string(name) + "\" exists"};
  }
  BuildIndex(name, std::move(fn), 0);
  return {};
}

bool Store::RemoveIndex(std::string_view name) {
  base::MutexLock lock(write_mutex_);
  const IndexDef* def = FindDef(name);
  if (name == kNamespaceIndex || def == nullptr) return false;
  RemoveIndexLocked(def->id);
  return true;
}

base::Result<std::shared_ptr<void>> Store::EnsureIndex(std::string_view name, IndexFn fn) {
  base::MutexLock build_lock(build_mutex_);
  uint64_t id = 0;
  {
    base::MutexLock lock(write_mutex_);
    if (IndexDef* def = FindDef(name)) {
      if (def->leases == 0) {
        return base::Status(base::StatusCode::kAlreadyExists,
                            "index \"" + std::string(name) + "\" exists and is not shared");
      }
      ++def->leases;
      id = def->id;
    }
  }
  if (id == 0) id = BuildIndex(name, std::move(fn), 1);
  return std::shared_ptr<void>(
      std::shared_ptr<IndexLease>(new IndexLease{this, std::string(name), id}));
}

void Store::ReleaseIndex(std::string_view name, uint64_t id) {
  base::MutexLock lock(write_mutex_);
  IndexDef* def = FindDef(name);
  if (def == nullptr || def->id != id || --def->leases > 0) return;
  RemoveIndexLocked(id);
}

}  // namespace oarlock::cache
