#include "cache/sync/sync_latch.h"

#include <utility>

namespace oarlock::cache {

SyncLatch::View SyncLatch::view() const {
  base::MutexLock lock(mutex_);
  return view_;
}

std::shared_ptr<void> SyncLatch::Observe(std::function<void()> observer) {
  auto held = std::make_shared<Observer>(std::move(observer));
  base::MutexLock lock(mutex_);
  std::erase_if(observers_, [](const auto& known) { return known.expired(); });
  observers_.push_back(held);
  return held;
}

void SyncLatch::Open() { Change({Stage::kOpen, {}, false, 0}); }

void SyncLatch::Close(base::Status reason) {
  Change({Stage::kClosed, std::move(reason), false, 0});
}

void SyncLatch::SetTrouble(base::Status error, bool hopeless, uint64_t attempts) {
  Change({Stage::kWaiting, std::move(error), hopeless, attempts});
}

void SyncLatch::Change(View next) {
  std::vector<std::weak_ptr<Observer>> observers;
  {
    base::MutexLock lock(mutex_);
    if (view_.stage != Stage::kWaiting) return;
    if (next.attempts == 0) next.attempts = view_.attempts;
    view_ = std::move(next);
    if (view_.stage == Stage::kOpen) open_.store(true, std::memory_order_release);
    observers = observers_;
    if (view_.stage != Stage::kWaiting) observers_.clear();
  }
  for (const auto& known : observers) {
    if (const auto observer = known.lock()) (*observer)();
  }
}

}  // namespace oarlock::cache
