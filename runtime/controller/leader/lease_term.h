#pragma once
// LeaseTerm: until when this process may act by its Lease: the fence of its writes.
//
// Written by LeaderElection on its thread, read by everyone. By the boot-time clock, so that a
// process that was stopped meanwhile does not act on what has run out.
// Threads: Begin, Extend and End on one thread, the rest [any]. Ownership: shared with the
// transport; borrows the clock.

#include <atomic>

#include "base/clock.h"
#include "kube/write_fence.h"

namespace oarlock::controller {

class LeaseTerm final : public kube::WriteFence {
 public:
  explicit LeaseTerm(const base::Clock& clock) : clock_(clock) {}

  void Begin(base::MonoTime until) {
    number_.fetch_add(1);
    until_ = until;
  }
  void Extend(base::MonoTime until) { until_ = until; }
  void End() { until_ = kEnded; }

  // Whether it was begun and not ended, even if it has run out.
  bool begun() const { return until_.load() != kEnded; }
  bool lasts() const { return clock_.BootNow() < until_.load(); }
  uint64_t term() const override {
    const uint64_t number = number_.load();
    return lasts() && number_.load() == number ? number : 0;
  }

 private:
  static constexpr base::MonoTime kEnded = base::MonoTime::min();

  const base::Clock& clock_;
  std::atomic<uint64_t> number_{0};
  std::atomic<base::MonoTime> until_{kEnded};
};

}  // namespace oarlock::controller
