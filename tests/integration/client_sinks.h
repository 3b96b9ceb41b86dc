#pragma once
// What tests of the client share, whatever the server is: credentials that a test can change, sinks
// and a log that record, and waits on real sockets. Threads: [any].

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/mutex.h"
#include "client/credentials.h"
#include "kube/list_watcher.h"
#include "sandbox/clock/real_wait.h"

namespace oarlock::integration {

// Real time only bounds it: the condition comes from real sockets and threads.
inline bool Eventually(const std::function<bool()>& condition) {
  base::Mutex mutex;
  base::CondVar nobody;
  const sandbox::RealWait limit(std::chrono::seconds(20));
  base::MutexLock lock(mutex);
  while (!condition()) {
    std::this_thread::yield();
    if (!limit.Left()) return false;
  }
  return true;
}

class FakeCredentials final : public client::Credentials {
 public:
  void Get(Ready ready) override {
    client::CredentialSnapshot snapshot;
    {
      base::MutexLock lock(mutex_);
      snapshot = snapshot_;
    }
    ready(snapshot);
  }
  void Invalidate(uint64_t generation) override {
    base::MutexLock lock(mutex_);
    invalidated_.push_back(generation);
    if (next_ && generation == snapshot_.generation) {
      snapshot_ = *std::exchange(next_, std::nullopt);
    }
  }
  void Set(client::CredentialSnapshot snapshot) {
    base::MutexLock lock(mutex_);
    snapshot_ = std::move(snapshot);
  }
  // What the next Invalidate brings.
  void SetNext(client::CredentialSnapshot snapshot) {
    base::MutexLock lock(mutex_);
    next_ = std::move(snapshot);
  }
  std::vector<uint64_t> invalidated() const {
    base::MutexLock lock(mutex_);
    return invalidated_;
  }

 private:
  mutable base::Mutex mutex_;
  client::CredentialSnapshot snapshot_ OARLOCK_GUARDED_BY(mutex_){.authorization = "Bearer one",
                                                                  .generation = 1};
  std::optional<client::CredentialSnapshot> next_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<uint64_t> invalidated_ OARLOCK_GUARDED_BY(mutex_);
};

class RecordingLog final : public base::LogSink {
 public:
  void Write(base::LogLevel /*level*/, std::string_view line) override {
    base::MutexLock lock(mutex_);
    lines_.emplace_back(line);
  }
  size_t CountLinesWith(std::string_view text) const {
    base::MutexLock lock(mutex_);
    size_t count = 0;
    for (const std::string& line : lines_) count += line.find(text) != std::string::npos;
    return count;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<std::string> lines_ OARLOCK_GUARDED_BY(mutex_);
};

class RecordingList final : public kube::ListSink {
 public:
  kube::Flow OnItems(std::span<const kube::RawItem> items) override {
    base::MutexLock lock(mutex_);
    for (const kube::RawItem& item : items) items_.emplace_back(item.bytes);
    ++batches_;
    return pause_ ? kube::Flow::kPause : kube::Flow::kContinue;
  }
  void OnListEnd(base::Result<kube::ListMeta> meta) override {
    base::MutexLock lock(mutex_);
    end_ = std::move(meta);
    ++ends_;
  }
  void SetPause(bool pause) {
    base::MutexLock lock(mutex_);
    pause_ = pause;
  }
  std::vector<std::string> items() const {
    base::MutexLock lock(mutex_);
    return items_;
  }
  size_t batches() const {
    base::MutexLock lock(mutex_);
    return batches_;
  }
  int ends() const {
    base::MutexLock lock(mutex_);
    return ends_;
  }
  base::Result<kube::ListMeta> WaitEnd() const {
    if (!Eventually([&] { return ends() > 0; })) return base::Internal("the list does not end");
    base::MutexLock lock(mutex_);
    return *end_;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<std::string> items_ OARLOCK_GUARDED_BY(mutex_);
  std::optional<base::Result<kube::ListMeta>> end_ OARLOCK_GUARDED_BY(mutex_);
  size_t batches_ OARLOCK_GUARDED_BY(mutex_) = 0;
  int ends_ OARLOCK_GUARDED_BY(mutex_) = 0;
  bool pause_ OARLOCK_GUARDED_BY(mutex_) = false;
};

class RecordingWatch final : public kube::WatchSink {
 public:
  void OnWatchOpen() override { opens_.fetch_add(1); }
  kube::Flow OnEvents(std::span<const kube::RawEvent> events) override {
    base::MutexLock lock(mutex_);
    for (const kube::RawEvent& event : events) {
      types_.push_back(event.type);
      objects_.emplace_back(event.object.bytes);
    }
    return pause_ ? kube::Flow::kPause : kube::Flow::kContinue;
  }
  // From now on each batch asks the source to wait.
  void AskToWait() {
    base::MutexLock lock(mutex_);
    pause_ = true;
  }
  void OnWatchEnd(base::Status status) override {
    base::MutexLock lock(mutex_);
    end_ = std::move(status);
    ++ends_;
  }
  std::vector<std::string> objects() const {
    base::MutexLock lock(mutex_);
    return objects_;
  }
  std::vector<kube::WatchEventType> types() const {
    base::MutexLock lock(mutex_);
    return types_;
  }
  int opens() const { return opens_.load(); }
  int ends() const {
    base::MutexLock lock(mutex_);
    return ends_;
  }
  base::Status WaitEnd() const {
    if (!Eventually([&] { return ends() > 0; })) return base::Internal("the watch does not end");
    base::MutexLock lock(mutex_);
    return end_;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<kube::WatchEventType> types_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::string> objects_ OARLOCK_GUARDED_BY(mutex_);
  base::Status end_ OARLOCK_GUARDED_BY(mutex_);
  int ends_ OARLOCK_GUARDED_BY(mutex_) = 0;
  bool pause_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::atomic<int> opens_{0};
};

}  // namespace oarlock::integration
