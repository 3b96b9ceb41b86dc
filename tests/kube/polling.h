#pragma once
// Waiting for a condition of the outside world. The one place of the tests where real time
// passes: a server that is another process cannot be put on a virtual clock.

#include <chrono>
#include <functional>

namespace oarlock::kubetest {

// Asks until `condition` holds (true) or `limit` has passed (false). Asks at least once.
bool PollUntil(std::chrono::milliseconds limit, const std::function<bool()>& condition);

}  // namespace oarlock::kubetest
