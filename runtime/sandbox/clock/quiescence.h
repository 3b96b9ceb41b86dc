#pragma once
// Quiescence: waits until nothing is ready any more in a world on a virtual clock: a sandbox, its
// clients, executors, queues.
//
// Decided from counters and never from elapsed time. Each part says what it has ready and how much
// it has done in all. Nothing is ready when two looks at all parts, one after the other, find
// nothing ready and nothing done in between: whatever moved from one part to another during a look
// was counted by one of them. Timers that are due are run first.
// Tests make one; tests/integration/host_world.h adds the parts of a host.
// Threads: Wait by the one that moves the clock; counts are [any] and quick. Ownership: borrows the
// clock and what the counts refer to. Errors: Wait → kDeadlineExceeded after a long real time, and
// names what is still ready. Limits: none.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/fake_clock.h"
#include "base/status.h"

namespace oarlock::sandbox {

struct WorkCount {
  uint64_t ready = 0;     // that goes on without anybody's doing
  uint64_t progress = 0;  // grows with what is done
  // When there will be something ready by the clock alone that the clock may not know at this
  // moment: a thread that waits with a deadline is now and then just about to wait again.
  base::MonoTime due = base::kNever;
};

class Quiescence {
 public:
  using Count = std::function<WorkCount()>;

  explicit Quiescence(base::FakeClock& clock) : clock_(clock) {}
  void Add(std::string name, Count count) { parts_.push_back({std::move(name), std::move(count)}); }

  base::Status Wait();
  // Moves the clock to each moment at which something is due, and waits there, until `delta` is
  // over: as real time would, with all that follows from one timer done before the next.
  base::Status Advance(base::Duration delta);

 private:
  struct Part {
    std::string name;
    Count count;
  };
  struct Look {
    uint64_t ready = 0;
    uint64_t progress = 0;
    base::MonoTime due = base::kNever;
  };

  Look LookAtAll() const;
  std::string Ready() const;

  base::FakeClock& clock_;
  std::vector<Part> parts_;
};

}  // namespace oarlock::sandbox
