#pragma once
// SyncLatch: "has its first state", of an informer, a handler or a tracker: waits, open, or closed
// because it will never be. It also says what is in the way meanwhile.
//
// Set by its owner; looked at, observed or waited for (sync_wait.h) by anybody. Once open or closed
// it stays so. Threads: [any]. Observers are called on the thread that changes the latch, with no
// lock held; they are quick and may still be called once while their handle dies.
// Ownership: shared; a latch outlives what it is about. Limits: none of its own; one observer per
// wait that is under way.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"

namespace oarlock::cache {

class SyncLatch {
 public:
  enum class Stage : uint8_t { kWaiting, kOpen, kClosed };
  struct View {
    Stage stage = Stage::kWaiting;
    base::Status error;     // waiting: the last trouble, or OK; closed: the reason
    bool hopeless = false;  // waiting alone will not mend `error`: somebody has to do something
    uint64_t attempts = 0;  // requests made so far, where requests are made
  };

  explicit SyncLatch(std::string name) : name_(std::move(name)) {}
  SyncLatch(const SyncLatch&) = delete;
  SyncLatch& operator=(const SyncLatch&) = delete;

  const std::string& name() const { return name_; }
  bool is_open() const { return open_.load(std::memory_order_acquire); }
  View view() const;
  // Calls `observer` after each change, until the handle dies.
  std::shared_ptr<void> Observe(std::function<void()> observer);

  // The owner's side. Nothing changes an open or closed latch.
  void Open();
  void Close(base::Status reason);
  void SetTrouble(base::Status error, bool hopeless, uint64_t attempts);

 private:
  using Observer = std::function<void()>;
  void Change(View next);

  const std::string name_;
  std::atomic<bool> open_{false};
  mutable base::Mutex mutex_;
  View view_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<Observer>> observers_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::cache
