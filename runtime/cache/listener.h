#pragma once
// Listener: the way of notifications from an informer to one handler (client-go's
// processorListener, bounded).
//
// Without an executor the handler runs at once, on the informer's strand. With one, notifications
// wait in a queue that merges them by key, so that a slow handler costs memory for its keys only:
//   add + update = add (new)                  add + delete = nothing
//   update + update = update (first old, last new)   update + delete = delete (final state)
//   delete + add = both, in order             delete, add + delete = the first delete
//   anything pending + redeliver = unchanged
// The end of the initial notifications is an entry of the queue too, so HasSynced turns true only
// when all of them have been handled, and always does.
// Threads: Push, PushSynced and the resync fields [strand]; the rest [any]. No lock is held while
// the handler runs; calls never overlap. Ownership: shares the handler until it is removed.
// Limits: one entry per key that the handler knows or the store holds: bounded by construction.
// See pending() and oarlock_informer_handler_pending. kListenerBatch entries per turn.

#include <atomic>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

#include "base/clock.h"
#include "base/executor.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "cache/notification.h"

namespace oarlock::cache {

inline constexpr size_t kListenerBatch = 64;

class Narrowing;

class Listener : public std::enable_shared_from_this<Listener> {
 public:
  // `executor` null: on the caller of Push.
  Listener(std::shared_ptr<EventHandler> handler, base::Executor* executor,
           std::shared_ptr<base::Gauge> pending_gauge);

  void Push(const Notification& notification);
  void PushSynced();

  void Remove();
  void RemoveAndWait();
  bool removed() const { return removed_.load(std::memory_order_acquire); }
  bool HasSynced() const { return synced_.load(std::memory_order_acquire); }
  size_t pending() const;
  size_t pending_high_water() const;

  // The informer's notes about this handler: whose view it is of and how that is narrowed (null:
  // not at all), and when it is told again. [strand]
  std::shared_ptr<const Narrowing> narrowing;
  base::Duration resync{0};
  base::MonoTime next_resync = base::kNever;

 private:
  struct Entry {
    std::string key;  // empty: the end of the initial notifications
    bool has_delete = false;
    bool has_change = false;
    Notification deletion;
    Notification change;  // an add or an update
  };
  using Entries = std::list<Entry>;

  void Enqueue(const Notification& notification) OARLOCK_REQUIRES(mutex_);
  void Merge(Entries::iterator entry, const Notification& notification) OARLOCK_REQUIRES(mutex_);
  void MergeDelete(Entries::iterator entry, const Notification& notification)
      OARLOCK_REQUIRES(mutex_);
  void PostDrain();
  void Drain();
  void Deliver(const Entry& entry);
  bool BeginRun();
  // True when more waits.
  bool EndRun();

  std::atomic<bool> removed_{false};
  std::atomic<bool> synced_{false};
  const bool queued_;
  const std::shared_ptr<base::Gauge> gauge_;
  std::optional<base::SerialExecutor> strand_;  // of the handler, when queued

  mutable base::Mutex mutex_;
  base::CondVar idle_;
  std::shared_ptr<EventHandler> handler_ OARLOCK_GUARDED_BY(mutex_);
  Entries entries_ OARLOCK_GUARDED_BY(mutex_);
  std::unordered_map<std::string, Entries::iterator> by_key_ OARLOCK_GUARDED_BY(mutex_);
  size_t high_water_ OARLOCK_GUARDED_BY(mutex_) = 0;
  bool scheduled_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool running_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::thread::id runner_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<EventHandler> current_;  // of the run
};

}  // namespace oarlock::cache
