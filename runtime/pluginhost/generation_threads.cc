#include "pluginhost/generation_threads.h"

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

GenerationThreads::GenerationThreads(std::string label, base::Clock& clock)
    : label_(std::move(label)),
      clock_(clock),
      control_(label_, 1),
      workers_alive_(std::make_shared<std::atomic<size_t>>(0)),
      control_busy_(std::make_shared<std::atomic<bool>>(false)) {}

GenerationThreads::~GenerationThreads() { Stop(); }

base::Status GenerationThreads::RunOnControl(std::function<base::Status()> call,
                                             base::MonoTime deadline) {
  control_busy_->store(true);
  return RunOn(
      control_,
      [busy = control_busy_, call = std::move(call)] {
        base::Status answer = call();
        busy->store(false);
        return answer;
      },
      deadline);
}

base::Status GenerationThreads::WaitForCallbacks(base::MonoTime deadline) {
  base::Executor* thread = nullptr;
  {
    base::MutexLock lock(mutex_);
    thread = callbacks_.get();
  }
  if (thread == nullptr) return base::Status::Ok();
  return RunOn(
      *thread, [] { return base::Status::Ok(); }, deadline);
}

base::Status GenerationThreads::RunOn(base::Executor& thread, std::function<base::Status()> call,
                                      base::MonoTime deadline) {
  auto state = std::make_shared<ThreadCall>();
  thread.Post([state, call = std::move(call)] {
    base::Status answer = call();
    base::MutexLock lock(state->mutex);
    state->answer = std::move(answer);
    state->done.NotifyAll();
  });
  base::MutexLock lock(state->mutex);
  while (!state->answer) {
    if (clock_.WaitUntil(state->done, state->mutex, deadline)) continue;
    if (state->answer) break;
    return base::DeadlineExceeded(label_ + " did not return in time");
  }
  return *state->answer;
}

std::unique_ptr<controller::WorkerThread> GenerationThreads::Start(const std::string& name,
                                                                   std::function<void()> body) {
  workers_alive_->fetch_add(1);
  std::thread thread([name, body = std::move(body), alive = workers_alive_] {
    base::SetThisThreadName(name);
    body();
    alive->fetch_sub(1);
  });
  return std::make_unique<JoinedThread>(std::move(thread));
}

base::Executor& GenerationThreads::callbacks() {
  base::MutexLock lock(mutex_);
  if (!callbacks_) callbacks_ = std::make_unique<base::ThreadPool>(label_ + "-cb", 1);
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
