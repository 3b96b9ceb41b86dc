#pragma once
// CurlPool: one libcurl multi handle (connections that are shared by its transfers only), driven by
// the engine's epoll. libcurl's timer is a timerfd in the same epoll, so no clock is read here.
// Owned by HttpEngine, used on [io] only.

#include <cstdint>
#include <optional>

#include "client/transport/http_engine.h"

namespace oarlock::client {

class CurlPool {
 public:
  // `epoll_fd` is borrowed.
  CurlPool(int epoll_fd, PoolId id, const PoolOptions& options);
  ~CurlPool();
  CurlPool(const CurlPool&) = delete;
  CurlPool& operator=(const CurlPool&) = delete;

  bool multiplex() const { return multiplex_; }
  // `easy` is a CURL*.
  void Add(void* easy);
  void Remove(void* easy);

  // Which pool an epoll event belongs to, and what to do with it.
  static PoolId PoolOf(uint64_t tag);
  void OnEvent(uint64_t tag, uint32_t events);

  struct Done {
    void* easy;
    int code;
  };
  std::optional<Done> NextDone();

 private:
  int OnSocket(int fd, int what, bool known);
  void SetTimer(long timeout_ms);

  const int epoll_fd_;
  const PoolId id_;
  const bool multiplex_;
  const int timer_fd_;
  void* multi_;  // CURLM*
};

}  // namespace oarlock::client
