#include "supervisor/library/signal_handlers.h"

#include <cstring>

namespace oarlock::supervisor {
namespace {

// The handlers share their place; which of the two it is the flag says.
bool Same(const struct sigaction& a, const struct sigaction& b) {
  return a.sa_handler == b.sa_handler && (a.sa_flags & SA_SIGINFO) == (b.sa_flags & SA_SIGINFO);
}

std::string NameOf(size_t signal) {
  const char* const name = ::sigabbrev_np(static_cast<int>(signal));
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

}  // namespace

SignalHandlers::SignalHandlers() : actions_{} {
  for (size_t i = 1; i < actions_.size(); ++i) {
    (void)::sigaction(static_cast<int>(i), nullptr, &actions_[i]);
  }
}

std::string SignalHandlers::PutBack() const {
  std::string changed;
  for (size_t i = 1; i < actions_.size(); ++i) {
    struct sigaction now {};
    if (::sigaction(static_cast<int>(i), nullptr, &now) != 0 || Same(now, actions_[i])) continue;
    (void)::sigaction(static_cast<int>(i), &actions_[i], nullptr);
    changed.append(changed.empty() ? "" : ", ").append(NameOf(i));
  }
  return changed;
}

}  // namespace oarlock::supervisor
