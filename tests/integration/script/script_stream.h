#pragma once
// ScriptStream: the bytes of an answer that a test hands out while the answer is running, for
// instance the events of a watch. Shared by the test and one connection of the ScriptServer.
// Threads: [any]. Limits: none; the test bounds what it pushes.

#include <deque>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/mutex.h"

namespace oarlock::integration {

class ScriptStream {
 public:
  enum class End { kClean, kClose, kReset };  // kClean: the body ends, the connection stays

  ScriptStream();
  ~ScriptStream();
  ScriptStream(const ScriptStream&) = delete;
  ScriptStream& operator=(const ScriptStream&) = delete;

  // Sent as one piece.
  void Push(std::string bytes);
  // One event line; the newline is added.
  void PushLine(std::string line);
  void Finish(End end = End::kClean);

  // The server took the request that this stream answers.
  bool opened() const;
  // The peer is gone or the answer ended.
  bool closed() const;
  // Block until then; false after `limit` of real time.
  bool WaitOpened(base::Duration limit = std::chrono::seconds(20)) const;
  bool WaitClosed(base::Duration limit = std::chrono::seconds(20)) const;

  // For the server. Readable (poll) while Take may give something.
  int wake_fd() const { return wake_fd_; }
  // The next piece, or empty; `end` is set once all pieces are taken and Finish was called.
  std::string Take(std::optional<End>& end);
  void MarkOpened();
  void MarkClosed();

 private:
  void Wake();

  const int wake_fd_;
  mutable base::Mutex mutex_;
  mutable base::CondVar changed_;
  std::deque<std::string> pieces_ OARLOCK_GUARDED_BY(mutex_);
  std::optional<End> end_ OARLOCK_GUARDED_BY(mutex_);
  bool opened_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool closed_ OARLOCK_GUARDED_BY(mutex_) = false;
};

}  // namespace oarlock::integration
