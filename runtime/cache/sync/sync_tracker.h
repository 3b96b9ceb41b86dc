#pragma once
// Trackers: "has its first state" for work that a handler hands on: the informer (or handler) has
// synced, and everything started because of it is finished as well (client-go's AsyncTracker and
// SingleFileTracker).
//
// Start is called before upstream opens: from OnEvent, for what comes of kInitial. The tracker's
// own latch opens when upstream is open and nothing is outstanding, and closes when upstream does.
// AsyncTracker knows what is outstanding by key, in any order; CountingTracker only how much.
// Threads: [any]. Ownership: shares upstream's latch. Errors: a Finish without its Start is
// refused (false) and changes nothing. Limits: one key for each piece of work under way.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/mutex.h"
#include "cache/sync/sync_latch.h"

namespace oarlock::cache {

class AsyncTracker {
 public:
  AsyncTracker(std::string name, std::shared_ptr<SyncLatch> upstream);
  ~AsyncTracker();

  void Start(std::string_view key);
  bool Finish(std::string_view key);
  const std::shared_ptr<SyncLatch>& sync() const;

 private:
  struct State;
  const std::shared_ptr<State> state_;
  std::shared_ptr<void> observer_;
};

class CountingTracker {
 public:
  CountingTracker(std::string name, std::shared_ptr<SyncLatch> upstream);
  ~CountingTracker();

  void Start();
  bool Finish();
  const std::shared_ptr<SyncLatch>& sync() const;

 private:
  struct State;
  const std::shared_ptr<State> state_;
  std::shared_ptr<void> observer_;
};

}  // namespace oarlock::cache
