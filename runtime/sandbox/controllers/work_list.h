#pragma once
// WorkList: the keys that the sandbox's controllers have to look at: now, in the order of adding
// and each once, or at a moment of the clock.
//
// Threads: the controllers' strand; only the wake-up of its timer runs on the clock's.
// Ownership: borrows the clock; the timer's task shares nothing but the wake function.
// Limits: one entry per object of the store and controller, so those of the store. A key that fails
// waits 5 ms, then twice as long each time, at most kWorkRetryMax.

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/clock.h"

namespace oarlock::sandbox {

class Controller;

inline constexpr std::chrono::minutes kWorkRetryMax{16};

struct WorkItem {
  Controller* controller = nullptr;
  std::string key;

  friend auto operator<=>(const WorkItem&, const WorkItem&) = default;
};

class WorkList {
 public:
  // `wake` [any] runs when a delayed key has become due.
  WorkList(base::Clock& clock, std::function<void()> wake);
  ~WorkList();
  WorkList(const WorkList&) = delete;
  WorkList& operator=(const WorkList&) = delete;

  void Add(WorkItem item);
  // The earliest of several moments counts.
  void AddAfter(WorkItem item, base::Duration delay);
  // Again after a pause that grows until Done; some times at once where somebody else was quicker.
  void Failed(const WorkItem& item, bool overtaken);
  void Done(const WorkItem& item) { failures_.erase(item); }
  std::optional<WorkItem> Take();
  bool empty();

 private:
  void MoveDue();
  void SetTimer();

  base::Clock& clock_;
  const std::function<void()> wake_;
  std::deque<WorkItem> ready_;
  std::set<WorkItem> queued_;  // what is in ready_
  std::map<WorkItem, base::MonoTime> delayed_;
  std::multimap<base::MonoTime, WorkItem> by_time_;
  std::map<WorkItem, int> failures_;
  base::MonoTime timer_at_ = base::kNever;
  base::TimerId timer_ = 0;
};

}  // namespace oarlock::sandbox
