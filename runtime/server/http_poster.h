#pragma once
// HttpPoster: how other threads hand work to [server] for as long as it lives. Internal to server.
// Shared by a listener and what outlives it: replies and wakes that come too late do nothing.
// Threads: [any].

#include <atomic>
#include <functional>
#include <memory>

#include "base/mutex.h"

namespace boost::asio {
class io_context;
}

namespace oarlock::server {

class HttpPoster {
 public:
  explicit HttpPoster(boost::asio::io_context& io) : io_(&io) {}
  // Runs the task on [server], at once when called there; drops it after Close.
  void Run(std::function<void()> task);
  // Never at once.
  void Post(std::function<void()> task);
  void Close();
  // Tasks that are on their way.
  size_t posted() const { return posted_->load(); }

 private:
  void PostLocked(std::function<void()> task) OARLOCK_REQUIRES(mutex_);

  base::Mutex mutex_;
  boost::asio::io_context* io_ OARLOCK_GUARDED_BY(mutex_);
  const std::shared_ptr<std::atomic<size_t>> posted_ = std::make_shared<std::atomic<size_t>>(0);
};

}  // namespace oarlock::server
