#include "tests/kube/polling.h"

#include <poll.h>

#include <algorithm>

namespace oarlock::kubetest {

bool PollUntil(std::chrono::milliseconds limit, const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  int pause_ms = 10;
  for (;;) {
    if (condition()) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    poll(nullptr, 0, pause_ms);
    pause_ms = std::min(pause_ms * 2, 100);
  }
}

}  // namespace oarlock::kubetest
