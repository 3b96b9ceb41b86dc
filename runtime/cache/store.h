#pragma once
// Store: the cached objects of one informer with their indices (client-go's Store, Indexer and
// ThreadSafeStore in one).
//
// Created and written by a SharedInformer; read by listers and plugins' reads. The write functions
// below the line belong to the informer, except ApplyWrite and ApplyDelete, which whoever made a
// write at the API server calls through the informer (read-your-writes).
// Two copies are known of a key with a pending write: `base`, what the watch said last, which is
// also what handlers were told last; and the answer of the write, which readers see until the watch
// has reached it. Every watch event becomes the base whatever its version; an answer stays on top
// only while it is newer than the base (CompareResourceVersions).
// Threads: reads [any]; they take no lock and wait for nothing: no writer, list, index build or
// handler (store/object_table.h). A read of many keys sees each key once and whole, but is no
// snapshot across keys.
// Writers take turns; an index is built beside them, on the thread that adds it, and they wait only
// while it catches up with what changed meanwhile. Ownership: handles to immutable objects; nothing
// handed out can change. A lease (Lease) touches no counter that readers share; it may outlive the
// store.
// Limits: kStorePendingMax pending answers and delete marks (marks of unknown keys take up to half
// of that); past it an answer is not stored (false is returned) and readers see it when the watch
// brings it. kIndexSetAsideMax listed failures per index. Cost: Get and ByIndex one hash.
// Memory: besides its objects (bytes()) a store keeps at most 64 bytes per object and some per
// index and value, and gives them back as objects go (INV-12: the memory test states how much).
// Replaced objects stay while a reader or lease has them (replaced()).

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/status.h"
#include "cache/index.h"
#include "cache/store/lease_table.h"
#include "kube/object.h"
#include "kube/selector.h"

namespace oarlock::cache {

inline constexpr size_t kStorePendingMax = 10'000;
inline constexpr size_t kIndexSetAsideMax = 1000;
inline constexpr base::Duration kDeleteMarkTime = std::chrono::seconds(30);

class ObjectTable;
class PostingIndex;

// What a write did, seen from the handlers' side.
struct StoreChange {
  enum class Kind : uint8_t {
    kNone,  // unchanged, unknown key deleted, or older and refused
    kAdded,
    kUpdated,
    kRecreated,  // another uid under the same key: a delete of old_object, then an add
    kDeleted,
  };
  Kind kind = Kind::kNone;
  kube::Object old_object;  // the base before; null for kAdded and kNone
};

// An object that an index function failed for, in that index.
struct IndexSetAside {
  std::string key;
  std::string error;
};

class Store {
 public:
  Store();
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // --- reading [any] ---
  // The object, or a null handle.
  kube::Object Get(std::string_view key) const;
  // The same for as long as the lease lives, without a counter; an empty lease.
  ObjectLease Lease(std::string_view key, LeaseTable& leases) const;
  std::vector<kube::Object> List() const;
  // "" = all namespaces.
  std::vector<kube::Object> ListNamespace(std::string_view ns) const;
  std::vector<kube::Object> List(std::string_view ns, const kube::LabelSelector& selector) const;
  std::vector<std::string> Keys() const;  // unordered
  // kNotFound: no such index.
  base::Result<std::vector<kube::Object>> ByIndex(std::string_view index,
                                                  std::string_view value) const;
  base::Result<std::vector<std::string>> IndexKeys(std::string_view index,
                                                   std::string_view value) const;      // sorted
  base::Result<std::vector<std::string>> IndexedValues(std::string_view index) const;  // sorted
  // The objects that share at least one value of `index` with `sample`, each once (ST-10).
  base::Result<std::vector<kube::Object>> Index(std::string_view index,
                                                const kube::Object& sample) const;
  size_t size() const { return static_cast<size_t>(items_.load(std::memory_order_relaxed)); }
  size_t bytes() const { return static_cast<size_t>(bytes_.load(std::memory_order_relaxed)); }
  size_t pending() const { return pending_count_.load(std::memory_order_relaxed); }
  // Version of the last change, bookmark or list applied here; "" before the first. Everything up
  // to it has been applied: within a batch it stays behind (BeginBatch).
  std::string resource_version() const;
  // The same without bookmarks: a store that has everything up to here lacks nothing of this one.
  std::string content_version() const;
  // Objects that reads went through so far, and index functions' failures.
  uint64_t scanned_total() const { return scanned_.load(std::memory_order_relaxed); }
  uint64_t index_errors_total() const;
  // Objects that were replaced or removed while readers or leases may have them.
  size_t replaced() const;
  // Objects that are set aside now, counted once per index.
  size_t index_set_aside() const;
  // Those of one index, sorted by key, the first kIndexSetAsideMax. kNotFound: no such index.
  base::Result<std::vector<IndexSetAside>> SetAsideIn(std::string_view index) const;

  // --- indices [any] ---
  // Indexes what is there, then what comes; visible when it is complete. kAlreadyExists: the name
  // is taken. Blocks the caller for the time of the build (and of one under way), and nobody else.
  // Never on [io].
  base::Status AddIndex(std::string_view name, IndexFn fn);
  // False: not there. The namespace index cannot be removed.
  bool RemoveIndex(std::string_view name);
  // Shared form: the first caller adds it, later callers of the same name share it (their function
  // is taken to be the same: name it by the digest of its declaration), and the index goes with the
  // last lease. The store must outlive the lease.
  base::Result<std::shared_ptr<void>> EnsureIndex(std::string_view name, IndexFn fn);
  std::vector<std::string> IndexNames() const;  // sorted

  // ------------------------------------------------------------------------------------------
  // --- writing: [strand], except ApplyWrite and ApplyDelete [any] ---
  struct SetOptions {
    bool from_list = false;   // an item of the list being read: the store's version stays
    bool keep_newer = false;  // refuse what is older than the base by resource version
  };
  StoreChange Set(const kube::Object& object, SetOptions options);
  StoreChange Set(const kube::Object& object) { return Set(object, SetOptions{}); }
  // `final_state` is the object of the DELETED event; its version decides what happens to answers.
  StoreChange Remove(std::string_view key, const kube::Object& final_state);

  // A list: BeginList, then Set or Mark for each key of it, then EndList, which removes every base
  // that was neither set nor marked since, and returns those. Starting a new list forgets an
  // unfinished one. A list that is older than what an earlier, unfinished one brought says nothing
  // about newer objects: those stay, the watch will tell. `consistent`: the list was read at no
  // given version and may have gone back in time; then it alone counts, and no answer survives.
  void BeginList();
  void Mark(std::string_view key);
  std::vector<kube::Object> EndList(std::string_view list_version, bool consistent);

  void SetResourceVersion(std::string_view version);  // of a bookmark

  // Changes that belong together and, being coalesced by key, come out of order: until the end the
  // store's version stays behind, so that it never promises a change that is still to come.
  void BeginBatch();
  void EndBatch();

  // The answer of a create, update or patch. True when readers now see it.
  bool ApplyWrite(const kube::Object& answer);
  // The answer of a delete that removed the object: hides that uid, also where the watch has yet to
  // show it, until the watch has passed `version` ("" = unknown), has deleted it, or
  // kDeleteMarkTime has gone by. True when the mark is kept.
  bool ApplyDelete(std::string_view key, std::string_view uid, std::string_view version,
                   base::MonoTime now);
  // Drops answers and delete marks whose time is over. True while any is left.
  bool ExpirePending(base::MonoTime now);

  // The answers and delete marks that the watch has not reached, into a store of the same kind of
  // objects whose readers are to see them too.
  void CopyPendingTo(Store& other) const;

  // What handlers were told last, for a handler that joins. [strand]
  std::vector<kube::Object> Bases();
  kube::Object Base(std::string_view key);

 private:
  // How often an index is held by leases; 0: added by AddIndex.
  struct IndexDef {
    std::string name;
    uint64_t id = 0;
    uint64_t leases = 0;
  };
  struct Versions {
    std::string resource;
    std::string content;
  };
  struct IndexBuild;
  // A key with an answer or a delete mark on top of its base.
  struct Pending {
    kube::Object base;
    kube::Object answer;
    std::string gone_uid;
    std::string gone_version;
    base::MonoTime gone_until{};
    uint32_t mark = 0;
    bool empty() const { return !answer && gone_uid.empty(); }
    kube::Object Visible() const;
    void Reached(const kube::Object& event, bool deleted);
  };
  struct IndexLease;
  using PendingMap = std::map<std::string, Pending, std::less<>>;

  base::Status AppendByIndex(uint64_t id, std::string_view index, std::string_view value,
                             std::vector<kube::Object>& out) const;
  IndexDef* FindDef(std::string_view name) OARLOCK_REQUIRES(write_mutex_);
  bool HasIndex(std::string_view name) OARLOCK_EXCLUDES(write_mutex_);
  void IndexSlot(IndexBuild& build, uint32_t slot, const kube::Object& object);
  uint64_t BuildIndex(std::string_view name, IndexFn fn, uint64_t leases)
      OARLOCK_REQUIRES(build_mutex_) OARLOCK_EXCLUDES(write_mutex_);
  void RemoveIndexLocked(uint64_t id) OARLOCK_REQUIRES(write_mutex_);
  void ReleaseIndex(std::string_view name, uint64_t id);
  // Makes `visible` (null: nothing) what readers see under `key`.
  void Show(std::string_view key, const kube::Object& visible, uint32_t mark)
      OARLOCK_REQUIRES(write_mutex_);
  // Shows what the entry says, and drops it when nothing is pending any more.
  PendingMap::iterator Settle(PendingMap::iterator entry) OARLOCK_REQUIRES(write_mutex_);
  PendingMap::iterator PendingFor(std::string_view key) OARLOCK_REQUIRES(write_mutex_);
  kube::Object BaseLocked(std::string_view key) OARLOCK_REQUIRES(write_mutex_);
  bool IsPast(const kube::Object& answer, const std::string& key) OARLOCK_REQUIRES(write_mutex_);
  void Advance(std::string_view version) OARLOCK_REQUIRES(write_mutex_);
  void Publish(std::string_view version) OARLOCK_REQUIRES(write_mutex_);
  void SetVersions(Versions versions) OARLOCK_REQUIRES(write_mutex_);

  // One index is built at a time. Taken before write_mutex_.
  base::Mutex build_mutex_;
  // Writers' turn: held while index functions run, never while a handler runs.
  mutable base::Mutex write_mutex_;
  const std::unique_ptr<ObjectTable> table_;  // what readers see; changed under write_mutex_
  std::vector<IndexDef> defs_ OARLOCK_GUARDED_BY(write_mutex_);
  PendingMap pending_ OARLOCK_GUARDED_BY(write_mutex_);
  uint64_t next_index_id_ OARLOCK_GUARDED_BY(write_mutex_) = 1;
  uint32_t list_mark_ OARLOCK_GUARDED_BY(write_mutex_) = 0;
  bool in_batch_ OARLOCK_GUARDED_BY(write_mutex_) = false;
  std::string batch_version_ OARLOCK_GUARDED_BY(write_mutex_);
  // What the batch has removed: key to uid.
  std::map<std::string, std::string, std::less<>> batch_removed_ OARLOCK_GUARDED_BY(write_mutex_);

  std::atomic<const Versions*> versions_;  // exchanged under write_mutex_, read in a section

  std::atomic<int64_t> items_{0};
  std::atomic<int64_t> bytes_{0};
  std::atomic<size_t> pending_count_{0};
  mutable std::atomic<uint64_t> scanned_{0};
};

}  // namespace oarlock::cache
