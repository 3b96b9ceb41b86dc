#include "queue/work_queue.h"

#include <utility>

#include "queue/queue_core.h"

namespace oarlock::queue {

WorkQueue::WorkQueue(WorkQueueOptions options, base::Clock& clock, base::MetricRegistry* metrics)
    : core_(std::make_shared<QueueCore>(std::move(options), clock)) {
  if (metrics != nullptr && !core_->options().name.empty()) core_->RegisterMetrics(*metrics);
}

WorkQueue::~WorkQueue() {
  core_->ShutDown(true);
  core_->CancelTimers();
}

bool WorkQueue::Add(Key key, AddOptions options) {
  return core_->Change([&](KeyStates& states, OperationTime& now) {
    return states.Add(std::move(key), options, now);
  });
}
size_t WorkQueue::Add(std::span<KeyAdd> adds) {
  if (adds.empty()) return 0;
  return core_->Change(
      [&](KeyStates& states, OperationTime& now) { return states.Add(adds, now); });
}
bool WorkQueue::AddAfter(Key key, base::Duration delay, AddOptions options) {
  return core_->Change([&](KeyStates& states, OperationTime& now) {
    return states.AddAfter(std::move(key), delay, options, now);
  });
}
bool WorkQueue::AddRateLimited(Key key, AddOptions options) {
  return core_->Change([&](KeyStates& states, OperationTime& now) {
    return states.AddRateLimited(std::move(key), options, now);
  });
}
void WorkQueue::Forget(const Key& key) {
  core_->Change([&](KeyStates& states, OperationTime&) {
    states.Forget(key);
    return true;
  });
}
uint32_t WorkQueue::NumRequeues(const Key& key) const {
  const auto info = core_->Find(key);
  return info ? info->failures : 0;
}
std::optional<Item> WorkQueue::TryGet() {
  std::optional<Item> item(std::in_place);
  if (!core_->TryGet(*item)) item.reset();
  return item;
}
GetResult WorkQueue::Get(Item& item, base::MonoTime deadline) { return core_->Get(item, deadline); }
void WorkQueue::Done(const Key& key, const Verdict& verdict, std::optional<base::MonoTime> now) {
  core_->Done(key, verdict, now);
}
bool WorkQueue::Next(Item& item, const Verdict& verdict, std::optional<base::MonoTime> now) {
  return core_->Next(item, verdict, now);
}
void WorkQueue::SetOnReady(std::function<void(size_t)> on_ready) {
  core_->SetOnReady(std::move(on_ready));
}
void WorkQueue::SetPacing(RetryDelay retry_delay, const TokenBucketOptions& dispatch_limit) {
  core_->SetPacing(std::move(retry_delay), dispatch_limit);
}
void WorkQueue::Pause(PausedBy by) { core_->SetPaused(by, true); }
void WorkQueue::Resume(PausedBy by) { core_->SetPaused(by, false); }
bool WorkQueue::WaitNoneProcessing(base::MonoTime deadline) {
  return core_->WaitNoneProcessing(deadline);
}
void WorkQueue::ResetBackoff() {
  core_->Change([](KeyStates& states, OperationTime& now) {
    states.ResetBackoff(now);
    return true;
  });
}
void WorkQueue::ShutDown() { core_->ShutDown(false); }
void WorkQueue::ShutDownNow() { core_->ShutDown(true); }
bool WorkQueue::ShutDownWithDrain(base::MonoTime deadline, bool with_delayed) {
  return core_->ShutDownWithDrain(deadline, with_delayed);
}
size_t WorkQueue::Len() const { return core_->Len(); }
QueueStats WorkQueue::stats() const { return core_->Stats(); }
std::optional<KeyInfo> WorkQueue::Find(const Key& key) const { return core_->Find(key); }
std::vector<KeyInfo> WorkQueue::Peek(size_t limit) const { return core_->Peek(limit); }
const std::string& WorkQueue::name() const { return core_->options().name; }

}  // namespace oarlock::queue
