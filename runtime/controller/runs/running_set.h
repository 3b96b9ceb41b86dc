#pragma once
// RunningSet: the reconciles of one controller that are under way, each with its cancellation and
// its deadline.
//
// Controller's own. Threads: not safe; the controller's mutex guards it. Ownership: refers to the
// runs, each on its worker's stack from Add to Remove. Limits: one run per worker; kUnusedKept
// cancellations are kept for the next runs.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "controller/cancellation.h"
#include "queue/work_queue.h"

namespace oarlock::controller {

struct Running {
  const queue::Item* item = nullptr;
  base::MonoTime deadline = base::kNever;
  std::shared_ptr<Cancellation> cancellation;  // from Add on
  uint64_t id = 0;                             // in the order of starts
  size_t place = 0;                            // in the set
};

struct RunInfo {
  queue::Key key;
  base::MonoTime since{};
  base::MonoTime deadline = base::kNever;
  CancelReason cancelled = CancelReason::kNone;
};

class RunningSet {
 public:
  static constexpr size_t kUnusedKept = 16;
  using Cancellations = std::vector<std::shared_ptr<Cancellation>>;

  explicit RunningSet(base::Clock& clock) : clock_(clock) {}

  void Add(Running& run);
  void Remove(Running& run);

  size_t size() const { return runs_.size(); }
  uint64_t started() const { return started_; }
  const Running* oldest() const;      // null: none
  std::vector<RunInfo> list() const;  // oldest first
  Cancellations all() const;
  // What a deadline is for: runs that nobody has told to end.
  base::MonoTime first_deadline() const;
  Cancellations late(base::MonoTime now) const;

 private:
  base::Clock& clock_;
  std::vector<Running*> runs_;
  Cancellations unused_;
  uint64_t started_ = 0;
};

}  // namespace oarlock::controller
