#pragma once
// LeaseNews: where a watch leaves what it saw of a Lease for the thread of the election, and where
// that thread waits for it, for a time or for the end.
//
// Shared with the watch, whose last call may come when the election has ended. Threads: [any].

#include <utility>

#include "base/clock.h"
#include "base/mutex.h"
#include "kube/object.h"

namespace oarlock::controller {

class LeaseNews {
 public:
  explicit LeaseNews(base::Clock& clock) : clock_(clock) {}

  // Null: read it, as this source knows nothing more.
  void Put(const kube::Object& lease) {
    base::MutexLock lock(mutex_);
    has_ = true;
    lease_ = lease;
    changed_.NotifyAll();
  }
  // False: nothing new.
  bool Take(kube::Object& lease) {
    base::MutexLock lock(mutex_);
    lease = std::exchange(lease_, {});
    return std::exchange(has_, false);
  }
  void Stop() {
    base::MutexLock lock(mutex_);
    stopped_ = true;
    changed_.NotifyAll();
  }
  // Until `when`, something new, or Stop. False: stopped.
  bool Wait(base::MonoTime when) {
    base::MutexLock lock(mutex_);
    until_ = when;
    while (!stopped_ && !has_ && clock_.WaitUntil(changed_, mutex_, when)) {
    }
    until_ = {};
    return !stopped_;
  }
  // Until when somebody waits, if nothing has come that ends it; the past if nobody does.
  base::MonoTime idle_until() const {
    base::MutexLock lock(mutex_);
    return stopped_ || has_ ? base::MonoTime{} : until_;
  }

 private:
  base::Clock& clock_;
  mutable base::Mutex mutex_;
  base::CondVar changed_;
  bool has_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool stopped_ OARLOCK_GUARDED_BY(mutex_) = false;
  base::MonoTime until_ OARLOCK_GUARDED_BY(mutex_){};  // the past: nobody waits
  kube::Object lease_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::controller
