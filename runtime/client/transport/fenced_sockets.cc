#include "client/transport/fenced_sockets.h"

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/check.h"

namespace oarlock::client {
namespace {

constexpr int kNone = -1;

// Of this thread; read by its signal handler.
thread_local std::atomic<FencedSockets*> first_of_thread{nullptr};

// A mere close would let libcurl send what it holds, and the kernel go on with what it was given.
void Disconnect(int fd) {
  sockaddr nowhere{};
  nowhere.sa_family = AF_UNSPEC;
  (void)::connect(fd, &nowhere, sizeof(nowhere));
}

}  // namespace

FencedSockets::FencedSockets(std::shared_ptr<const kube::WriteFence> fence)
    : fence_(std::move(fence)), term_(fence_->term()) {
  for (std::atomic<int>& fd : fds_) fd = kNone;
  next_ = first_of_thread.load();
  first_of_thread = this;
  struct sigaction action {};
  action.sa_handler = &FencedSockets::OnContinue;
  action.sa_flags = SA_RESTART;
  OARLOCK_CHECK(sigaction(SIGCONT, &action, nullptr) == 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCONT);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

FencedSockets::~FencedSockets() {
  if (first_of_thread == this) {
    first_of_thread = next_;
    return;
  }
  for (FencedSockets* one = first_of_thread; one != nullptr; one = one->next_) {
    if (one->next_ == this) one->next_ = next_;
  }
}

bool FencedSockets::Add(int fd) {
  for (std::atomic<int>& slot : fds_) {
    int none = kNone;
    if (slot.compare_exchange_strong(none, fd)) return true;
  }
  return false;
}

int FencedSockets::Close(int fd) {
  for (std::atomic<int>& slot : fds_) {
    if (slot == fd) slot = kNone;
  }
  if (IsOver()) Disconnect(fd);
  return close(fd);
}

bool FencedSockets::IsOver() const {
  const uint64_t noted = term_;
  return noted != 0 && fence_->term() != noted;
}

bool FencedSockets::NoteTerm() {
  const bool over = IsOver();
  term_ = fence_->term();
  return over;
}

void FencedSockets::Reset() {
  for (const std::atomic<int>& slot : fds_) {
    const int fd = slot;
    if (fd != kNone) Disconnect(fd);
  }
}

void FencedSockets::OnContinue(int /*signal*/) {
  const int saved = errno;
  for (FencedSockets* one = first_of_thread; one != nullptr; one = one->next_) {
    if (one->IsOver()) one->Reset();
  }
  errno = saved;
}

}  // namespace oarlock::client
