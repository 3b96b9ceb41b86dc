#pragma once
// Heartbeat: is the host itself alive? A beat goes from the timer thread through a thread of the
// informers' pool and back once a second; when none arrived for kHeartbeatTimeout, the host is
// stuck and /healthz fails. Trouble of the API server or of a plugin never shows here.
// Borrows clock and pool; both outlive it. Threads: [any].

#include <atomic>
#include <memory>

#include "base/clock.h"
#include "base/executor.h"

namespace oarlock::app {

inline constexpr std::chrono::seconds kHeartbeatTimeout{30};

class Heartbeat {
 public:
  Heartbeat(base::Clock& clock, base::Executor& pool);
  ~Heartbeat();  // no beat afterwards
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  bool alive() const;

 private:
  struct State;
  static void Schedule(const std::shared_ptr<State>& state);
  std::shared_ptr<State> state_;
};

}  // namespace oarlock::app
