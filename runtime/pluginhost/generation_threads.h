#pragma once
// GenerationThreads: every thread on which one generation of a plugin ever runs.
//
// One control thread (library constructors, entry, lifecycle calls), workers that a controller asks
// for, and one thread for callback mappers and predicates, started at first use. All are joined
// before the library is closed: a thread that touched a library and outlives it keeps it mapped.
// Owned by Generation. Threads: functions [any], Stop not on one of its own threads.
// Errors: RunOnControl → kDeadlineExceeded: the plugin did not return; the generation is stuck and
// its threads can never be joined (Stop then must not be called).

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/executor.h"
#include "base/mutex.h"
#include "base/status.h"
#include "controller/workers/worker_thread.h"
#include "pluginhost/account/cpu_account.h"

namespace oarlock::pluginhost {

// How long a call is waited for: until `deadline`, and not much longer once a stop was requested.
struct WaitLimits {
  base::MonoTime deadline = base::kNever;
  std::stop_token stop = {};
  base::Duration after_stop{0};
};

class GenerationThreads final : public controller::ThreadStarter {
 public:
  // `label` names the threads: "reloader@3". Their CPU time goes to `account`, which may be null.
  GenerationThreads(std::string label, base::Clock& clock,
                    std::shared_ptr<CpuAccount> account = nullptr);
  ~GenerationThreads() override;

  // Runs `call` on the control thread and waits for it within the limits.
  base::Status RunOnControl(std::function<base::Status()> call, const WaitLimits& limits);
  // Waits until the callback that runs now, if any, is over. kDeadlineExceeded: it does not end.
  base::Status WaitForCallbacks(base::MonoTime deadline);
  // The same, and no further one runs until what comes back is destroyed. Null at the deadline.
  std::shared_ptr<void> HoldCallbacks(base::MonoTime deadline);
  // The control thread is inside a call that nobody waits for any more.
  bool control_busy() const { return *control_busy_; }
  std::unique_ptr<controller::WorkerThread> Start(const std::string& name,
                                                  std::function<void()> body) override;
  // Serial, for callbacks of the plugin other than reconcile.
  base::Executor& callbacks();
  // Worker threads that were started and have not ended.
  size_t workers_alive() const { return *workers_alive_; }
  // Ends and joins the control and callback threads.
  void Stop();

 private:
  void Count(base::Executor& thread);
  base::Status RunOn(base::Executor& thread, std::function<base::Status()> call,
                     const WaitLimits& limits);

  std::string label_;
  base::Clock& clock_;
  const std::shared_ptr<CpuAccount> account_;
  base::ThreadPool control_;
  base::Mutex mutex_;
  std::unique_ptr<base::ThreadPool> callbacks_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<std::atomic<size_t>> workers_alive_;
  std::shared_ptr<std::atomic<bool>> control_busy_;
};

}  // namespace oarlock::pluginhost
