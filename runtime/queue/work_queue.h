#pragma once
// WorkQueue: the keys one controller has to work on: coalescing, priority, delay, per-key backoff,
// a dispatch limit, pause and drain in one state per key.
//
// Owned by the plugin's slot in the host, apart from the workers: it outlives a generation of the
// plugin and is handed to the next one with everything in it. Sources add, workers take.
// A key is any of: ready (can be taken), processing (taken, not yet Done), dirty (added while
// processing: ready again at Done), delayed (ready at a time), held (see Verdict::kHold), idle with
// a failure count. It is never handed out twice at once, and an Add after a Get always leads to
// one more Get (INV-9). Content-free: the newest object is read from the cache.
//
// Order: higher priority first, first in first out within one; a re-add raises a ready key to the
// end of the higher level and never lowers it (PQ-2). Ageing: each point of priority is worth
// `ageing_per_point` of waiting, so steady important work delays less important keys, but no longer
// than that.
// Delay: of several pending times the earliest wins (DQ-2). An Add of a delayed key makes it ready
// now and by default drops the delay, as the coming run decides anew (PQ-3); with `keep_delay` it
// fires again later (DQ-3). Delays go on while paused. After ShutDown they are dropped (DQ-6).
// Threads: [any]. Callbacks (on ready) run on the thread that made the key ready, with no lock
// held. No thread of its own: one timer of base::Clock for the earliest delay.
// Limits: kQueueKeysMax keys (past it adds are refused and counted in
// oarlock_workqueue_refused_total), kIdleHistoriesMax idle failure counts and holds (past it they
// are forgotten). O(log n) per operation; memory shrinks with the content.
// Metrics: workqueue_* with name and controller, oarlock_workqueue_{delayed,processing,age_seconds,
// head_wait_seconds,…}. All of one scrape are of one moment.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "queue/key.h"
#include "queue/reason.h"
#include "queue/retry_delay.h"
#include "queue/token_bucket.h"

namespace oarlock::queue {

using Priority = int32_t;

inline constexpr size_t kQueueKeysMax = 4'000'000;
inline constexpr size_t kIdleHistoriesMax = 100'000;
inline constexpr Priority kPriorityDefault = 0;
inline constexpr Priority kPriorityLow = -100;       // initial list, relist, resync, reload
inline constexpr Priority kPriorityMax = 1'000'000;  // |priority| is cut at this
inline constexpr size_t kPeekMax = 1000;
inline constexpr base::Duration kAgeingMax = std::chrono::hours(1);
// Values of the label `priority`, the shared "exceeded_cardinality_limit" included.
inline constexpr size_t kPriorityLabelsMax = 25;

struct WorkQueueOptions {
  std::string name;  // labels `name` and `controller`; empty = no metrics
  RetryDelay retry_delay = ExponentialDelay();
  TokenBucketOptions dispatch_limit;                          // default: none
  base::Duration ageing_per_point = std::chrono::seconds(3);  // 0 = strict priorities
  bool keep_delay = false;                                    // DQ-3 instead of PQ-3
  size_t keys_max = kQueueKeysMax;
  size_t idle_histories_max = kIdleHistoriesMax;
  // Nanoseconds that keys were ready before they were taken are added to it. Null: to nothing.
  std::shared_ptr<std::atomic<int64_t>> waited_sum = nullptr;
};

// Who stopped the dispatch of a queue; it goes on when nobody does any more.
enum class PausedBy : uint8_t { kHost = 1, kOperator = 2 };

struct AddOptions {
  Priority priority = kPriorityDefault;
  // Nothing changed: a resync or redelivery. Ignored for a held key.
  bool refresh = false;
  Reasons reasons = 0;
};

struct KeyAdd {
  Key key;
  AddOptions options;
};

// A key handed out by Get.
struct Item {
  Key key;
  Priority priority = kPriorityDefault;  // the highest it was added with; pass it on at a requeue
  bool refresh = false;                  // true when every add since the last Get was a refresh
  Reasons reasons = 0;                   // of all adds since the last Get
  uint32_t failures = 0;                 // in a row, before this run
  base::Duration waited{};               // ready to handed out
  base::MonoTime taken{};                // handed out
};

// What becomes of a key after its run; applied in one step with Done.
struct Verdict {
  enum class Next : uint8_t {
    kNone,         // wait for the next Add
    kAfter,        // ready again after `delay`
    kRateLimited,  // a failure: ready again after its backoff
    kHold,         // wait for the next Add that is no refresh
  };
  Next next = Next::kNone;
  bool forget = false;  // clears the failure count first
  base::Duration delay{};
  Priority priority = kPriorityDefault;
};

struct QueueStats {
  size_t ready = 0;
  size_t processing = 0;
  size_t dirty = 0;  // part of processing
  size_t delayed = 0;
  size_t held = 0;
  size_t keys = 0;  // with any state
  // Of keys that became ready: adds = gets + dropped + ready, and gets = done + processing.
  uint64_t adds = 0;
  uint64_t gets = 0;
  uint64_t done = 0;
  uint64_t dropped = 0;  // by ShutDownNow
  uint64_t retries = 0;
  uint64_t refused = 0;
  bool paused = false;
  bool paused_by_operator = false;
  bool shutting_down = false;
};

// What has to happen before a key runs (again).
enum class WaitsFor : uint8_t {
  kChange,   // an add: it has nothing to do, or is held
  kDelay,    // a time that was asked for
  kBackoff,  // the time after a failure
  kRun,      // the end of its run under way
  kWorker,   // its turn, or a worker that is free
  kToken,    // the dispatch limit
  kResume,   // the end of the queue's pause
};

// What is known about one key, for "why is it stuck".
struct KeyInfo {
  Key key;
  WaitsFor waits_for = WaitsFor::kChange;
  size_t ahead = 0;  // ready keys that come before it, when it is ready
  bool ready = false;
  bool processing = false;
  bool dirty = false;
  bool held = false;
  bool backing_off = false;  // delayed because of a failure
  uint32_t failures = 0;
  Reasons reasons = 0;  // while ready or dirty
  Priority priority = kPriorityDefault;
  std::optional<base::MonoTime> due;    // delayed until
  std::optional<base::MonoTime> since;  // ready or processing since
};

enum class GetResult : uint8_t { kItem, kDeadline, kShutDown };

class QueueCore;

class WorkQueue {
 public:
  // `clock` must outlive the queue, `metrics` (may be null) too.
  WorkQueue(WorkQueueOptions options, base::Clock& clock, base::MetricRegistry* metrics = nullptr);
  ~WorkQueue();  // ShutDownNow; leaves no timer behind
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // False when refused: shut down, or too many keys.
  bool Add(Key key, AddOptions options = {});
  // The same for all of them, under one lock and with one wake-up. Keys are moved out of `adds`.
  // How many were refused.
  size_t Add(std::span<KeyAdd> adds);
  bool AddAfter(Key key, base::Duration delay, AddOptions options = {});
  // Counts a failure and adds after its backoff.
  bool AddRateLimited(Key key, AddOptions options = {});
  // Clears the failure count, nothing else (RL-8).
  void Forget(const Key& key);
  uint32_t NumRequeues(const Key& key) const;

  // The next key if one can be handed out now. Not while paused or out of tokens.
  std::optional<Item> TryGet();
  // Blocks for the next key. kShutDown once shut down and nothing is left to hand out.
  GetResult Get(Item& item, base::MonoTime deadline = base::kNever);
  // Ends the run of a key. Harmless for one that is not processing (the verdict is then ignored).
  // `now`: the caller has just read the clock; empty: it is read where it is needed.
  void Done(const Key& key, const Verdict& verdict = {}, std::optional<base::MonoTime> now = {});
  // Done of `item`'s key and TryGet into `item`, under one lock and at one time: a worker's way
  // from run to run. False: there was no key; `item` is as it was, and done.
  bool Next(Item& item, const Verdict& verdict = {}, std::optional<base::MonoTime> now = {});

  // Called with how many more keys may be taken; replaces the former one. A call that is under way
  // may still arrive once after that: capture by weak pointer. Called at once if keys are ready.
  void SetOnReady(std::function<void(size_t)> on_ready);
  // Other delays between retries and another rate from here on. What is delayed stays so.
  void SetPacing(RetryDelay retry_delay, const TokenBucketOptions& dispatch_limit);

  // No key is handed out until everybody who paused resumed; adds, delays and Done go on.
  // Idempotent.
  void Pause(PausedBy by = PausedBy::kHost);
  void Resume(PausedBy by = PausedBy::kHost);
  // Blocks until nothing is processing. False at the deadline. Used with Pause.
  bool WaitNoneProcessing(base::MonoTime deadline);
  // New code for the same keys: failure counts become 0, backoffs end now, holds are released and
  // ready again. Delays that were asked for (kAfter) stay.
  void ResetBackoff();

  // Refuses adds, drops delays; what is ready is still handed out (WQ-7). Releases a drain.
  void ShutDown();
  // ShutDown, and after it returned no key is handed out any more.
  void ShutDownNow();
  // ShutDown, then blocks until ready + processing (+ delayed, which then fire first) are 0. False
  // at the deadline or when released by a later ShutDown. Somebody must go on taking.
  bool ShutDownWithDrain(base::MonoTime deadline, bool with_delayed = false);

  size_t Len() const;  // ready keys only
  QueueStats stats() const;
  // O(ready keys), for people who ask: what one key waits for, and the first `limit` (at most
  // kPeekMax) of: running keys, longest first; ready keys, next first; delayed ones, soonest first.
  std::optional<KeyInfo> Find(const Key& key) const;
  std::vector<KeyInfo> Peek(size_t limit) const;
  const std::string& name() const;

 private:
  std::shared_ptr<QueueCore> core_;
};

}  // namespace oarlock::queue
