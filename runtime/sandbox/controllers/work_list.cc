#include "sandbox/controllers/work_list.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {
namespace {

constexpr std::chrono::milliseconds kFirstRetry{5};
constexpr int kDoublingsMost = 20;
constexpr int kAtOnceMost = 10;

}  // namespace

WorkList::WorkList(base::Clock& clock, std::function<void()> wake)
    : clock_(clock), wake_(std::move(wake)) {}

WorkList::~WorkList() { clock_.Cancel(timer_); }

void WorkList::Add(WorkItem item) {
  if (queued_.insert(item).second) ready_.push_back(std::move(item));
}

void WorkList::AddAfter(WorkItem item, base::Duration delay) {
  const base::MonoTime at = clock_.Now() + delay;
  const auto [entry, added] = delayed_.try_emplace(item, at);
  if (!added) {
    if (entry->second <= at) return;
    const auto [first, last] = by_time_.equal_range(entry->second);
    by_time_.erase(
        std::find_if(first, last, [&item](const auto& other) { return other.second == item; }));
    entry->second = at;
  }
  by_time_.emplace(at, std::move(item));
  SetTimer();
}

void WorkList::Failed(const WorkItem& item, bool overtaken) {
  const int before = failures_[item]++;
  if (overtaken && before < kAtOnceMost) return Add(item);
  const int doublings = std::min(before, kDoublingsMost);
  AddAfter(item, std::min<base::Duration>(kFirstRetry * (int64_t{1} << doublings), kWorkRetryMax));
}

void WorkList::MoveDue() {
  const base::MonoTime now = clock_.Now();
  while (!by_time_.empty() && by_time_.begin()->first <= now) {
    WorkItem item = std::move(by_time_.begin()->second);
    by_time_.erase(by_time_.begin());
    delayed_.erase(item);
    Add(std::move(item));
  }
  SetTimer();
}

void WorkList::SetTimer() {
  const base::MonoTime at = by_time_.empty() ? base::kNever : by_time_.begin()->first;
  if (at == timer_at_) return;
  clock_.Cancel(timer_);
  timer_ = 0;
  timer_at_ = at;
  if (at != base::kNever) timer_ = clock_.Schedule(at, wake_);
}

std::optional<WorkItem> WorkList::Take() {
  MoveDue();
  if (ready_.empty()) return std::nullopt;
  WorkItem item = std::move(ready_.front());
  ready_.pop_front();
  queued_.erase(item);
  return item;
}

bool WorkList::empty() {
  MoveDue();
  return ready_.empty();
}

}  // namespace oarlock::sandbox
