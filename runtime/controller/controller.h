#pragma once
// Controller: takes keys from a work queue and runs a Reconciler on worker threads.
//
// One per controller and plugin generation, made by pluginhost. The queue is owned apart and
// outlives it: at a reload, generation N is drained and stopped, and N+1's Controller is started on
// the same queue with everything in it. Dispatch is paused and resumed in the queue.
// A worker takes one of the process's slots (queue/dispatch_slots.h) before it takes a key, so a
// key that waits for a slot can still be overtaken and coalesced, and pausing or stopping never
// waits for a slot. While nobody waits for one it goes from run to run with the slot it has.
// Workers start on demand up to max_concurrent, end after idle_timeout and are joined by Stop.
// Outcomes become verdicts of the queue (reconciler.h); a run that fails because it was cancelled
// (not by its deadline) is ready again at once and not counted as a failure, so no key is lost.
// Threads: all functions [any] except where said; Reconcile [worker].
// Ownership: borrows reconciler, clock, random, starter, metrics, log; shares the queue.
// Errors: kDeadlineExceeded from Drain and Stop when a run does not end; both may be called again.
// Limits: kConcurrencyMax workers.
// Lifecycle: constructed → Start → (Pause | Drain → Resume)* → Stop.
// Metrics: controller_runtime_* with label controller.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/status.h"
#include "controller/reconciler.h"
#include "controller/runs/run_history.h"
#include "controller/runs/running_set.h"
#include "controller/workers/worker_thread.h"
#include "queue/work_queue.h"

namespace oarlock::base {
class Log;
class Random;
}  // namespace oarlock::base

namespace oarlock::queue {
class DispatchSlots;
}  // namespace oarlock::queue

namespace oarlock::controller {

inline constexpr uint32_t kConcurrencyMax = 1024;

struct ControllerOptions {
  std::string name;
  uint32_t max_concurrent = 1;
  base::Duration reconcile_deadline = std::chrono::minutes(5);  // 0 = none
  base::Duration idle_timeout = std::chrono::seconds(30);
  std::string thread_name;  // prefix; empty = name
  std::string plugin;       // whose turn at the slots of the process this uses; empty = name
};

// All borrowed; all outlive the controller.
struct ControllerEnv {
  base::Clock* clock = nullptr;
  base::Random* random = nullptr;
  ThreadStarter* threads = nullptr;
  base::MetricRegistry* metrics = nullptr;  // may be null
  const base::Log* log = nullptr;           // may be null
  queue::DispatchSlots* slots = nullptr;    // null = as many runs at once as there are workers
  RunHistory* history = nullptr;            // may be null
};

struct ControllerStatus {
  std::string name;
  bool started = false;
  uint32_t max_concurrent = 0;
  size_t workers = 0;           // threads alive
  size_t waiting_for_slot = 0;  // of these, how many wait because the process runs enough
  std::vector<RunInfo> running;
  queue::QueueStats queue;
  uint64_t runs = 0;
  uint64_t errors = 0;
};

class Controller {
 public:
  Controller(ControllerOptions options, std::shared_ptr<queue::WorkQueue> queue,
             Reconciler& reconciler, const ControllerEnv& env);
  ~Controller();  // Stop without a deadline
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  // Takes the queue over and resumes its dispatch.
  void Start();
  // No new run; runs under way go on, keys go on coalescing.
  void Pause();
  void Resume();
  // Pause, and blocks until no run is under way. At the deadline runs are cancelled with kDrain and
  // kDeadlineExceeded comes back with the first key that still runs.
  base::Status Drain(base::MonoTime deadline);
  // Tells the runs under way to end. Does not wait.
  void CancelRunning(CancelReason reason);
  // Leaves the queue (which stays paused), cancels runs with `reason`, blocks until every worker is
  // joined. kDeadlineExceeded: a run did not end, nothing of it was joined. Never on [worker].
  base::Status Stop(base::MonoTime deadline, CancelReason reason = CancelReason::kShutdown);

  void SetMaxConcurrent(uint32_t n);
  ControllerStatus status() const;
  const std::string& name() const;
  const std::shared_ptr<queue::WorkQueue>& queue() const;

 private:
  class Pool;
  std::shared_ptr<Pool> pool_;
};

}  // namespace oarlock::controller
