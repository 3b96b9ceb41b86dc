#include "queue/queue_core.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace oarlock::queue {

using base::MonoTime;
using base::MutexLock;

QueueCore::QueueCore(WorkQueueOptions options, base::Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      states_(options_),
      bucket_(options_.dispatch_limit) {
  if (!options_.retry_delay) options_.retry_delay = ExponentialDelay();
}

void QueueCore::RegisterMetrics(base::MetricRegistry& registry) {
  metrics_ = std::make_unique<QueueMetrics>();
  metrics_->Register(registry, options_.name,
                     [weak = weak_from_this()]() -> std::optional<QueueSnapshot> {
                       const auto core = weak.lock();
                       if (!core) return std::nullopt;
                       return core->Snapshot();
                     });
}

bool QueueCore::TryGet(Item& item) {
  MutexLock lock(mutex_);
  OperationTime now(clock_);
  return Take(item, now);
}

GetResult QueueCore::Get(Item& item, MonoTime deadline) {
  MutexLock lock(mutex_);
  for (bool in_time = true;;) {
    OperationTime now(clock_);
    if (Take(item, now)) return GetResult::kItem;
    if (states_.closed() && (paused_ != 0 || states_.nothing_to_come()))
      return GetResult::kShutDown;
    if (!in_time) return GetResult::kDeadline;
    in_time = Wait(takers_, deadline);
  }
}

void QueueCore::Done(const Key& key, const Verdict& verdict, std::optional<MonoTime> known_time) {
  const auto body = [&](KeyStates&, OperationTime& now) OARLOCK_REQUIRES(mutex_) {
    EndRun(key, verdict, now);
    return true;
  };
  Change(body, known_time);
}

bool QueueCore::Next(Item& item, const Verdict& verdict, std::optional<MonoTime> known_time) {
  const auto body = [&](KeyStates&, OperationTime& now) OARLOCK_REQUIRES(mutex_) {
    EndRun(item.key, verdict, now);
    return Take(item, now);
  };
  return Change(body, known_time);
}

void QueueCore::EndRun(const Key& key, const Verdict& verdict, OperationTime& now) {
  KeyStates::RunTimes times;
  const bool ended = states_.Done(key, verdict, now, metrics_ ? &times : nullptr);
  if (ended && metrics_) metrics_->ObserveRun(times.worked, times.age);
  if (draining_ > 0 && !states_.any_processing()) drainers_.NotifyAll();
  if (states_.closed()) WakeAll();
}

void QueueCore::SetOnReady(OnReady on_ready) {
  Change([&](KeyStates&, OperationTime&) OARLOCK_REQUIRES(mutex_) {
    on_ready_ = on_ready ? std::make_shared<const OnReady>(std::move(on_ready)) : nullptr;
    wake_all_ready_ = true;
    return true;
  });
}

void QueueCore::SetPacing(RetryDelay retry_delay, const TokenBucketOptions& dispatch_limit) {
  Change([&](KeyStates&, OperationTime&) OARLOCK_REQUIRES(mutex_) {
    options_.retry_delay = retry_delay ? std::move(retry_delay) : ExponentialDelay();
    if (options_.dispatch_limit == dispatch_limit) return true;  // its tokens stay used
    options_.dispatch_limit = dispatch_limit;
    bucket_ = TokenBucket(dispatch_limit);
    if (token_timer_ != 0) clock_.Cancel(std::exchange(token_timer_, 0));
    wake_all_ready_ = true;
    return true;
  });
}

void QueueCore::SetPaused(PausedBy by, bool paused) {
  Change([&](KeyStates&, OperationTime&) OARLOCK_REQUIRES(mutex_) {
    const auto bit = static_cast<uint8_t>(by);
    const auto now = static_cast<uint8_t>(paused ? paused_ | bit : paused_ & ~bit);
    wake_all_ready_ = wake_all_ready_ || (paused_ != 0 && now == 0);
    paused_ = now;
    return true;
  });
}

bool QueueCore::WaitNoneProcessing(MonoTime deadline) {
  MutexLock lock(mutex_);
  ++draining_;
  for (bool in_time = true; states_.any_processing() && in_time;) {
    in_time = Wait(drainers_, deadline);
  }
  --draining_;
  return !states_.any_processing();
}

void QueueCore::ShutDown(bool discard) {
  MutexLock lock(mutex_);
  ++releases_;
  Close(true);
  if (discard) states_.DropReady();
}

bool QueueCore::ShutDownWithDrain(MonoTime deadline, bool with_delayed) {
  MutexLock lock(mutex_);
  Close(!with_delayed);
  const uint64_t releases = releases_;
  while (!states_.drained() && releases == releases_) {
    if (!Wait(drainers_, deadline)) break;
  }
  const bool drained = states_.drained();
  Close(true);
  return drained;
}

void QueueCore::CancelTimers() {
  MutexLock lock(mutex_);
  if (delay_timer_ != 0) clock_.Cancel(delay_timer_);
  if (token_timer_ != 0) clock_.Cancel(token_timer_);
  delay_timer_ = token_timer_ = 0;
}

QueueStats QueueCore::Stats() {
  MutexLock lock(mutex_);
  return StatsLocked();
}

std::optional<KeyInfo> QueueCore::Find(const Key& key) {
  MutexLock lock(mutex_);
  auto info = states_.Find(key);
  if (info) Explain(*info);
  return info;
}

std::vector<KeyInfo> QueueCore::Peek(size_t limit) {
  MutexLock lock(mutex_);
  std::vector<KeyInfo> infos = states_.Peek(std::min(limit, kPeekMax));
  for (KeyInfo& info : infos) Explain(info);
  return infos;
}

// How many more keys can be taken than the takers know of.
size_t QueueCore::WakeTakers() {
  const size_t woken = states_.TakeWoken();
  if (paused_ != 0) return 0;
  const size_t ready = states_.ready();
  const size_t count = std::exchange(wake_all_ready_, false) ? ready : std::min(woken, ready);
  if (count == 1) takers_.NotifyOne();
  if (count > 1) takers_.NotifyAll();
  return count;
}

bool QueueCore::Wait(base::CondVar& cv, MonoTime deadline) {
  if (deadline != base::kNever) return clock_.WaitUntil(cv, mutex_, deadline);
  cv.Wait(mutex_);
  return true;
}

void QueueCore::WakeAll() {
  takers_.NotifyAll();
  drainers_.NotifyAll();
}

void QueueCore::Close(bool drop_delayed) {
  states_.Close();
  if (drop_delayed) states_.DropDelayed();
  ArmDelayTimer();
  WakeAll();
}

bool QueueCore::Take(Item& item, OperationTime& time) {
  if (paused_ != 0 || !states_.any_ready()) return false;
  const MonoTime now = time();
  if (!bucket_.TryTake(now)) {
    ArmTokenTimer(now);
    return false;
  }
  states_.Take(item, now);
  if (metrics_) metrics_->ObserveWait(item.waited);
  if (options_.waited_sum) {
    options_.waited_sum->fetch_add(item.waited.count(), std::memory_order_relaxed);
  }
  if (states_.any_ready()) {
    // Takers that found no token sleep: the next token has to wake one even if nobody asks.
    if (bucket_.limits()) ArmTokenTimer(now);
  } else if (states_.closed()) {
    takers_.NotifyAll();  // the others need wait no longer
  }
  return true;
}

// Keeps one timer, never later than the first delay. One that has become too early just looks
// again: cheaper than to move it at each removal.
void QueueCore::ArmDelayTimer() {
  const MonoTime due = states_.next_due();
  if (due == base::kNever) {
    if (delay_timer_ != 0) clock_.Cancel(std::exchange(delay_timer_, 0));
    return;
  }
  if (delay_timer_ != 0 && delay_timer_due_ <= due) return;
  if (delay_timer_ != 0) clock_.Cancel(delay_timer_);
  delay_timer_due_ = due;
  delay_timer_ = clock_.Schedule(due, [weak = weak_from_this(), run = ++delay_timer_run_] {
    if (const auto core = weak.lock()) core->OnDelayTimer(run);
  });
}

void QueueCore::OnDelayTimer(uint64_t run) {
  Change([&](KeyStates& states, OperationTime& now) OARLOCK_REQUIRES(mutex_) {
    if (run == delay_timer_run_) delay_timer_ = 0;
    states.FireDue(now);
    return true;
  });
}

void QueueCore::ArmTokenTimer(MonoTime now) {
  if (token_timer_ != 0) return;
  token_timer_ = clock_.Schedule(bucket_.NextAt(now), [weak = weak_from_this()] {
    if (const auto core = weak.lock()) core->OnTokenTimer();
  });
}

void QueueCore::OnTokenTimer() {
  std::shared_ptr<const OnReady> on_ready;
  {
    MutexLock lock(mutex_);
    token_timer_ = 0;
    if (paused_ != 0 || !states_.any_ready()) return;
    takers_.NotifyOne();
    on_ready = on_ready_;
  }
  if (on_ready) (*on_ready)(1);
}

QueueStats QueueCore::StatsLocked() const {
  QueueStats out = states_.stats();
  out.paused = paused_ != 0;
  out.paused_by_operator = (paused_ & static_cast<uint8_t>(PausedBy::kOperator)) != 0;
  return out;
}

QueueSnapshot QueueCore::Snapshot() {
  MutexLock lock(mutex_);
  const MonoTime now = clock_.Now();
  QueueSnapshot out;
  out.stats = StatsLocked();
  out.depth = states_.DepthByLabel();
  std::tie(out.unfinished_seconds, out.longest_seconds) = states_.RunAges(now);
  out.head_wait_seconds = std::chrono::duration<double>(states_.HeadWait(now)).count();
  metrics_->Fill(out);
  return out;
}

// What only the queue as a whole knows of a key that could run.
void QueueCore::Explain(KeyInfo& info) {
  if (info.waits_for != WaitsFor::kWorker) return;
  const MonoTime now = clock_.Now();
  if (paused_ != 0) {
    info.waits_for = WaitsFor::kResume;
  } else if (bucket_.NextAt(now) > now) {
    info.waits_for = WaitsFor::kToken;
  }
}

}  // namespace oarlock::queue
