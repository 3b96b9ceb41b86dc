#include "controller/runs/running_set.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {

void RunningSet::Add(Running& run) {
  if (unused_.empty()) {
    run.cancellation = std::make_shared<Cancellation>(clock_);
  } else {
    run.cancellation = std::move(unused_.back());
    unused_.pop_back();
  }
  run.id = ++started_;
  run.place = runs_.size();
  runs_.push_back(&run);
}

void RunningSet::Remove(Running& run) {
  runs_.back()->place = run.place;
  std::swap(runs_[run.place], runs_.back());
  runs_.pop_back();
  // Most runs end without anybody having looked at theirs.
  const bool mine = run.cancellation.use_count() == 1 && run.cancellation->unused();
  if (mine && unused_.size() < kUnusedKept) unused_.push_back(std::move(run.cancellation));
}

const Running* RunningSet::oldest() const {
  const auto first = std::min_element(runs_.begin(), runs_.end(),
                                      [](const auto* a, const auto* b) { return a->id < b->id; });
  return first == runs_.end() ? nullptr : *first;
}

std::vector<RunInfo> RunningSet::list() const {
  std::vector<RunInfo> out;
  for (const Running* run : runs_) {
    out.push_back({run->item->key, run->item->taken, run->deadline, run->cancellation->reason()});
  }
  std::sort(out.begin(), out.end(),
            [](const RunInfo& a, const RunInfo& b) { return a.since < b.since; });
  return out;
}

RunningSet::Cancellations RunningSet::all() const {
  Cancellations out;
  for (const Running* run : runs_) out.push_back(run->cancellation);
  return out;
}

base::MonoTime RunningSet::first_deadline() const {
  base::MonoTime first = base::kNever;
  for (const Running* run : runs_) {
    if (!run->cancellation->cancelled()) first = std::min(first, run->deadline);
  }
  return first;
}

RunningSet::Cancellations RunningSet::late(base::MonoTime now) const {
  Cancellations out;
  for (const Running* run : runs_) {
    if (run->deadline <= now) out.push_back(run->cancellation);
  }
  return out;
}

}  // namespace oarlock::controller
