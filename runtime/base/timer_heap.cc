#include "base/timer_heap.h"

#include <utility>

#include "base/check.h"

namespace oarlock::base {
namespace {

size_t PlaceOf(TimerId id, unsigned bits) { return id & ((TimerId{1} << bits) - 1); }

}  // namespace

TimerId TimerHeap::Add(MonoTime deadline, Task task) {
  OARLOCK_CHECK(heap_.size() < kTimersMax);
  if (free_.empty()) {
    free_.push_back(static_cast<uint32_t>(timers_.size()));
    timers_.emplace_back();
  }
  const uint32_t place = free_.back();
  free_.pop_back();
  const TimerId id = ++number_ << kPlaceBits | place;
  timers_[place] = std::make_unique<Timer>(Timer{deadline, id, kNoSlot, std::move(task)});
  heap_.Push(*timers_[place]);
  return id;
}

bool TimerHeap::Remove(TimerId id) {
  const size_t place = PlaceOf(id, kPlaceBits);
  if (place >= timers_.size() || !timers_[place] || timers_[place]->id != id) return false;
  (void)Take(place);
  return true;
}

Task TimerHeap::Take(size_t place) {
  const std::unique_ptr<Timer> timer = std::move(timers_[place]);
  heap_.Remove(*timer);
  free_.push_back(static_cast<uint32_t>(place));
  return std::move(timer->task);
}

MonoTime TimerHeap::NextDeadline() const { return heap_.empty() ? kNever : heap_.top().deadline; }

std::optional<Task> TimerHeap::PopDue(MonoTime now) {
  if (heap_.empty() || heap_.top().deadline > now) return std::nullopt;
  return Take(PlaceOf(heap_.top().id, kPlaceBits));
}

}  // namespace oarlock::base
