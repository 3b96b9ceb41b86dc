#include "server/http_poster.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace oarlock::server {

void HttpPoster::Run(std::function<void()> task) {
  {
    const base::MutexLock lock(mutex_);
    if (io_ == nullptr) return;
    if (!io_->get_executor().running_in_this_thread()) return PostLocked(std::move(task));
  }
  task();
}

void HttpPoster::Post(std::function<void()> task) {
  const base::MutexLock lock(mutex_);
  if (io_ != nullptr) PostLocked(std::move(task));
}

void HttpPoster::PostLocked(std::function<void()> task) {
  ++*posted_;
  boost::asio::post(*io_, [task = std::move(task), posted = posted_] {
    task();
    --*posted;
  });
}

void HttpPoster::Close() {
  const base::MutexLock lock(mutex_);
  io_ = nullptr;
}

}  // namespace oarlock::server
