#include "queue/dispatch_slots.h"

#include <map>
#include <utility>

#include "base/mutex.h"

namespace oarlock::queue {
namespace {

using base::MetricFamily;
using base::MetricType;
using base::MutexLock;

struct Waiter : SlotTurns::Waiter {
  base::CondVar changed;
};

// Under the lock: a waiter that was told is not gone before it has the lock.
void Tell(const SlotTurns::Waiters& waiters) {
  for (SlotTurns::Waiter* waiter : waiters) static_cast<Waiter*>(waiter)->changed.NotifyOne();
}

struct Counts {
  size_t running = 0;
  size_t waiting = 0;
};

}  // namespace

struct DispatchCore {
  explicit DispatchCore(size_t slots) : turns(slots) {}

  void Collect(std::vector<MetricFamily>& out);

  base::Mutex mutex;
  SlotTurns turns OARLOCK_GUARDED_BY(mutex);
};

void DispatchCore::Collect(std::vector<MetricFamily>& out) {
  std::map<std::string, Counts> counts;
  size_t slots = 0;
  {
    MutexLock lock(mutex);
    slots = turns.slots();
    for (const auto& [name, plugin] : turns.plugins()) {
      Counts& sum = counts[counts.size() < kDispatchLabelsMax ? name : "other"];
      sum.running += plugin->running;
      sum.waiting += plugin->waiting;
    }
  }
  MetricFamily running{"oarlock_dispatch_running", "Reconciles under way.", MetricType::kGauge, {}};
  MetricFamily waiting{"oarlock_dispatch_waiting",
                       "Workers with ready keys that wait for a slot of the process.",
                       MetricType::kGauge,
                       {}};
  for (const auto& [plugin, sum] : counts) {
    const base::MetricLabels labels{{"plugin", plugin}};
    running.samples.push_back({labels, static_cast<double>(sum.running), {}, {}, 0});
    waiting.samples.push_back({labels, static_cast<double>(sum.waiting), {}, {}, 0});
  }
  out.push_back({"oarlock_dispatch_slots",
                 "Reconciles that may run at once, beside one per plugin.",
                 MetricType::kGauge,
                 {{{}, static_cast<double>(slots), {}, {}, 0}}});
  out.push_back(std::move(running));
  out.push_back(std::move(waiting));
}

DispatchSlot::DispatchSlot(std::shared_ptr<DispatchCore> core, SlotTurns::Plugin* plugin)
    : core_(std::move(core)), plugin_(plugin) {}

DispatchSlot& DispatchSlot::operator=(DispatchSlot&& other) noexcept {
  DispatchSlot moved(std::move(other));
  std::swap(core_, moved.core_);
  std::swap(plugin_, moved.plugin_);
  return *this;
}

DispatchSlot::~DispatchSlot() {
  if (!core_) return;
  MutexLock lock(core_->mutex);
  Tell(core_->turns.End(*plugin_));
}

bool DispatchSlot::MayServeNext() const {
  MutexLock lock(core_->mutex);
  return !core_->turns.anybody_waits();
}

DispatchLane::DispatchLane(std::shared_ptr<DispatchCore> core,
                           std::unique_ptr<SlotTurns::Lane> lane)
    : core_(std::move(core)), lane_(std::move(lane)) {}

DispatchLane::~DispatchLane() {
  MutexLock lock(core_->mutex);
  Tell(core_->turns.Cancel(*lane_));
  core_->turns.RemoveLane(std::move(lane_));
}

DispatchSlot DispatchLane::Take() {
  MutexLock lock(core_->mutex);
  if (!open_) return {};
  if (!core_->turns.TryStart(*lane_)) {
    Waiter waiter;
    core_->turns.Wait(*lane_, waiter);
    while (!waiter.granted && !waiter.cancelled) waiter.changed.Wait(core_->mutex);
    if (!waiter.granted) return {};
  }
  return DispatchSlot(core_, lane_->plugin);
}

void DispatchLane::Close() {
  MutexLock lock(core_->mutex);
  open_ = false;
  Tell(core_->turns.Cancel(*lane_));
}

void DispatchLane::Open() {
  MutexLock lock(core_->mutex);
  open_ = true;
}

size_t DispatchLane::waiting() const {
  MutexLock lock(core_->mutex);
  return lane_->waiters.size();
}

DispatchSlots::DispatchSlots(size_t slots, base::MetricRegistry* metrics)
    : core_(std::make_shared<DispatchCore>(slots)) {
  if (metrics == nullptr) return;
  collector_ = metrics->AddCollector(
      [weak = std::weak_ptr<DispatchCore>(core_)](std::vector<MetricFamily>& out) {
        if (const auto core = weak.lock()) core->Collect(out);
      });
}

DispatchSlots::~DispatchSlots() = default;

std::unique_ptr<DispatchLane> DispatchSlots::AddLane(const std::string& plugin, uint32_t weight) {
  MutexLock lock(core_->mutex);
  return std::make_unique<DispatchLane>(core_, core_->turns.AddLane(plugin, weight));
}

}  // namespace oarlock::queue
