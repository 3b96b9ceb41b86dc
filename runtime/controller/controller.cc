#include "controller/controller.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"
#include "base/random.h"
#include "controller/runs/reconcile_metrics.h"
#include "controller/runs/verdict.h"
#include "controller/workers/worker_pool.h"
#include "queue/dispatch_slots.h"

namespace oarlock::controller {
namespace {

using base::Duration;
using base::MonoTime;
using base::MutexLock;
using queue::Verdict;

// The run was told to end by somebody else than its own deadline, and failed: that is no failure
// of the key.
bool IsInterrupted(const ReconcileResult& result, CancelReason reason) {
  return IsError(result.outcome) && reason != CancelReason::kNone &&
         reason != CancelReason::kDeadline;
}

}  // namespace

class Controller::Pool : public std::enable_shared_from_this<Pool> {
 public:
  Pool(ControllerOptions options, std::shared_ptr<queue::WorkQueue> queue, Reconciler& reconciler,
       const ControllerEnv& env)
      : options_(std::move(options)),
        queue_(std::move(queue)),
        reconciler_(reconciler),
        env_(env),
        clock_(*env.clock),
        metrics_(env.metrics, options_.name),
        running_(clock_) {}

  // Apart from the constructor, as the workers' turn refers to this object weakly.
  void Init() {
    const uint32_t max = std::clamp<uint32_t>(options_.max_concurrent, 1, kConcurrencyMax);
    const std::string& name = options_.thread_name.empty() ? options_.name : options_.thread_name;
    workers_ = std::make_shared<WorkerPool>(
        WorkerPool::Options{name, max, options_.idle_timeout},
        [weak = weak_from_this()] {
          const auto self = weak.lock();
          return self && self->Turn();
        },
        clock_, *env_.threads);
    metrics_.SetMaxConcurrent(max);
    if (env_.slots == nullptr) return;
    lane_ = env_.slots->AddLane(options_.plugin.empty() ? options_.name : options_.plugin);
  }

  void Start() {
    {
      MutexLock lock(mutex_);
      started_ = true;
    }
    if (lane_) lane_->Open();
    workers_->Start();
    queue_->SetOnReady([weak = std::weak_ptr<WorkerPool>(workers_)](size_t n) {
      if (const auto workers = weak.lock()) workers->Signal(n);
    });
    queue_->Resume();
  }

  base::Status Drain(MonoTime deadline) {
    queue_->Pause();
    if (queue_->WaitNoneProcessing(deadline)) return base::Status::Ok();
    CancelRunning(CancelReason::kDrain);
    return StillRunning("drain");
  }

  void CancelRunning(CancelReason reason) {
    RunningSet::Cancellations running;
    {
      MutexLock lock(mutex_);
      running = running_.all();
    }
    for (const auto& cancellation : running) cancellation->Cancel(reason);
  }

  base::Status Stop(MonoTime deadline, CancelReason reason) {
    bool was_started = false;
    {
      MutexLock lock(mutex_);
      was_started = std::exchange(started_, false);
    }
    workers_->RequestStop();
    if (lane_) lane_->Close();
    if (was_started) {
      queue_->Pause();
      queue_->SetOnReady(nullptr);
    }
    CancelRunning(reason);
    StopWatchingDeadlines();
    return workers_->JoinAll(deadline) ? base::Status::Ok() : StillRunning("stop");
  }

  void SetMaxConcurrent(uint32_t n) {
    n = std::clamp<uint32_t>(n, 1, kConcurrencyMax);
    workers_->SetMax(n);
    metrics_.SetMaxConcurrent(n);
    workers_->Signal(queue_->Len());
  }

  ControllerStatus status() {
    ControllerStatus out;
    out.name = options_.name;
    out.max_concurrent = workers_->max();
    out.workers = workers_->live();
    out.waiting_for_slot = lane_ ? lane_->waiting() : 0;
    out.queue = queue_->stats();
    MutexLock lock(mutex_);
    out.started = started_;
    out.running = running_.list();
    out.runs = running_.started();
    out.errors = errors_;
    return out;
  }

  const std::string& name() const { return options_.name; }
  const std::shared_ptr<queue::WorkQueue>& queue() const { return queue_; }

 private:
  // The work of a worker: a run, and while the process has room further ones. False: there was
  // none.
  bool Turn() {
    queue::DispatchSlot slot;
    if (lane_) {
      if (queue_->Len() == 0) return false;  // nothing to wait for a slot for
      slot = lane_->Take();
      if (!slot) return false;
    }
    std::optional<queue::Item> item = queue_->TryGet();
    if (!item) return false;
    for (bool more = true; more;) {
      Running run{&*item};
      if (options_.reconcile_deadline > Duration::zero()) {
        run.deadline = item->taken + options_.reconcile_deadline;
      }
      if (!Enter(run)) {  // stopped since: the key goes back for whoever takes the queue next
        queue_->Done(item->key, {Verdict::Next::kAfter, false, Duration::zero(), item->priority});
        return false;
      }
      more = RunOne(*item, run, slot);
    }
    return true;
  }

  bool Enter(Running& run) {
    MutexLock lock(mutex_);
    if (!started_) return false;
    running_.Add(run);
    if (deadline_timer_ == 0) WatchDeadlines();
    return true;
  }

  ReconcileResult Reconcile(const Running& run) {
    ReconcileContext context(*run.item, run.deadline, run.cancellation, run.id);
    return reconciler_.Reconcile(run.item->key, context);
  }

  // Runs the key and ends it. True: `item` is the next one.
  bool RunOne(queue::Item& item, Running& run, const queue::DispatchSlot& slot) {
    metrics_.RunStarted();
    ReconcileResult result = Reconcile(run);
    const bool interrupted = IsInterrupted(result, run.cancellation->reason());
    const MonoTime now = clock_.Now();
    metrics_.RunEnded(result, interrupted, now - item.taken);
    const Verdict verdict = VerdictOf(item, result, interrupted, *env_.random);
    Record(run, std::move(result), interrupted, now);
    const bool goes_on = workers_->may_stay() && (!slot || slot.MayServeNext());
    if (goes_on) return queue_->Next(item, verdict, now);
    queue_->Done(item.key, verdict, now);
    return false;
  }

  // One timer for all runs, at the first deadline. It stays when that run ends in time, and just
  // looks again: cheaper than a timer per run.
  void WatchDeadlines() OARLOCK_REQUIRES(mutex_) {
    const MonoTime first = running_.first_deadline();
    if (first == base::kNever) return;
    deadline_timer_ = clock_.Schedule(first, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->OnDeadline();
    });
  }

  void OnDeadline() {
    RunningSet::Cancellations late;
    {
      MutexLock lock(mutex_);
      deadline_timer_ = 0;
      late = running_.late(clock_.Now());
    }
    for (const auto& cancellation : late) {
      if (cancellation->Cancel(CancelReason::kDeadline)) metrics_.DeadlineFired();
    }
    MutexLock lock(mutex_);
    if (deadline_timer_ == 0 && started_) WatchDeadlines();
  }

  void StopWatchingDeadlines() {
    MutexLock lock(mutex_);
    if (deadline_timer_ != 0) clock_.Cancel(std::exchange(deadline_timer_, 0));
  }

  // Before Done, so that a drain that returns finds everything written down.
  void Record(Running& run, ReconcileResult result, bool interrupted, MonoTime now) {
    const queue::Item& item = *run.item;
    const bool failed = IsError(result.outcome) && !interrupted;
    if (failed && env_.log != nullptr) {
      env_.log->Warning("reconcile failed", {{"controller", options_.name},
                                             {"key", item.key.ToString()},
                                             {"failures", item.failures + 1},
                                             {"reason", result.reason},
                                             {"error", result.message}});
    }
    if (env_.history != nullptr) env_.history->Add(RunRecord::Of(item, result, interrupted, now));
    MutexLock lock(mutex_);
    running_.Remove(run);
    errors_ += failed;
  }

  base::Status StillRunning(const char* what) {
    MutexLock lock(mutex_);
    std::string message = options_.name + ": " + what + ": " + std::to_string(running_.size()) +
                          " reconciles still run";
    const Running* const first = running_.oldest();
    if (first != nullptr) message += ", first " + first->item->key.ToString();
    return base::DeadlineExceeded(std::move(message));
  }

  const ControllerOptions options_;
  const std::shared_ptr<queue::WorkQueue> queue_;
  Reconciler& reconciler_;
  const ControllerEnv env_;
  base::Clock& clock_;
  ReconcileMetrics metrics_;
  std::shared_ptr<WorkerPool> workers_;
  std::unique_ptr<queue::DispatchLane> lane_;  // null = no bound; constant after Init

  base::Mutex mutex_;
  bool started_ OARLOCK_GUARDED_BY(mutex_) = false;
  RunningSet running_ OARLOCK_GUARDED_BY(mutex_);
  base::TimerId deadline_timer_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t errors_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

Controller::Controller(ControllerOptions options, std::shared_ptr<queue::WorkQueue> queue,
                       Reconciler& reconciler, const ControllerEnv& env)
    : pool_(std::make_shared<Pool>(std::move(options), std::move(queue), reconciler, env)) {
  pool_->Init();
}

Controller::~Controller() { (void)pool_->Stop(base::kNever, CancelReason::kShutdown); }

void Controller::Start() { pool_->Start(); }
void Controller::Pause() { pool_->queue()->Pause(); }
void Controller::Resume() { pool_->queue()->Resume(); }
base::Status Controller::Drain(MonoTime deadline) { return pool_->Drain(deadline); }
void Controller::CancelRunning(CancelReason reason) { pool_->CancelRunning(reason); }
base::Status Controller::Stop(MonoTime deadline, CancelReason reason) {
  return pool_->Stop(deadline, reason);
}
void Controller::SetMaxConcurrent(uint32_t n) { pool_->SetMaxConcurrent(n); }
ControllerStatus Controller::status() const { return pool_->status(); }
const std::string& Controller::name() const { return pool_->name(); }
const std::shared_ptr<queue::WorkQueue>& Controller::queue() const { return pool_->queue(); }

}  // namespace oarlock::controller
