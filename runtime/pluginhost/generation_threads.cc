#include "pluginhost/generation_threads.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/thread_name.h"

namespace oarlock::pluginhost {
namespace {

class JoinedThread final : public controller::WorkerThread {
 public:
  explicit JoinedThread(std::thread thread) : thread_(std::move(thread)) {}
  ~JoinedThread() override { Join(); }
  void Join() override {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

// One call on a thread of the generation and its answer; shared, since the caller may give up
// waiting.
struct ThreadCall {
  base::Mutex mutex;
  base::CondVar done;
  std::optional<base::Status> answer OARLOCK_GUARDED_BY(mutex);
};

}  // namespace

GenerationThreads::GenerationThreads(std::string label, base::Clock& clock,
                                     std::shared_ptr<CpuAccount> account)
    : label_(std::move(label)),
      clock_(clock),
      account_(std::move(account)),
      control_(label_, 1),
      workers_alive_(std::make_shared<std::atomic<size_t>>(0)),
      control_busy_(std::make_shared<std::atomic<bool>>(false)) {
  Count(control_);
}

GenerationThreads::~GenerationThreads() { Stop(); }

// `thread` has one thread.
void GenerationThreads::Count(base::Executor& thread) {
  if (account_) thread.Post([account = account_] { account->Enter(); });
}

base::Status GenerationThreads::RunOnControl(std::function<base::Status()> call,
                                             const WaitLimits& limits) {
  control_busy_->store(true);
  return RunOn(
      control_,
      [busy = control_busy_, call = std::move(call)] {
        base::Status answer = call();
        busy->store(false);
        return answer;
      },
      limits);
}

base::Status GenerationThreads::WaitForCallbacks(base::MonoTime deadline) {
  base::Executor* thread = nullptr;
  {
    base::MutexLock lock(mutex_);
    thread = callbacks_.get();
  }
  if (thread == nullptr) return base::Status::Ok();
  return RunOn(*thread, [] { return base::Status::Ok(); }, {deadline});
}

std::shared_ptr<void> GenerationThreads::HoldCallbacks(base::MonoTime deadline) {
  struct Latch {
    base::Mutex mutex;
    base::CondVar changed;
    bool held OARLOCK_GUARDED_BY(mutex) = false;
    bool open OARLOCK_GUARDED_BY(mutex) = false;
  };
  auto latch = std::make_shared<Latch>();
  const auto open = [latch](void*) {
    base::MutexLock lock(latch->mutex);
    latch->open = true;
    latch->changed.NotifyAll();
  };
  std::shared_ptr<void> hold(latch.get(), open);
  callbacks().Post([latch] {
    base::MutexLock lock(latch->mutex);
    latch->held = true;
    latch->changed.NotifyAll();
    while (!latch->open) latch->changed.Wait(latch->mutex);
  });
  base::MutexLock lock(latch->mutex);
  while (!latch->held) {
    if (!clock_.WaitUntil(latch->changed, latch->mutex, deadline) && !latch->held) break;
  }
  return latch->held ? hold : nullptr;
}

base::Status GenerationThreads::RunOn(base::Executor& thread, std::function<base::Status()> call,
                                      const WaitLimits& limits) {
  auto state = std::make_shared<ThreadCall>();
  thread.Post([state, call = std::move(call)] {
    base::Status answer = call();
    base::MutexLock lock(state->mutex);
    state->answer = std::move(answer);
    state->done.NotifyAll();
  });
  // Before the lock: at its end it waits for a callback that runs, which wants the lock.
  const std::stop_callback on_stop(limits.stop, [state] {
    base::MutexLock lock(state->mutex);
    state->done.NotifyAll();
  });
  base::MonoTime deadline = limits.deadline;
  bool stopping = false;
  base::MutexLock lock(state->mutex);
  while (!state->answer) {
    if (!stopping && limits.stop.stop_requested()) {
      stopping = true;
      deadline = std::min(deadline, clock_.Now() + limits.after_stop);
    }
    if (clock_.WaitUntil(state->done, state->mutex, deadline)) continue;
    if (state->answer) break;
    return base::DeadlineExceeded(label_ + " did not return in time");
  }
  return *state->answer;
}

std::unique_ptr<controller::WorkerThread> GenerationThreads::Start(const std::string& name,
                                                                   std::function<void()> body) {
  workers_alive_->fetch_add(1);
  std::thread thread([name, body = std::move(body), alive = workers_alive_, account = account_] {
    base::SetThisThreadName(name);
    if (account) account->Enter();
    body();
    alive->fetch_sub(1);
  });
  return std::make_unique<JoinedThread>(std::move(thread));
}

base::Executor& GenerationThreads::callbacks() {
  base::MutexLock lock(mutex_);
  if (!callbacks_) {
    callbacks_ = std::make_unique<base::ThreadPool>(label_ + "-cb", 1);
    Count(*callbacks_);
  }
  return *callbacks_;
}

void GenerationThreads::Stop() {
  control_.Stop();
  std::unique_ptr<base::ThreadPool> callbacks;
  {
    base::MutexLock lock(mutex_);
    callbacks = std::move(callbacks_);
  }
  if (callbacks) callbacks->Stop();
}

}  // namespace oarlock::pluginhost
