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
// With `takes_over` an object that waits as an initial add is known: its update and delete are
// told. The end of the initial notifications is an entry of the queue too, so the handler's latch
// opens only when all of them have been handled, and always does, also when the handler throws.
// Threads: Push, PushSynced and the resync fields [strand]; the rest [any]. No lock is held while
// the handler runs; calls never overlap. Ownership: shares the handler until it is removed.
// Errors: what a handler throws is caught, counted and logged; the next notification follows.
// Limits: one entry per key that the handler knows or the store holds: bounded by construction.
// kListenerBatch entries per turn. With `pause_above` the informer takes nothing from its source
// while more than that wait (see holds_back). See oarlock_informer_handler_*.

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/executor.h"
#include "base/mutex.h"
#include "cache/informer/informer_metrics.h"
#include "cache/notification.h"
#include "cache/sync/sync_latch.h"

namespace oarlock::base {
class Log;
}

namespace oarlock::cache {

inline constexpr size_t kListenerBatch = 64;
// A call that lasts longer while more than so many notifications wait is worth a line in the log.
inline constexpr base::Duration kSlowHandler = std::chrono::milliseconds(100);
inline constexpr size_t kSlowHandlerPending = 1024;

struct ListenerOptions {
  std::string name;
  base::Executor* executor = nullptr;  // null: on the caller of Push
  std::shared_ptr<void> keep = {};     // held as long as the listener
  base::Clock* clock = nullptr;        // null: calls are not timed
  const base::Log* log = nullptr;      // may be null
  HandlerMetrics metrics;
  size_t pause_above = 0;  // 0: holds nothing back
  bool takes_over = false;
  std::function<void()> on_relief;  // [any]: holds_back() has become false
};

class Narrowing;

class Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(std::shared_ptr<EventHandler> handler, ListenerOptions options);

  // In order, as one batch: one turn of the lock, one wake-up.
  void Push(std::span<const Notification> notifications);
  void Push(const Notification& notification) { Push(std::span(&notification, 1)); }
  void PushSynced();
  // From here on every change is pushed.
  void PushesBegin() { joined_->Open(); }

  // From the return on nothing more is posted to the executor by a push.
  void Remove();
  // From the return on no call runs either: the executor may end.
  void RemoveAndWait();
  // Holds `token` until no call runs: for who may not wait.
  void KeepUntilIdle(std::shared_ptr<void> token);
  bool removed() const { return removed_.load(std::memory_order_acquire); }
  const std::string& name() const { return options_.name; }
  const std::shared_ptr<SyncLatch>& sync() const { return sync_; }
  const std::shared_ptr<SyncLatch>& joined() const { return joined_; }
  size_t pending() const;
  size_t pending_high_water() const;
  // True from the moment more than pause_above wait until half of them do.
  bool holds_back() const { return holds_back_.load(std::memory_order_acquire); }

  // The informer's notes about this handler: whose view it is of and how that is narrowed (null:
  // not at all), and when it is told again. [strand]
  std::shared_ptr<const Narrowing> narrowing;
  base::Duration resync{0};
  base::MonoTime next_resync = base::kNever;

 private:
  struct Entry {
    std::string key;       // empty: the end of the initial notifications
    bool initial = false;  // waits before that end, so all that is merged into it is initial, too
    bool has_delete = false;
    bool has_change = false;
    Notification deletion;
    Notification change;  // an add or an update
  };
  using Entries = std::list<Entry>;

  void Enqueue(const Notification& notification) OARLOCK_REQUIRES(mutex_);
  void Merge(Entries::iterator entry, const Notification& notification) OARLOCK_REQUIRES(mutex_);
  void MakeKnown(Entry& entry) const;
  void MergeDelete(Entries::iterator entry, const Notification& notification)
      OARLOCK_REQUIRES(mutex_);
  void NotePending() OARLOCK_REQUIRES(mutex_);
  void Schedule() OARLOCK_REQUIRES(mutex_);
  void PostDrain();
  void Drain();
  void Deliver(const Entry& entry);
  // Null: the end of the initial ones.
  void Call(const Notification* notification);
  void BeginBatch();
  void EndBatch();
  template <typename Function>
  void Guarded(Function function);
  void Failed(const char* what);
  void Measure(base::Duration took);
  bool BeginRun();
  // True when more waits.
  bool EndRun();

  std::atomic<bool> removed_{false};
  std::atomic<bool> holds_back_{false};
  const ListenerOptions options_;
  const std::shared_ptr<SyncLatch> sync_;
  const std::shared_ptr<SyncLatch> joined_;
  std::optional<base::SerialExecutor> strand_;  // of the handler, when queued

  mutable base::Mutex mutex_;
  base::CondVar idle_;
  std::shared_ptr<EventHandler> handler_ OARLOCK_GUARDED_BY(mutex_);
  Entries entries_ OARLOCK_GUARDED_BY(mutex_);
  std::unordered_map<std::string, Entries::iterator> by_key_ OARLOCK_GUARDED_BY(mutex_);
  size_t high_water_ OARLOCK_GUARDED_BY(mutex_) = 0;
  bool scheduled_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool running_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::vector<std::shared_ptr<void>> until_idle_ OARLOCK_GUARDED_BY(mutex_);
  std::thread::id runner_ OARLOCK_GUARDED_BY(mutex_);
  // Of the run.
  std::shared_ptr<EventHandler> current_;
  base::MonoTime call_began_{};  // or the call before ended
  uint64_t failures_ = 0;
  bool slow_logged_ = false;  // until the queue has been empty again
};

}  // namespace oarlock::cache
