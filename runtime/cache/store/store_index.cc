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

// One index before it is part of the store: what the builder saw of each shard, indexed.
struct Store::IndexBuild {
  std::shared_ptr<const IndexFn> fn;
  std::array<std::vector<kube::Object>, kShards> seen;
  std::array<PostingIndex, kShards> postings;
};

void Store::RunIndex(const IndexFn& fn, const kube::Object& object, IndexValues& values) {
  values.Reset();
  fn(object, values);
  values.Finish();
  if (values.failed()) index_errors_.fetch_add(1, std::memory_order_relaxed);
}

void Store::IndexSlot(IndexBuild& build, size_t shard, uint32_t slot, const kube::Object& object) {
  PostingIndex& postings = build.postings[shard];
  if (!object) return postings.Clear(slot);
  IndexValues values;
  RunIndex(*build.fn, object, values);
  if (values.failed()) {
    postings.SetAside(slot);
  } else {
    postings.Set(slot, values.values());
  }
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
// indexed again. Shards first, the name last: who finds the name finds the index in every shard.
uint64_t Store::BuildIndex(std::string_view name, IndexFn fn, uint64_t leases) {
  IndexBuild build;
  build.fn = std::make_shared<const IndexFn>(std::move(fn));
  for (size_t i = 0; i < kShards; ++i) {
    build.seen[i] = shards_[i]->Snapshot();
    for (uint32_t slot = 0; slot < build.seen[i].size(); ++slot) {
      if (build.seen[i][slot]) IndexSlot(build, i, slot, build.seen[i][slot]);
    }
  }
  base::MutexLock lock(write_mutex_);
  const uint64_t id = next_index_id_++;
  for (size_t i = 0; i < kShards; ++i) {
    for (const auto& [slot, object] : shards_[i]->ChangedSince(build.seen[i])) {
      IndexSlot(build, i, slot, object);
    }
    shards_[i]->AddIndex(id, std::move(build.postings[i]));
  }
  defs_.push_back({std::string(name), id, std::move(build.fn), leases});
  base::MutexLock names_lock(names_mutex_);
  names_.push_back(defs_.back());
  return id;
}

// What is removed is freed by the caller, when no writer waits for it any more.
std::vector<PostingIndex> Store::RemoveIndexLocked(uint64_t id) {
  const auto is_it = [id](const IndexDef& entry) { return entry.id == id; };
  {
    base::MutexLock lock(names_mutex_);
    std::erase_if(names_, is_it);
  }
  std::vector<PostingIndex> removed;
  for (const auto& shard : shards_) removed.push_back(shard->RemoveIndex(id));
  std::erase_if(defs_, is_it);
  return removed;
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
  std::vector<PostingIndex> removed;
  base::MutexLock lock(write_mutex_);
  const IndexDef* def = FindDef(name);
  if (name == kNamespaceIndex || def == nullptr) return false;
  removed = RemoveIndexLocked(def->id);
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
  std::vector<PostingIndex> removed;
  base::MutexLock lock(write_mutex_);
  IndexDef* def = FindDef(name);
  if (def == nullptr || def->id != id || --def->leases > 0) return;
  removed = RemoveIndexLocked(id);
}

}  // namespace oarlock::cache
