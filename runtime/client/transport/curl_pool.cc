#include "client/transport/curl_pool.h"

#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/check.h"

namespace oarlock::client {
namespace {

// An epoll tag: pool id in the upper half (never 0), socket in the lower; the timer is "socket"
// kTimerSocket.
constexpr uint32_t kTimerSocket = UINT32_MAX;

uint64_t Tag(PoolId pool, uint32_t socket) { return uint64_t{pool} << 32 | socket; }

}  // namespace

CurlPool::CurlPool(int epoll_fd, PoolId id, const PoolOptions& options)
    : epoll_fd_(epoll_fd),
      id_(id),
      multiplex_(options.multiplex),
      timer_fd_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      multi_(curl_multi_init()) {
  OARLOCK_CHECK(timer_fd_ >= 0 && multi_ != nullptr);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = Tag(id_, kTimerSocket);
  OARLOCK_CHECK(epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, timer_fd_, &event) == 0);

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
}

void CurlPool::Add(void* easy) { OARLOCK_CHECK(curl_multi_add_handle(multi_, easy) == CURLM_OK); }

void CurlPool::Remove(void* easy) { curl_multi_remove_handle(multi_, easy); }

PoolId CurlPool::PoolOf(uint64_t tag) { return static_cast<PoolId>(tag >> 32); }

void CurlPool::OnEvent(uint64_t tag, uint32_t events) {
  int running = 0;
  const auto socket = static_cast<uint32_t>(tag);
  if (socket == kTimerSocket) {
    uint64_t expirations = 0;
    if (read(timer_fd_, &expirations, sizeof(expirations)) < 0) return;  // set anew meanwhile
    curl_multi_socket_action(multi_, CURL_SOCKET_TIMEOUT, 0, &running);
    return;
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
    return 0;
  }
  epoll_event event{};
  if ((what & CURL_POLL_IN) != 0) event.events |= EPOLLIN;
  if ((what & CURL_POLL_OUT) != 0) event.events |= EPOLLOUT;
  event.data.u64 = Tag(id_, static_cast<uint32_t>(fd));
  const int operation = known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (epoll_ctl(epoll_fd_, operation, fd, &event) != 0) {
    // A descriptor that was closed and reused without word from libcurl changes sides here.
    epoll_ctl(epoll_fd_, known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
  }
  if (!known) curl_multi_assign(multi_, fd, this);
  return 0;
}

void CurlPool::SetTimer(long timeout_ms) {
  itimerspec spec{};  // all zero: off
  if (timeout_ms > 0) {
    spec.it_value.tv_sec = timeout_ms / 1000;
    spec.it_value.tv_nsec = timeout_ms % 1000 * 1'000'000;
  } else if (timeout_ms == 0) {
    spec.it_value.tv_nsec = 1;  // at once, but not from inside libcurl's callback
  }
  OARLOCK_CHECK(timerfd_settime(timer_fd_, 0, &spec, nullptr) == 0);
}

}  // namespace oarlock::client
