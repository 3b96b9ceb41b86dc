#include "cache/sync/sync_tracker.h"

#include <utility>

namespace oarlock::cache {
namespace {

// Upstream is looked at before what is outstanding: what is started later does not count.
template <typename State>
void Settle(State& state) {
  const SyncLatch::View upstream = state.upstream->view();
  if (upstream.stage == SyncLatch::Stage::kClosed) return state.sync->Close(upstream.error);
  if (upstream.stage == SyncLatch::Stage::kWaiting) {
    return state.sync->SetTrouble(upstream.error, upstream.hopeless, upstream.attempts);
  }
  if (!state.Busy()) state.sync->Open();
}

template <typename State>
std::shared_ptr<void> Follow(const std::shared_ptr<State>& state) {
  auto observer = state->upstream->Observe([weak = std::weak_ptr<State>(state)] {
    if (const auto self = weak.lock()) Settle(*self);
  });
  Settle(*state);
  return observer;
}

}  // namespace

struct AsyncTracker::State {
  bool Busy() {
    base::MutexLock lock(mutex);
    return !outstanding.empty();
  }
  std::shared_ptr<SyncLatch> upstream;
  std::shared_ptr<SyncLatch> sync;
  base::Mutex mutex;
  std::unordered_set<std::string> outstanding OARLOCK_GUARDED_BY(mutex);
};

AsyncTracker::AsyncTracker(std::string name, std::shared_ptr<SyncLatch> upstream)
    : state_(std::make_shared<State>()) {
  state_->upstream = std::move(upstream);
  state_->sync = std::make_shared<SyncLatch>(std::move(name));
  observer_ = Follow(state_);
}

AsyncTracker::~AsyncTracker() { state_->sync->Close(base::Cancelled("the tracker has ended")); }

void AsyncTracker::Start(std::string_view key) {
  base::MutexLock lock(state_->mutex);
  state_->outstanding.emplace(key);
}

bool AsyncTracker::Finish(std::string_view key) {
  {
    base::MutexLock lock(state_->mutex);
    if (state_->outstanding.erase(std::string(key)) == 0) return false;
  }
  Settle(*state_);
  return true;
}

const std::shared_ptr<SyncLatch>& AsyncTracker::sync() const { return state_->sync; }

struct CountingTracker::State {
  bool Busy() {
    base::MutexLock lock(mutex);
    return outstanding > 0;
  }
  std::shared_ptr<SyncLatch> upstream;
  std::shared_ptr<SyncLatch> sync;
  base::Mutex mutex;
  uint64_t outstanding OARLOCK_GUARDED_BY(mutex) = 0;
};

CountingTracker::CountingTracker(std::string name, std::shared_ptr<SyncLatch> upstream)
    : state_(std::make_shared<State>()) {
  state_->upstream = std::move(upstream);
  state_->sync = std::make_shared<SyncLatch>(std::move(name));
  observer_ = Follow(state_);
}

CountingTracker::~CountingTracker() {
  state_->sync->Close(base::Cancelled("the tracker has ended"));
}

void CountingTracker::Start() {
  base::MutexLock lock(state_->mutex);
  ++state_->outstanding;
}

bool CountingTracker::Finish() {
  {
    base::MutexLock lock(state_->mutex);
    if (state_->outstanding == 0) return false;
    --state_->outstanding;
  }
  Settle(*state_);
  return true;
}

const std::shared_ptr<SyncLatch>& CountingTracker::sync() const { return state_->sync; }

}  // namespace oarlock::cache
