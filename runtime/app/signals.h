#pragma once
// Signals: SIGTERM, SIGINT and SIGHUP as things a thread waits for, not as handlers.
//
// Constructed first thing in main, before any thread exists: it blocks the signals for the whole
// process, so that only Wait sees them. Also ignores SIGPIPE (sockets report errors), and leaves
// SIGCONT to the thread that asks for it (client/transport/fenced_sockets.h).
// Threads: constructed and waited on [main].

#include <optional>

#include "base/clock.h"

namespace oarlock::app {

class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // The next signal, or empty when `timeout` has passed.
  std::optional<int> Wait(base::Duration timeout);

 private:
  int fd_ = -1;
};

}  // namespace oarlock::app
