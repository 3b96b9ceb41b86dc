#pragma once
// ThreadStarter: where a controller's threads come from. pluginhost gives threads of the plugin's
// generation (accounted, crash-attributed, joined before the library is closed); the default gives
// plain named ones. Threads: Start is [any] and is called with no lock held.

#include <functional>
#include <memory>
#include <string>

namespace oarlock::controller {

class WorkerThread {
 public:
  virtual ~WorkerThread() = default;  // joins if Join was not called
  virtual void Join() = 0;            // idempotent
};

class ThreadStarter {
 public:
  virtual ~ThreadStarter() = default;
  // Null when no thread can be had now; the controller asks again later.
  virtual std::unique_ptr<WorkerThread> Start(const std::string& name,
                                              std::function<void()> body) = 0;
};

class StdThreadStarter final : public ThreadStarter {
 public:
  std::unique_ptr<WorkerThread> Start(const std::string& name, std::function<void()> body) override;
};

}  // namespace oarlock::controller
