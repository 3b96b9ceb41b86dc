#pragma once
// FencedSockets: the open sockets of a pool behind a fence, so that they can be reset at once: what
// libcurl or the kernel still holds of a term that is over does not leave any more.
//
// One is owned by each CurlPool that has a fence. A process that was stopped (SIGSTOP) may go on
// between the question whether it may write and the write itself; so the thread of the pools
// handles SIGCONT, before it does anything else, by resetting the sockets of terms that ended
// meanwhile. That holds where the other threads of the process have SIGCONT blocked
// (app/signals.h). Threads: constructed, used and destroyed on [io].

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "kube/write_fence.h"

namespace oarlock::client {

// Twice what a pool has connections: two addresses of a host may be tried at once.
inline constexpr size_t kFencedSocketsMax = 128;

class FencedSockets {
 public:
  explicit FencedSockets(std::shared_ptr<const kube::WriteFence> fence);
  ~FencedSockets();
  FencedSockets(const FencedSockets&) = delete;
  FencedSockets& operator=(const FencedSockets&) = delete;

  // False: too many.
  bool Add(int fd);
  // Closes it, with a reset where the noted term is over.
  int Close(int fd);
  // The fence's term as it was last noted; 0: closed.
  uint64_t term() const { return term_; }
  // True: the noted term is over.
  bool NoteTerm();
  // Async-signal-safe.
  void Reset();

 private:
  static void OnContinue(int signal);
  bool IsOver() const;

  const std::shared_ptr<const kube::WriteFence> fence_;
  std::atomic<uint64_t> term_;
  std::array<std::atomic<int>, kFencedSocketsMax> fds_;
  FencedSockets* next_ = nullptr;  // of the same thread
};

}  // namespace oarlock::client
