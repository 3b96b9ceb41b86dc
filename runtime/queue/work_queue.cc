#include "queue/work_queue.h"

#include <algorithm>
#include <boost/unordered_map.hpp>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "queue/indexed_heap.h"
#include "queue/queue_entry.h"
#include "queue/queue_metrics.h"
#include "queue/ready_keys.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using base::MonoTime;
using base::MutexLock;

// A delay past this never fires in practice; the cut keeps the arithmetic from overflowing.
constexpr Duration kDelayMax = std::chrono::hours(24 * 365 * 10);
constexpr size_t kKeepBuckets = 1024;

}  // namespace

class WorkQueue::Core : public std::enable_shared_from_this<Core> {
 public:
  using OnReady = std::function<void(size_t)>;

  Core(WorkQueueOptions options, base::Clock& clock)
      : options_(std::move(options)),
        clock_(clock),
        ready_(std::clamp<Duration>(options_.ageing_per_point, Duration::zero(), kAgeingMax)),
        bucket_(options_.dispatch_limit) {
    if (!options_.retry_delay) options_.retry_delay = ExponentialDelay();
  }

  void RegisterMetrics(base::MetricRegistry& registry) {
    metrics_ = std::make_unique<QueueMetrics>(registry, options_.name, [weak = weak_from_this()] {
      const auto core = weak.lock();
      return core ? core->Snapshot() : QueueSnapshot{};
    });
  }

  bool Add(const Key& key, AddOptions options) {
    return Locked([&]() OARLOCK_REQUIRES(mutex_) {
      const Accepted accepted = Accept(key, options);
      if (accepted.entry != nullptr) Mark(*accepted.entry, options);
      return accepted.ok;
    });
  }

  bool AddAfter(const Key& key, Duration delay, AddOptions options) {
    return Locked([&]() OARLOCK_REQUIRES(mutex_) {
      const Accepted accepted = Accept(key, options);
      if (accepted.entry != nullptr) DelayOrMark(*accepted.entry, delay, options, false);
      return accepted.ok;
    });
  }

  bool AddRateLimited(const Key& key, AddOptions options) {
    return Locked([&]() OARLOCK_REQUIRES(mutex_) {
      const Accepted accepted = Accept(key, options);
      if (Entry* const entry = accepted.entry; entry != nullptr) {
        DelayOrMark(*entry, NextBackoff(*entry), options, true);
      }
      return accepted.ok;
    });
  }

  void Forget(const Key& key) {
    MutexLock lock(mutex_);
    const auto it = entries_.find(key);
    if (it == entries_.end()) return;
    it->second.failures = 0;
    Settle(it->second);
  }

  std::optional<Item> TryGet() {
    MutexLock lock(mutex_);
    return Take();
  }

  GetResult Get(Item& item, MonoTime deadline) {
    MutexLock lock(mutex_);
    for (bool in_time = true;;) {
      if (auto taken = Take()) {
        item = std::move(*taken);
        return GetResult::kItem;
      }
      if (shut_down_ && (paused_ || NothingToComeLocked())) return GetResult::kShutDown;
      if (!in_time) return GetResult::kDeadline;
      in_time = Wait(takers_, deadline);
    }
  }

  void Done(const Key& key, const Verdict& verdict) {
    Locked([&]() OARLOCK_REQUIRES(mutex_) {
      const auto it = entries_.find(key);
      if (it != entries_.end() && it->second.processing()) Finish(it->second, verdict);
      return true;
    });
  }

  void SetOnReady(OnReady on_ready) {
    Locked([&]() OARLOCK_REQUIRES(mutex_) {
      on_ready_ = on_ready ? std::make_shared<const OnReady>(std::move(on_ready)) : nullptr;
      woken_ = ready_.size();
      return true;
    });
  }

  void SetPaused(bool paused) {
    Locked([&]() OARLOCK_REQUIRES(mutex_) {
      if (paused_ && !paused) woken_ = ready_.size();
      paused_ = paused;
      return true;
    });
  }

  bool WaitNoneProcessing(MonoTime deadline) {
    MutexLock lock(mutex_);
    while (!processing_.empty()) {
      if (!Wait(drainers_, deadline)) return processing_.empty();
    }
    return true;
  }

  void ResetBackoff() {
    Locked([&]() OARLOCK_REQUIRES(mutex_) {
      std::vector<Entry*> all;
      all.reserve(entries_.size());
      for (auto& [key, entry] : entries_) all.push_back(&entry);
      for (Entry* entry : all) ResetOne(*entry);
      ArmDelayTimer();
      return true;
    });
  }

  void ShutDown(bool discard) {
    MutexLock lock(mutex_);
    shut_down_ = true;
    ++releases_;
    DropDelayed();
    if (discard) DropReady();
    WakeAll();
  }

  bool ShutDownWithDrain(MonoTime deadline, bool with_delayed) {
    MutexLock lock(mutex_);
    shut_down_ = true;
    if (!with_delayed) DropDelayed();
    WakeAll();
    const uint64_t releases = releases_;
    while (!DrainedLocked() && releases == releases_) {
      if (!Wait(drainers_, deadline)) break;
    }
    const bool drained = DrainedLocked();
    DropDelayed();
    WakeAll();
    return drained;
  }

  void CancelTimers() {
    MutexLock lock(mutex_);
    if (delay_timer_ != 0) clock_.Cancel(delay_timer_);
    if (token_timer_ != 0) clock_.Cancel(token_timer_);
    delay_timer_ = token_timer_ = 0;
  }

  QueueStats Stats() {
    MutexLock lock(mutex_);
    return StatsLocked();
  }

  QueueSnapshot Snapshot() {
    MutexLock lock(mutex_);
    QueueSnapshot out{StatsLocked(), ready_.DepthByLabel(), 0, 0};
    const MonoTime now = clock_.Now();
    for (const Entry* entry : processing_) {
      const double age = std::chrono::duration<double>(now - entry->processing_since).count();
      out.unfinished_seconds += age;
      out.longest_seconds = std::max(out.longest_seconds, age);
    }
    return out;
  }

  std::optional<KeyInfo> Find(const Key& key) {
    MutexLock lock(mutex_);
    const auto it = entries_.find(key);
    if (it == entries_.end()) return std::nullopt;
    const Entry& e = it->second;
    KeyInfo info;
    info.ready = e.ready();
    info.processing = e.processing();
    info.dirty = e.dirty;
    info.held = e.held;
    info.backing_off = e.delayed() && e.backoff;
    info.failures = e.failures;
    info.priority = e.delayed() && !e.ready() ? e.delayed_priority : e.priority;
    if (e.delayed()) info.due = e.due;
    if (e.processing()) info.since = e.processing_since;
    if (e.ready()) info.since = e.ready_since;
    return info;
  }

  const WorkQueueOptions& options() const { return options_; }

 private:
  // Runs `body` under the lock, then wakes takers and calls on_ready without it.
  template <typename Body>
  bool Locked(Body body) OARLOCK_NO_THREAD_SAFETY_ANALYSIS {
    std::shared_ptr<const OnReady> on_ready;
    size_t count = 0;
    bool result = false;
    {
      MutexLock lock(mutex_);
      result = body();
      count = paused_ ? 0 : std::exchange(woken_, 0);
      if (count == 1) takers_.NotifyOne();
      if (count > 1) takers_.NotifyAll();
      if (count > 0) on_ready = on_ready_;
    }
    if (on_ready) (*on_ready)(count);
    return result;
  }

  bool Wait(base::CondVar& cv, MonoTime deadline) OARLOCK_REQUIRES(mutex_) {
    if (deadline != base::kNever) return clock_.WaitUntil(cv, mutex_, deadline);
    cv.Wait(mutex_);
    return true;
  }

  void WakeAll() OARLOCK_REQUIRES(mutex_) {
    takers_.NotifyAll();
    drainers_.NotifyAll();
  }

  struct Accepted {
    bool ok;
    Entry* entry;  // null when refused, or when a held key has nothing to do
  };

  Accepted Accept(const Key& key, AddOptions& options) OARLOCK_REQUIRES(mutex_) {
    options.priority = std::clamp(options.priority, -kPriorityMax, kPriorityMax);
    if (shut_down_) return {false, nullptr};
    auto it = entries_.find(key);
    if (it == entries_.end()) {
      if (entries_.size() >= options_.keys_max) {
        ++refused_;
        return {false, nullptr};
      }
      it = entries_.emplace(key, Entry{}).first;
      it->second.key = &it->first;
    }
    Entry& entry = it->second;
    return {true, entry.held && options.refresh ? nullptr : &entry};
  }

  void Activate(Entry& entry) OARLOCK_REQUIRES(mutex_) {
    if (std::exchange(entry.held, false)) --held_;
    if (std::exchange(entry.idle, false)) --idle_;
  }

  // Makes the key due now, and by default ends its delay.
  void Mark(Entry& entry, AddOptions options) OARLOCK_REQUIRES(mutex_) {
    Activate(entry);
    if (entry.delayed() && !options_.keep_delay) {
      options.priority = std::max(options.priority, entry.delayed_priority);
      options.refresh = options.refresh && entry.delayed_refresh;
      delayed_.Remove(entry);
      ArmDelayTimer();
    }
    if (entry.ready() || entry.dirty) {
      Merge(entry, options);
      return;
    }
    entry.priority = options.priority;
    entry.refresh = options.refresh;
    entry.ready_since = clock_.Now();
    if (entry.processing()) {
      entry.dirty = true;
      ++dirty_;
    } else {
      PushReady(entry);
    }
  }

  void Merge(Entry& entry, const AddOptions& options) OARLOCK_REQUIRES(mutex_) {
    entry.refresh = entry.refresh && options.refresh;
    if (options.priority <= entry.priority) return;
    if (entry.ready()) {
      ready_.Raise(entry, options.priority, clock_.Now());
    } else {
      entry.priority = options.priority;
    }
  }

  void PushReady(Entry& entry) OARLOCK_REQUIRES(mutex_) {
    ready_.Push(entry, clock_.Now());
    ++adds_;
    ++woken_;
  }

  Duration NextBackoff(Entry& entry) OARLOCK_REQUIRES(mutex_) {
    const Duration delay = options_.retry_delay(entry.failures);
    if (entry.failures < UINT32_MAX) ++entry.failures;
    return delay;
  }

  void DelayOrMark(Entry& entry, Duration delay, AddOptions options, bool backoff)
      OARLOCK_REQUIRES(mutex_) {
    ++retries_;
    const bool due_now = entry.ready() || entry.dirty;
    if (delay <= Duration::zero() || (due_now && !options_.keep_delay)) {
      Mark(entry, options);
      return;
    }
    Activate(entry);
    const MonoTime due = clock_.Now() + std::min(delay, kDelayMax);
    if (!entry.delayed()) {
      entry.due = due;
      entry.delayed_priority = options.priority;
      entry.delayed_refresh = options.refresh;
      entry.backoff = backoff;
      entry.delay_sequence = ++delay_sequence_;
      delayed_.Push(entry);
    } else {
      entry.delayed_priority = std::max(entry.delayed_priority, options.priority);
      entry.delayed_refresh = entry.delayed_refresh && options.refresh;
      if (due < entry.due) {
        entry.due = due;
        entry.backoff = backoff;
        entry.delay_sequence = ++delay_sequence_;
        delayed_.Update(entry);
      }
    }
    ArmDelayTimer();
  }

  std::optional<Item> Take() OARLOCK_REQUIRES(mutex_) {
    if (paused_ || ready_.empty()) return std::nullopt;
    const MonoTime now = clock_.Now();
    if (!bucket_.TryTake(now)) {
      ArmTokenTimer(bucket_.NextAt(now));
      return std::nullopt;
    }
    Entry& entry = ready_.top();
    ready_.Remove(entry);
    if (shut_down_ && ready_.empty()) takers_.NotifyAll();  // the others need wait no longer
    ++gets_;
    entry.processing_slot = static_cast<uint32_t>(processing_.size());
    entry.processing_since = now;
    processing_.push_back(&entry);
    const Duration waited = now - entry.ready_since;
    if (metrics_) metrics_->ObserveWait(waited);
    return Item{*entry.key, entry.priority, entry.refresh, entry.failures, waited};
  }

  void Finish(Entry& entry, const Verdict& verdict) OARLOCK_REQUIRES(mutex_) {
    if (metrics_) metrics_->ObserveWork(clock_.Now() - entry.processing_since);
    if (verdict.forget) entry.failures = 0;
    if (!shut_down_) ApplyVerdict(entry, verdict);
    processing_.back()->processing_slot = entry.processing_slot;
    std::swap(processing_[entry.processing_slot], processing_.back());
    processing_.pop_back();
    entry.processing_slot = kNoSlot;
    if (entry.dirty) {
      entry.dirty = false;
      --dirty_;
      PushReady(entry);
    }
    Settle(entry);
    if (processing_.empty()) drainers_.NotifyAll();
    if (shut_down_) WakeAll();
  }

  void ApplyVerdict(Entry& entry, const Verdict& verdict) OARLOCK_REQUIRES(mutex_) {
    const AddOptions options{std::clamp(verdict.priority, -kPriorityMax, kPriorityMax), false};
    switch (verdict.next) {
      case Verdict::Next::kNone: break;
      case Verdict::Next::kAfter: DelayOrMark(entry, verdict.delay, options, false); break;
      case Verdict::Next::kRateLimited:
        DelayOrMark(entry, NextBackoff(entry), options, true);
        break;
      case Verdict::Next::kHold: Hold(entry); break;
    }
  }

  void Hold(Entry& entry) OARLOCK_REQUIRES(mutex_) {
    if (entry.dirty && !entry.refresh) return;  // it changed meanwhile: run again instead
    if (std::exchange(entry.dirty, false)) --dirty_;
    if (entry.delayed()) delayed_.Remove(entry);
    entry.held = true;
    ++held_;
  }

  // Drops an entry that has nothing to say, or counts it as idle.
  void Settle(Entry& entry) OARLOCK_REQUIRES(mutex_) {
    if (entry.ready() || entry.processing() || entry.delayed()) return;
    if (entry.failures > 0 || entry.held) {
      if (entry.idle) return;
      if (idle_ < options_.idle_histories_max) {
        entry.idle = true;
        ++idle_;
        return;
      }
    }
    Activate(entry);
    entries_.erase(*entry.key);
    const size_t buckets = entries_.bucket_count();
    if (buckets > kKeepBuckets && entries_.size() < buckets / 8) entries_.rehash(buckets / 4);
  }

  void ResetOne(Entry& entry) OARLOCK_REQUIRES(mutex_) {
    entry.failures = 0;
    const bool backing_off = entry.delayed() && entry.backoff;
    if (backing_off || entry.held) {
      const Priority priority = backing_off ? entry.delayed_priority : kPriorityDefault;
      if (backing_off) delayed_.Remove(entry);
      if (!shut_down_) Mark(entry, {priority, false});
    }
    Settle(entry);
  }

  void DropDelayed() OARLOCK_REQUIRES(mutex_) {
    while (!delayed_.empty()) {
      Entry& entry = delayed_.top();
      delayed_.Remove(entry);
      Settle(entry);
    }
    ArmDelayTimer();
  }

  void DropReady() OARLOCK_REQUIRES(mutex_) {
    for (Entry* entry : processing_) entry->dirty = false;
    dirty_ = 0;
    while (!ready_.empty()) {
      Entry& entry = ready_.top();
      ready_.Remove(entry);
      Settle(entry);
    }
  }

  bool NothingToComeLocked() OARLOCK_REQUIRES(mutex_) {
    return ready_.empty() && dirty_ == 0 && delayed_.empty();
  }
  bool DrainedLocked() OARLOCK_REQUIRES(mutex_) {
    return ready_.empty() && processing_.empty() && delayed_.empty();
  }

  // Keeps one timer, never later than the first delay. One that has become too early just looks
  // again: cheaper than to move it at each removal.
  void ArmDelayTimer() OARLOCK_REQUIRES(mutex_) {
    if (delayed_.empty()) {
      if (delay_timer_ != 0) clock_.Cancel(std::exchange(delay_timer_, 0));
      return;
    }
    const MonoTime due = delayed_.top().due;
    if (delay_timer_ != 0 && delay_timer_due_ <= due) return;
    if (delay_timer_ != 0) clock_.Cancel(delay_timer_);
    delay_timer_due_ = due;
    delay_timer_ = clock_.Schedule(due, [weak = weak_from_this(), run = ++delay_timer_run_] {
      if (const auto core = weak.lock()) core->OnDelayTimer(run);
    });
  }

  void OnDelayTimer(uint64_t run) {
    Locked([&]() OARLOCK_REQUIRES(mutex_) {
      if (run == delay_timer_run_) delay_timer_ = 0;
      const MonoTime now = clock_.Now();
      while (!delayed_.empty() && delayed_.top().due <= now) {
        Entry& entry = delayed_.top();
        delayed_.Remove(entry);
        Mark(entry, {entry.delayed_priority, entry.delayed_refresh});
      }
      ArmDelayTimer();
      return true;
    });
  }

  void ArmTokenTimer(MonoTime at) OARLOCK_REQUIRES(mutex_) {
    if (token_timer_ != 0) return;
    token_timer_ = clock_.Schedule(at, [weak = weak_from_this()] {
      if (const auto core = weak.lock()) core->OnTokenTimer();
    });
  }

  void OnTokenTimer() {
    Locked([&]() OARLOCK_REQUIRES(mutex_) {
      token_timer_ = 0;
      if (!ready_.empty()) woken_ = std::max<size_t>(woken_, 1);
      return true;
    });
  }

  QueueStats StatsLocked() const OARLOCK_REQUIRES(mutex_) {
    return {ready_.size(), processing_.size(), dirty_,  delayed_.size(),
            held_,         entries_.size(),    adds_,   gets_,
            retries_,      refused_,           paused_, shut_down_};
  }

  WorkQueueOptions options_;
  base::Clock& clock_;
  std::unique_ptr<QueueMetrics> metrics_;  // constant once registered

  base::Mutex mutex_;
  base::CondVar takers_;
  base::CondVar drainers_;
  boost::unordered_map<Key, Entry, KeyHash> entries_ OARLOCK_GUARDED_BY(mutex_);
  ReadyKeys ready_ OARLOCK_GUARDED_BY(mutex_);
  IndexedHeap<Entry, DueOrder> delayed_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<Entry*> processing_ OARLOCK_GUARDED_BY(mutex_);
  TokenBucket bucket_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<const OnReady> on_ready_ OARLOCK_GUARDED_BY(mutex_);
  base::TimerId delay_timer_ OARLOCK_GUARDED_BY(mutex_) = 0;
  base::TimerId token_timer_ OARLOCK_GUARDED_BY(mutex_) = 0;
  MonoTime delay_timer_due_ OARLOCK_GUARDED_BY(mutex_){};
  uint64_t delay_timer_run_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t delay_sequence_ OARLOCK_GUARDED_BY(mutex_) = 0;
  size_t woken_ OARLOCK_GUARDED_BY(mutex_) = 0;  // became ready since the last wake-up
  size_t dirty_ OARLOCK_GUARDED_BY(mutex_) = 0;
  size_t held_ OARLOCK_GUARDED_BY(mutex_) = 0;
  size_t idle_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t adds_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t gets_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t retries_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t refused_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t releases_ OARLOCK_GUARDED_BY(mutex_) = 0;
  bool paused_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool shut_down_ OARLOCK_GUARDED_BY(mutex_) = false;
};

WorkQueue::WorkQueue(WorkQueueOptions options, base::Clock& clock, base::MetricRegistry* metrics)
    : core_(std::make_shared<Core>(std::move(options), clock)) {
  if (metrics != nullptr && !core_->options().name.empty()) core_->RegisterMetrics(*metrics);
}

WorkQueue::~WorkQueue() {
  core_->ShutDown(true);
  core_->CancelTimers();
}

bool WorkQueue::Add(const Key& key, AddOptions options) { return core_->Add(key, options); }
bool WorkQueue::AddAfter(const Key& key, Duration delay, AddOptions options) {
  return core_->AddAfter(key, delay, options);
}
bool WorkQueue::AddRateLimited(const Key& key, AddOptions options) {
  return core_->AddRateLimited(key, options);
}
void WorkQueue::Forget(const Key& key) { core_->Forget(key); }
uint32_t WorkQueue::NumRequeues(const Key& key) const {
  const auto info = core_->Find(key);
  return info ? info->failures : 0;
}
std::optional<Item> WorkQueue::TryGet() { return core_->TryGet(); }
GetResult WorkQueue::Get(Item& item, MonoTime deadline) { return core_->Get(item, deadline); }
void WorkQueue::Done(const Key& key, const Verdict& verdict) { core_->Done(key, verdict); }
void WorkQueue::SetOnReady(std::function<void(size_t)> on_ready) {
  core_->SetOnReady(std::move(on_ready));
}
void WorkQueue::Pause() { core_->SetPaused(true); }
void WorkQueue::Resume() { core_->SetPaused(false); }
bool WorkQueue::WaitNoneProcessing(MonoTime deadline) {
  return core_->WaitNoneProcessing(deadline);
}
void WorkQueue::ResetBackoff() { core_->ResetBackoff(); }
void WorkQueue::ShutDown() { core_->ShutDown(false); }
void WorkQueue::ShutDownNow() { core_->ShutDown(true); }
bool WorkQueue::ShutDownWithDrain(MonoTime deadline, bool with_delayed) {
  return core_->ShutDownWithDrain(deadline, with_delayed);
}
size_t WorkQueue::Len() const { return core_->Stats().ready; }
QueueStats WorkQueue::stats() const { return core_->Stats(); }
std::optional<KeyInfo> WorkQueue::Find(const Key& key) const { return core_->Find(key); }
const std::string& WorkQueue::name() const { return core_->options().name; }

}  // namespace oarlock::queue
