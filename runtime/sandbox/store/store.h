#pragma once
// Store: what the sandbox's API server keeps, in memory: objects by resource and key, one
// resourceVersion for all of them, and per resource a window of past changes.
//
// Everything is in one StoreState, a value of persistent maps: reading, snapshot, fork and restore
// are copies of a root (O(1)). A watch needs no queue of its own: it walks the window from the
// version it has reached and is woken when there is more, so a slow one costs nothing and one that
// falls out of the window is told 410.
// Called by the API layer, later by the sandbox's controllers. Threads: [any]; one lock around the
// root, held for the commit of one change; wakers run on the committing thread with no lock held.
// Ownership: pinned; snapshots and objects outlive it.
// Errors: kConflict when the object is not (any more) of the expected version, kResourceExhausted
// past a limit. Limits: StoreLimits, each counted in stats().

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/status.h"
#include "sandbox/store/persistent_map.h"
#include "sandbox/store/stored_object.h"

namespace oarlock::sandbox {

inline constexpr size_t kStoredObjectsMax = 4'000'000;
inline constexpr size_t kStoredBytesMax = size_t{2} * 1024 * 1024 * 1024;
inline constexpr size_t kWindowChangesMax = 10'000;            // of one resource
inline constexpr size_t kWindowBytesMax = 64 * 1024 * 1024;    // of one resource
inline constexpr std::chrono::minutes kOldVersionsTimeout{5};  // lists of old versions

struct StoreLimits {
  size_t objects = kStoredObjectsMax;
  size_t bytes = kStoredBytesMax;
  size_t window_changes = kWindowChangesMax;
  size_t window_bytes = kWindowBytesMax;
};

struct Change {
  StoredPtr object;    // after the change; of a deletion: the last state, with its version
  StoredPtr previous;  // before it; null for a new object
  bool deleted = false;
};

using ObjectMap = PersistentMap<std::string, StoredPtr>;  // by "namespace/name" or "name"
using ChangeMap = PersistentMap<uint64_t, Change>;        // by version

struct ResourceTable {
  ObjectMap objects;
  ChangeMap changes;
  size_t change_bytes = 0;
  uint64_t forgotten = 0;  // the newest version whose change is not in the window any more
};

struct StoreState {
  uint64_t version = 1;  // of the last change
  size_t objects = 0;
  size_t bytes = 0;
  PersistentMap<std::string, ResourceTable> tables;  // by resource name: "deployments.apps"
  PersistentMap<base::MonoTime, uint64_t> reached;   // which version was the last one when

  uint64_t floor = 0;  // nothing from before it is known any more: Restore

  // An empty table for a resource that nothing was ever written to.
  const ResourceTable& Table(std::string_view resource) const;
  // The newest version of that resource whose change cannot be told any more.
  uint64_t Forgotten(std::string_view resource) const;
  // The objects as they were at a version that is not in the future; empty when the window does
  // not reach back so far.
  std::optional<ObjectMap> At(std::string_view resource, uint64_t past) const;
};
using Snapshot = std::shared_ptr<const StoreState>;

struct StoreStats {
  uint64_t commits = 0;
  uint64_t conflicts = 0;
  uint64_t refused = 0;            // past a limit
  uint64_t forgotten_changes = 0;  // dropped out of a window
};

// The same object with another version.
StoredPtr Renumbered(const StoredObject& object, uint64_t version);

class Store {
 public:
  explicit Store(const base::Clock& clock, StoreLimits limits = {}, Snapshot from = nullptr);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  Snapshot Read() const;
  StoredPtr Find(std::string_view resource, std::string_view key) const;

  // Puts the draft in the place of the object of `expected` version; 0: where nothing may be.
  base::Result<StoredPtr> Put(std::string_view resource, Draft draft, uint64_t expected);
  // Gives the object's last state with the version of its deletion.
  base::Result<StoredPtr> Remove(std::string_view resource, std::string_view key,
                                 uint64_t expected);
  // Takes the next version for nothing, as a change of something unseen does.
  uint64_t Tick();

  // Objects become those of the snapshot. Versions go on from the highest ever given, and whoever
  // watches or pages from before is told that it is too late: no client sees time run backwards.
  void Restore(const Snapshot& snapshot);
  // Another store that goes on from here on its own.
  std::unique_ptr<Store> Fork() const;

  // Versions before it are not listed any more (what compaction is for a real server).
  uint64_t OldestListed() const;

  // `wake` runs after each change of that resource until the handle is destroyed; it may still be
  // running then. "" = changes of any resource.
  using Waker = std::function<void()>;
  [[nodiscard]] std::shared_ptr<void> Subscribe(std::string_view resource, Waker wake);

  StoreStats stats() const;

 private:
  using Wakers = std::vector<std::shared_ptr<Waker>>;
  base::Result<StoredPtr> PutLocked(std::string_view resource, Draft draft, uint64_t expected)
      OARLOCK_REQUIRES(mutex_);
  base::Result<StoredPtr> RemoveLocked(std::string_view resource, std::string_view key,
                                       uint64_t expected) OARLOCK_REQUIRES(mutex_);
  base::Status CheckRoom(size_t more_objects, size_t more_bytes) OARLOCK_REQUIRES(mutex_);
  void Record(ResourceTable& table, Change change) OARLOCK_REQUIRES(mutex_);
  void Trim(ResourceTable& table) OARLOCK_REQUIRES(mutex_);
  void Publish(std::string_view resource, StoreState next, ResourceTable table)
      OARLOCK_REQUIRES(mutex_);
  void NoteVersion(StoreState& state) const;
  Wakers WakersOf(std::string_view resource) OARLOCK_REQUIRES(mutex_);

  const base::Clock& clock_;
  const StoreLimits limits_;
  mutable base::Mutex mutex_;
  Snapshot state_ OARLOCK_GUARDED_BY(mutex_);
  StoreStats stats_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, std::vector<std::weak_ptr<Waker>>, std::less<>> wakers_
      OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::sandbox
