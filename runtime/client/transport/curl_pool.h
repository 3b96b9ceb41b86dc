#pragma once
// CurlPool: one libcurl multi handle (connections that are shared by its transfers only), driven by
// the engine's epoll. libcurl's timer is a timerfd in the same epoll, so no clock is read here.
// A connection can be held: nothing is read from it for a while, so that its other end has to wait
// (curl_easy_pause does that for HTTP/1.1 only).
// Owned by HttpEngine, used on [io] only.

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "client/transport/fenced_sockets.h"
#include "client/transport/http_engine.h"

namespace oarlock::client {

class CurlPool {
 public:
  // `epoll_fd` is borrowed.
  CurlPool(int epoll_fd, PoolId id, const PoolOptions& options);
  ~CurlPool();
  CurlPool(const CurlPool&) = delete;
  CurlPool& operator=(const CurlPool&) = delete;

  bool multiplex() const { return options_.multiplex; }
  const PoolOptions& options() const { return options_; }
  const kube::WriteFence* fence() const { return options_.fence.get(); }
  // Null: no fence. Else libcurl tells of the sockets of all transfers.
  FencedSockets* sockets() { return sockets_.get(); }
  // `easy` is a CURL*.
  void Add(void* easy);
  void Remove(void* easy);

  // Nothing more is read from the connection of `easy`, whoever else uses it, until ReleaseReads or
  // Remove, and for kReadHoldMax at most. What libcurl is about to do, it still does.
  void HoldReads(void* easy);
  void ReleaseReads(void* easy);

  // Which pool an epoll event belongs to, and what to do with it.
  static PoolId PoolOf(uint64_t tag);
  void OnEvent(uint64_t tag, uint32_t events);

  struct Done {
    void* easy;
    int code;
  };
  std::optional<Done> NextDone();

 private:
  struct Hold {
    void* easy;
    int fd;
  };

  int OnSocket(int fd, int what, bool known);
  void SetTimer(long timeout_ms);
  bool IsHeld(int fd) const;
  // Tells epoll what is wanted of the socket; `operation` is one of epoll_ctl.
  bool Watch(int fd, int operation);
  template <typename Which>
  void EndHolds(const Which& which);

  const int epoll_fd_;
  const PoolId id_;
  const PoolOptions options_;
  const std::unique_ptr<FencedSockets> sockets_;
  const int timer_fd_;
  const int hold_fd_;                         // timer of the holds
  void* multi_;                               // CURLM*
  std::unordered_map<int, uint32_t> wanted_;  // epoll events, by socket
  std::vector<Hold> holds_;
  // What libcurl set its timer to while something was held: it would read again.
  std::optional<long> put_off_;
};

}  // namespace oarlock::client
