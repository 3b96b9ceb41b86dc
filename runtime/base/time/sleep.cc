#include "base/time/sleep.h"

#include "base/mutex.h"

namespace oarlock::base {

bool SleepUntil(Clock& clock, MonoTime until, const std::stop_token& stop) {
  Mutex mutex;
  CondVar stopped;
  const std::stop_callback wake(stop, [&] {
    MutexLock lock(mutex);
    stopped.NotifyAll();
  });
  MutexLock lock(mutex);
  while (!stop.stop_requested()) {
    if (!clock.WaitUntil(stopped, mutex, until)) return !stop.stop_requested();
  }
  return false;
}

}  // namespace oarlock::base
