#include "app/signals.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

#include "base/check.h"

namespace oarlock::app {

Signals::Signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  sigset_t blocked = set;
  sigaddset(&blocked, SIGCONT);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  fd_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  OARLOCK_CHECK(fd_ >= 0);
}

Signals::~Signals() { ::close(fd_); }

std::optional<int> Signals::Wait(base::Duration timeout) {
  pollfd poll_fd{fd_, POLLIN, 0};
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count();
  if (::poll(&poll_fd, 1, static_cast<int>(millis)) <= 0) return std::nullopt;
  signalfd_siginfo info{};
  if (::read(fd_, &info, sizeof(info)) != sizeof(info)) return std::nullopt;
  return static_cast<int>(info.ssi_signo);
}

}  // namespace oarlock::app
