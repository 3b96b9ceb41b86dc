#pragma once
// ClientBackground: a ClientTest whose calls run on threads of their own, so that the test can move
// the virtual clock while they wait.

#include <memory>
#include <thread>

#include "integration/client_fixture.h"

namespace oarlock::integration {

class ClientBackground : public ClientTest {
 protected:
  struct Running {
    std::thread thread;
    base::Result<kube::Object> result{base::Internal("still running")};
  };
  using CallBody = std::function<base::Result<kube::Object>(kube::Client&)>;

  std::unique_ptr<Running> InBackground(CallBody call) {
    auto running = std::make_unique<Running>();
    running->thread = std::thread(
        [this, call = std::move(call), raw = running.get()] { raw->result = call(*client()); });
    return running;
  }
  std::unique_ptr<Running> GetInBackground(kube::CallContext ctx = {}) {
    return InBackground([ctx](kube::Client& api) {
      return api.Get({kConfigMaps, "t", "a", ""}, ctx);
    });
  }
  static base::Result<kube::Object> Join(const std::unique_ptr<Running>& running) {
    running->thread.join();
    return running->result;
  }
  // The number of timers that wait: one deadline per call and one per wait.
  bool WaitForTimers(size_t count) {
    return Eventually([&] { return clock.pending_timers() == count; });
  }

  static ScriptAnswer WithRetryAfter(int status, const std::string& value) {
    ScriptAnswer answer = ScriptAnswer::Error(status, "Slow", "slow down");
    answer.headers.emplace_back("Retry-After", value);
    return answer;
  }
};

}  // namespace oarlock::integration
