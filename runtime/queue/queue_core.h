#pragma once
// QueueCore: what a work queue has beside the states of its keys (key_states.h): the lock, those
// who wait, the timers, the dispatch limit and the callback.
//
// Internal to WorkQueue; shared with its timers and its metrics, which hold it weakly. Threads:
// [any]. on_ready is called without the lock.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "queue/key_states.h"
#include "queue/queue_metrics.h"
#include "queue/token_bucket.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

class QueueCore : public std::enable_shared_from_this<QueueCore> {
 public:
  using OnReady = std::function<void(size_t)>;

  QueueCore(WorkQueueOptions options, base::Clock& clock);
  void RegisterMetrics(base::MetricRegistry& registry);

  // Runs `body(states, now)` under the lock and gives its answer; then sees to the timer, and wakes
  // takers for the keys that became ready.
  template <typename Body>
  auto Change(Body body, std::optional<base::MonoTime> known_time = {});

  bool TryGet(Item& item);
  GetResult Get(Item& item, base::MonoTime deadline);
  void Done(const Key& key, const Verdict& verdict, std::optional<base::MonoTime> now);
  bool Next(Item& item, const Verdict& verdict, std::optional<base::MonoTime> now);

  void SetOnReady(OnReady on_ready);
  void SetPacing(RetryDelay retry_delay, const TokenBucketOptions& dispatch_limit);
  void SetPaused(PausedBy by, bool paused);
  bool WaitNoneProcessing(base::MonoTime deadline);
  void ShutDown(bool discard);
  bool ShutDownWithDrain(base::MonoTime deadline, bool with_delayed);
  void CancelTimers();

  size_t Len() const OARLOCK_NO_THREAD_SAFETY_ANALYSIS { return states_.ready(); }
  QueueStats Stats();
  std::optional<KeyInfo> Find(const Key& key);
  std::vector<KeyInfo> Peek(size_t limit);
  const WorkQueueOptions& options() const { return options_; }

 private:
  size_t WakeTakers() OARLOCK_REQUIRES(mutex_);
  bool Wait(base::CondVar& cv, base::MonoTime deadline) OARLOCK_REQUIRES(mutex_);
  void WakeAll() OARLOCK_REQUIRES(mutex_);
  void Close(bool drop_delayed) OARLOCK_REQUIRES(mutex_);
  bool Take(Item& item, OperationTime& now) OARLOCK_REQUIRES(mutex_);
  void EndRun(const Key& key, const Verdict& verdict, OperationTime& now) OARLOCK_REQUIRES(mutex_);
  void ArmDelayTimer() OARLOCK_REQUIRES(mutex_);
  void OnDelayTimer(uint64_t run);
  void ArmTokenTimer(base::MonoTime now) OARLOCK_REQUIRES(mutex_);
  void OnTokenTimer();
  QueueStats StatsLocked() const OARLOCK_REQUIRES(mutex_);
  QueueSnapshot Snapshot();
  void Explain(KeyInfo& info) OARLOCK_REQUIRES(mutex_);

  WorkQueueOptions options_;
  base::Clock& clock_;
  std::unique_ptr<QueueMetrics> metrics_;  // constant once registered

  base::Mutex mutex_;
  base::CondVar takers_;
  base::CondVar drainers_;
  KeyStates states_ OARLOCK_GUARDED_BY(mutex_);
  TokenBucket bucket_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<const OnReady> on_ready_ OARLOCK_GUARDED_BY(mutex_);
  base::TimerId delay_timer_ OARLOCK_GUARDED_BY(mutex_) = 0;
  base::TimerId token_timer_ OARLOCK_GUARDED_BY(mutex_) = 0;
  base::MonoTime delay_timer_due_ OARLOCK_GUARDED_BY(mutex_){};
  uint64_t delay_timer_run_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t releases_ OARLOCK_GUARDED_BY(mutex_) = 0;
  size_t draining_ OARLOCK_GUARDED_BY(mutex_) = 0;  // who waits for the end of the runs
  bool wake_all_ready_ OARLOCK_GUARDED_BY(mutex_) = false;
  uint8_t paused_ OARLOCK_GUARDED_BY(mutex_) = 0;  // of PausedBy
};

template <typename Body>
auto QueueCore::Change(Body body, std::optional<base::MonoTime> known_time) {
  std::shared_ptr<const OnReady> on_ready;
  size_t count = 0;
  const auto result = [&] {
    base::MutexLock lock(mutex_);
    OperationTime now(clock_, known_time);
    const auto out = body(states_, now);
    if (delay_timer_ != 0 || states_.any_delayed()) ArmDelayTimer();
    if (states_.any_woken() || wake_all_ready_) count = WakeTakers();
    if (count > 0) on_ready = on_ready_;
    return out;
  }();
  if (on_ready) (*on_ready)(count);
  return result;
}

}  // namespace oarlock::queue
