#pragma once
// ListGate: how many full lists a process reads at the same time, so that a restart of the API
// server, or a start with many informers, is no storm of lists.
//
// Built by `app`, shared by all reflectors. A reflector enters before its first request and holds
// the ticket until its list is complete or has failed; who finds no turn free waits in order.
// Threads: [any]; no lock is held while `ready` runs. Ownership: tickets share the gate's inside
// and may outlive it; the clock outlives both. Errors: none.
// Limits: kListsAtOnce turns; a turn that is held for kListTurnTimeout is given to the next (the
// list goes on, it only does not count any more), so that a list that hangs blocks nobody for ever.

#include <cstddef>
#include <functional>
#include <memory>

#include "base/clock.h"

namespace oarlock::base {
class MetricRegistry;
}

namespace oarlock::cache {

inline constexpr size_t kListsAtOnce = 4;
inline constexpr base::Duration kListTurnTimeout = std::chrono::minutes(2);

class ListGate {
 public:
  class Ticket;

  ListGate(size_t limit, base::Clock& clock, base::MetricRegistry* metrics);
  ~ListGate();
  ListGate(const ListGate&) = delete;
  ListGate& operator=(const ListGate&) = delete;

  // A turn, or a place in the line. With Ticket::immediate() the turn is there and `ready` is never
  // called; otherwise it is called once when the turn has come, on the thread that gave it up, and
  // must only post. Destroying the ticket gives the turn or the place back; a `ready` that already
  // runs may still finish.
  std::shared_ptr<Ticket> Enter(std::function<void()> ready);

  size_t running() const;
  size_t waiting() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

class ListGate::Ticket : public std::enable_shared_from_this<Ticket> {
 public:
  Ticket(std::shared_ptr<State> state, std::function<void()> ready);
  ~Ticket();
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  // The turn was free when the ticket was made.
  bool immediate() const { return immediate_; }

 private:
  friend class ListGate;
  friend struct ListGate::State;
  void Begin();

  const std::shared_ptr<State> state_;
  const std::function<void()> ready_;
  bool immediate_ = false;
  bool has_turn_ = false;  // guarded by the state's mutex, like the next
  bool waits_ = false;
  base::TimerId timer_ = 0;
};

}  // namespace oarlock::cache
