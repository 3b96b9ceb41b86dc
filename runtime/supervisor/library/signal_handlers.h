#pragma once
// SignalHandlers: what the process does on each signal, as it was when this was made, so that it
// can be put back: runtimes inside of libraries install handlers of their own when they are loaded.
//
// Used by Loader. Threads: a value; PutBack by one thread at a time. Errors: none.

#include <array>
#include <csignal>
#include <string>

namespace oarlock::supervisor {

class SignalHandlers {
 public:
  SignalHandlers();
  // The names of the signals that somebody handled otherwise meanwhile, "SIGSEGV, SIGUSR2"; empty:
  // none.
  std::string PutBack() const;

 private:
  std::array<struct sigaction, NSIG> actions_;
};

}  // namespace oarlock::supervisor
