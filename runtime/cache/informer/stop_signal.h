#pragma once
// StopSignal: set once, when an informer's strand has let go of everything.
//
// Shared by the informer and whoever waits for its end, which it outlives. Threads: [any].

#include "base/clock.h"
#include "base/mutex.h"

namespace oarlock::cache {

class StopSignal {
 public:
  void Set();
  bool Wait(base::Clock& clock, base::MonoTime deadline);
  bool is_set() const;

 private:
  mutable base::Mutex mutex_;
  base::CondVar changed_;
  bool set_ OARLOCK_GUARDED_BY(mutex_) = false;
};

}  // namespace oarlock::cache
