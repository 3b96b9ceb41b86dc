#include "sandbox/clock/quiescence.h"

#include <algorithm>

#include "sandbox/clock/real_wait.h"

namespace oarlock::sandbox {
namespace {

// A broken test fails instead of hanging.
constexpr std::chrono::seconds kPatience{60};
// Between two looks, so that those who work get the processor. When it is over says nothing.
constexpr std::chrono::microseconds kNap{50};

}  // namespace

base::Status Quiescence::Wait() {
  const RealWait patience(kPatience);
  base::Mutex mutex;
  base::CondVar nobody;
  const base::MutexLock lock(mutex);
  while (patience.Left()) {
    clock_.Advance(base::Duration::zero());
    const Look first = LookAtAll();
    if (first.ready == 0) {
      const Look second = LookAtAll();
      if (second.ready == 0 && second.progress == first.progress) return base::Status::Ok();
    }
    nobody.WaitForReal(mutex, kNap);
  }
  return {base::StatusCode::kDeadlineExceeded, "it does not come to rest: " + Ready()};
}

base::Status Quiescence::Advance(base::Duration delta) {
  const base::MonoTime end = clock_.Now() + delta;
  OARLOCK_RETURN_IF_ERROR(Wait());
  for (;;) {
    const base::MonoTime next = std::min({clock_.next_due(), LookAtAll().due, end});
    clock_.Advance(std::max(base::Duration::zero(), base::Duration(next - clock_.Now())));
    OARLOCK_RETURN_IF_ERROR(Wait());
    if (next == end) return base::Status::Ok();
  }
}

Quiescence::Look Quiescence::LookAtAll() const {
  Look look;
  look.ready = clock_.due_waiters() + (clock_.next_deadline() <= clock_.Now() ? 1 : 0);
  for (const Part& part : parts_) {
    const WorkCount count = part.count();
    look.ready += count.ready;
    look.progress += count.progress;
    look.due = std::min(look.due, count.due);
  }
  return look;
}

std::string Quiescence::Ready() const {
  std::string text;
  if (clock_.due_waiters() > 0) text += "threads that wait by the clock; ";
  for (const Part& part : parts_) {
    const uint64_t ready = part.count().ready;
    if (ready > 0) text += part.name + " (" + std::to_string(ready) + "); ";
  }
  return text.empty() ? "something goes on and on" : text;
}

}  // namespace oarlock::sandbox
