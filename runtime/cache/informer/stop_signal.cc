#include "cache/informer/stop_signal.h"

namespace oarlock::cache {

void StopSignal::Set() {
  base::MutexLock lock(mutex_);
  set_ = true;
  changed_.NotifyAll();
}

bool StopSignal::Wait(base::Clock& clock, base::MonoTime deadline) {
  base::MutexLock lock(mutex_);
  while (!set_) {
    if (!clock.WaitUntil(changed_, mutex_, deadline)) return set_;
  }
  return true;
}

bool StopSignal::is_set() const {
  base::MutexLock lock(mutex_);
  return set_;
}

}  // namespace oarlock::cache
