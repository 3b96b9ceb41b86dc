#include "client/transport/curl_pool.h"

#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "client/transport_options.h"

namespace oarlock::client {
namespace {

// An epoll tag: pool id in the upper half (never 0), socket in the lower; the timers are "sockets",
// too.
constexpr uint32_t kTimerSocket = UINT32_MAX;
constexpr uint32_t kHoldSocket = UINT32_MAX - 1;

uint64_t Tag(PoolId pool, uint32_t socket) { return uint64_t{pool} << 32 | socket; }

// A timer that is off, and in the epoll under that tag.
int MakeTimer(int epoll_fd, uint64_t tag) {
  const int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = tag;
  OARLOCK_CHECK(fd >= 0 && epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0);
  return fd;
}

// `after` negative: off.
void Arm(int timer_fd, std::chrono::nanoseconds after) {
  itimerspec spec{};  // all zero: off
  if (after >= std::chrono::nanoseconds::zero()) {
    const auto ns = std::max(after.count(), decltype(after.count()){1});  // 0 would be off
    spec.it_value.tv_sec = ns / 1'000'000'000;
    spec.it_value.tv_nsec = ns % 1'000'000'000;
  }
  OARLOCK_CHECK(timerfd_settime(timer_fd, 0, &spec, nullptr) == 0);
}

// False: it was set anew meanwhile.
bool Fired(int timer_fd) {
  uint64_t expirations = 0;
  return read(timer_fd, &expirations, sizeof(expirations)) >= 0;
}

}  // namespace

CurlPool::CurlPool(int epoll_fd, PoolId id, const PoolOptions& options)
    : epoll_fd_(epoll_fd),
      id_(id),
      options_(options),
      sockets_(options.fence ? std::make_unique<FencedSockets>(options.fence) : nullptr),
      timer_fd_(MakeTimer(epoll_fd, Tag(id, kTimerSocket))),
      hold_fd_(MakeTimer(epoll_fd, Tag(id, kHoldSocket))),
      multi_(curl_multi_init()) {
  OARLOCK_CHECK(multi_ != nullptr);
  const curl_socket_callback on_socket = [](CURL*, curl_socket_t fd, int what, void* self,
                                            void* known) {
    return static_cast<CurlPool*>(self)->OnSocket(fd, what, known != nullptr);
  };
  const curl_multi_timer_callback on_timer = [](CURLM*, long timeout_ms, void* self) {
    static_cast<CurlPool*>(self)->SetTimer(timeout_ms);
    return 0;
  };
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_PIPELINING,
                    options.multiplex ? CURLPIPE_MULTIPLEX : CURLPIPE_NOTHING);
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, options.connections_max);
}

CurlPool::~CurlPool() {
  curl_multi_cleanup(multi_);
  close(timer_fd_);
  close(hold_fd_);
}

void CurlPool::Add(void* easy) { OARLOCK_CHECK(curl_multi_add_handle(multi_, easy) == CURLM_OK); }

void CurlPool::Remove(void* easy) {
  ReleaseReads(easy);
  curl_multi_remove_handle(multi_, easy);
}

void CurlPool::HoldReads(void* easy) {
  curl_socket_t fd = CURL_SOCKET_BAD;
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &fd);
  if (!wanted_.contains(fd)) return;
  if (holds_.empty()) Arm(hold_fd_, kReadHoldMax);
  holds_.push_back({easy, fd});
  Watch(fd, EPOLL_CTL_MOD);
}

void CurlPool::ReleaseReads(void* easy) {
  EndHolds([easy](const Hold& hold) { return hold.easy == easy; });
}

template <typename Which>
void CurlPool::EndHolds(const Which& which) {
  std::vector<int> sockets;
  std::erase_if(holds_, [&](const Hold& hold) {
    const bool ends = which(hold);
    if (ends) sockets.push_back(hold.fd);
    return ends;
  });
  for (const int fd : sockets) {
    if (!IsHeld(fd) && wanted_.contains(fd)) Watch(fd, EPOLL_CTL_MOD);
  }
  if (sockets.empty() || !holds_.empty()) return;
  Arm(hold_fd_, std::chrono::nanoseconds(-1));
  if (put_off_) SetTimer(*std::exchange(put_off_, std::nullopt));
}

bool CurlPool::IsHeld(int fd) const {
  return std::any_of(holds_.begin(), holds_.end(),
                     [fd](const Hold& hold) { return hold.fd == fd; });
}

bool CurlPool::Watch(int fd, int operation) {
  epoll_event event{};
  event.events = wanted_[fd];
  if (IsHeld(fd)) event.events &= ~uint32_t{EPOLLIN};
  event.data.u64 = Tag(id_, static_cast<uint32_t>(fd));
  return epoll_ctl(epoll_fd_, operation, fd, &event) == 0;
}

PoolId CurlPool::PoolOf(uint64_t tag) { return static_cast<PoolId>(tag >> 32); }

void CurlPool::OnEvent(uint64_t tag, uint32_t events) {
  int running = 0;
  const auto socket = static_cast<uint32_t>(tag);
  if (socket == kTimerSocket) {
    if (!Fired(timer_fd_)) return;
    if (!holds_.empty()) return SetTimer(0);
    curl_multi_socket_action(multi_, CURL_SOCKET_TIMEOUT, 0, &running);
    return;
  }
  if (socket == kHoldSocket) {
    if (Fired(hold_fd_)) EndHolds([](const Hold&) { return true; });
    return;
  }
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) {  // these are told of a held one as well
    EndHolds([socket](const Hold& hold) { return static_cast<uint32_t>(hold.fd) == socket; });
  }
  int what = 0;
  if ((events & EPOLLIN) != 0) what |= CURL_CSELECT_IN;
  if ((events & EPOLLOUT) != 0) what |= CURL_CSELECT_OUT;
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) what |= CURL_CSELECT_ERR;
  curl_multi_socket_action(multi_, static_cast<curl_socket_t>(socket), what, &running);
}

std::optional<CurlPool::Done> CurlPool::NextDone() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg == CURLMSG_DONE) return Done{message->easy_handle, message->data.result};
  }
  return std::nullopt;
}

int CurlPool::OnSocket(int fd, int what, bool known) {
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(epoll_fd_, EPOLL_CTL_DEL, fd, nullptr);
    wanted_.erase(fd);
    EndHolds([fd](const Hold& hold) { return hold.fd == fd; });
    return 0;
  }
  uint32_t& wanted = wanted_[fd];
  wanted = 0;
  if ((what & CURL_POLL_IN) != 0) wanted |= EPOLLIN;
  if ((what & CURL_POLL_OUT) != 0) wanted |= EPOLLOUT;
  if (!Watch(fd, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD)) {
    // A descriptor that was closed and reused without word from libcurl changes sides here.
    Watch(fd, known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD);
  }
  if (!known) curl_multi_assign(multi_, fd, this);
  return 0;
}

// "At once" means from the loop, not from inside libcurl's callback.
void CurlPool::SetTimer(long timeout_ms) {
  if (!holds_.empty()) {
    put_off_ = timeout_ms;
    return;
  }
  Arm(timer_fd_, std::chrono::milliseconds(timeout_ms));
}

}  // namespace oarlock::client
