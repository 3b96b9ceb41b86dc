#include "integration/script/script_stream.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

#include "base/check.h"
#include "sandbox/clock/real_wait.h"

namespace oarlock::integration {

ScriptStream::ScriptStream() : wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  OARLOCK_CHECK(wake_fd_ >= 0);
}

ScriptStream::~ScriptStream() { close(wake_fd_); }

void ScriptStream::Push(std::string bytes) {
  if (bytes.empty()) return;
  {
    base::MutexLock lock(mutex_);
    pieces_.push_back(std::move(bytes));
  }
  Wake();
}

void ScriptStream::PushLine(std::string line) {
  line += '\n';
  Push(std::move(line));
}

void ScriptStream::Finish(End end) {
  {
    base::MutexLock lock(mutex_);
    end_ = end;
  }
  Wake();
}

bool ScriptStream::opened() const {
  base::MutexLock lock(mutex_);
  return opened_;
}

bool ScriptStream::closed() const {
  base::MutexLock lock(mutex_);
  return closed_;
}

bool ScriptStream::WaitOpened(base::Duration limit) const {
  base::MutexLock lock(mutex_);
  sandbox::RealWait wait(limit);
  while (!opened_ && wait.Once(changed_, mutex_)) {
  }
  return opened_;
}

bool ScriptStream::WaitClosed(base::Duration limit) const {
  base::MutexLock lock(mutex_);
  sandbox::RealWait wait(limit);
  while (!closed_ && wait.Once(changed_, mutex_)) {
  }
  return closed_;
}

std::string ScriptStream::Take(std::optional<End>& end) {
  base::MutexLock lock(mutex_);
  if (pieces_.empty()) {
    end = end_;
    uint64_t count = 0;
    // Nothing left: not readable until the next Push.
    if (read(wake_fd_, &count, sizeof(count)) < 0) count = 0;
    return {};
  }
  std::string piece = std::move(pieces_.front());
  pieces_.pop_front();
  return piece;
}

void ScriptStream::MarkOpened() {
  base::MutexLock lock(mutex_);
  opened_ = true;
  changed_.NotifyAll();
}

void ScriptStream::MarkClosed() {
  base::MutexLock lock(mutex_);
  closed_ = true;
  changed_.NotifyAll();
}

void ScriptStream::Wake() {
  const uint64_t one = 1;
  OARLOCK_CHECK(write(wake_fd_, &one, sizeof(one)) == sizeof(one));
}

}  // namespace oarlock::integration
