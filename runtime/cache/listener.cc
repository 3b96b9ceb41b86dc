#include "cache/listener.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/log.h"

namespace oarlock::cache {

Listener::Listener(std::shared_ptr<EventHandler> handler, ListenerOptions options)
    : options_(std::move(options)),
      sync_(std::make_shared<SyncLatch>("handler " + options_.name)),
      joined_(std::make_shared<SyncLatch>("place of handler " + options_.name)),
      handler_(std::move(handler)) {
  if (options_.executor != nullptr) strand_.emplace(*options_.executor);
}

void Listener::Push(std::span<const Notification> notifications) {
  if (notifications.empty()) return;
  if (!strand_.has_value()) {
    if (!BeginRun()) return;
    BeginBatch();
    for (const Notification& notification : notifications) {
      Call(&notification);
      if (removed()) break;
    }
    EndBatch();
    EndRun();
    return;
  }
  base::MutexLock lock(mutex_);
  if (removed()) return;
  for (const Notification& notification : notifications) Enqueue(notification);
  NotePending();
  if (options_.pause_above != 0 && entries_.size() > options_.pause_above) {
    holds_back_.store(true, std::memory_order_release);
  }
  if (!entries_.empty()) Schedule();
}

void Listener::PushSynced() {
  if (!strand_.has_value()) {
    if (!BeginRun()) return;
    Call(nullptr);
    EndRun();
    return;
  }
  base::MutexLock lock(mutex_);
  if (removed()) return;
  entries_.emplace_back();
  Schedule();
}

void Listener::NotePending() {
  if (options_.metrics.pending) {
    options_.metrics.pending->Set(static_cast<double>(entries_.size()));
  }
  if (entries_.size() <= high_water_) return;
  high_water_ = entries_.size();
  if (options_.metrics.high_water) {
    options_.metrics.high_water->Set(static_cast<double>(high_water_));
  }
}

void Listener::Enqueue(const Notification& notification) {
  std::string key = notification.object.key();
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) return Merge(found->second, notification);
  Entry& entry = entries_.emplace_back();
  entry.key = key;
  entry.initial = notification.cause == Cause::kInitial;
  const bool is_delete = notification.type == ChangeType::kDelete;
  (is_delete ? entry.has_delete : entry.has_change) = true;
  (is_delete ? entry.deletion : entry.change) = notification;
  by_key_.emplace(std::move(key), std::prev(entries_.end()));
}

// To who takes over, what exists is nothing new, and what becomes of it is.
void Listener::MakeKnown(Entry& entry) const {
  if (!options_.takes_over || !entry.initial || !entry.has_change) return;
  entry.initial = false;
  if (entry.change.type == ChangeType::kUpdate) return;
  entry.change.type = ChangeType::kUpdate;
  entry.change.old_object = entry.change.object;
}

void Listener::Merge(Entries::iterator entry, const Notification& notification) {
  if (notification.cause == Cause::kRedeliver) return;
  MakeKnown(*entry);
  if (notification.type == ChangeType::kDelete) return MergeDelete(entry, notification);
  const Cause cause = entry->initial ? Cause::kInitial : notification.cause;
  if (!entry->has_change) {
    entry->has_change = true;
    entry->change = notification;
    entry->change.cause = cause;
    return;
  }
  entry->change.object = notification.object;
  if (entry->change.type == ChangeType::kUpdate) entry->change.cause = cause;
}

void Listener::MergeDelete(Entries::iterator entry, const Notification& notification) {
  const bool known = entry->has_change && entry->change.type == ChangeType::kUpdate;
  if (known) {
    entry->deletion = notification;
    entry->deletion.old_object = entry->change.old_object;
    if (entry->initial) entry->deletion.cause = Cause::kInitial;
    entry->has_delete = true;
  }
  entry->has_change = false;
  entry->change = {};
  if (entry->has_delete) return;
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

// With the lock: who has removed the handler may end its executor.
void Listener::Schedule() {
  if (!std::exchange(scheduled_, true)) PostDrain();
}

// Weakly: a queue that is never drained any more must not keep itself alive.
void Listener::PostDrain() {
  strand_->Post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->Drain();
  });
}

bool Listener::BeginRun() {
  base::MutexLock lock(mutex_);
  if (removed()) return false;
  running_ = true;
  runner_ = std::this_thread::get_id();
  current_ = handler_;
  return true;
}

bool Listener::EndRun() {
  std::shared_ptr<EventHandler> handler = std::move(current_);  // may be the last; dies unlocked
  std::vector<std::shared_ptr<void>> until_idle;                // dies last
  bool more = false;
  bool relieved = false;
  {
    base::MutexLock lock(mutex_);
    running_ = false;
    runner_ = {};
    idle_.NotifyAll();
    until_idle.swap(until_idle_);
    more = scheduled_ = !entries_.empty();
    if (entries_.size() <= options_.pause_above / 2) {
      relieved = holds_back_.exchange(false, std::memory_order_acq_rel);
    }
  }
  if (relieved && options_.on_relief) options_.on_relief();
  return more;
}

void Listener::Drain() {
  if (!BeginRun()) return;
  Entries batch;
  {
    base::MutexLock lock(mutex_);
    auto end = entries_.begin();
    for (size_t i = 0; i < kListenerBatch && end != entries_.end(); ++i, ++end) {
      by_key_.erase(end->key);
    }
    batch.splice(batch.begin(), entries_, entries_.begin(), end);
    NotePending();
    if (entries_.empty()) slow_logged_ = false;
  }
  BeginBatch();
  for (const Entry& entry : batch) {
    if (removed()) break;
    Deliver(entry);
  }
  EndBatch();
  batch.clear();
  if (EndRun()) PostDrain();
}

void Listener::Deliver(const Entry& entry) {
  if (entry.key.empty()) return Call(nullptr);
  if (entry.has_delete) Call(&entry.deletion);
  if (entry.has_change && !removed()) Call(&entry.change);
}

// The handler may be somebody's C++ code. One that throws must not take the others along, nor leave
// who waits for it waiting.
template <typename Function>
void Listener::Guarded(Function function) {
  try {
    function();
  } catch (const std::exception& error) {
    Failed(error.what());
  } catch (...) {
    Failed("not an exception");
  }
}

void Listener::BeginBatch() {
  if (options_.clock != nullptr) call_began_ = options_.clock->Now();
  Guarded([this] { current_->OnBatchBegin(); });
}

void Listener::EndBatch() {
  Guarded([this] { current_->OnBatchEnd(); });
}

// Within a batch a call begins when the one before it ends.
void Listener::Call(const Notification* notification) {
  if (notification == nullptr) {
    sync_->Open();
    return Guarded([this] { current_->OnSynced(); });
  }
  Guarded([this, notification] { current_->OnEvent(*notification); });
  if (options_.clock == nullptr) return;
  const base::MonoTime now = options_.clock->Now();
  Measure(now - std::exchange(call_began_, now));
}

// Said at 1, 2, 4, 8, …: a handler that always throws must not fill the log.
void Listener::Failed(const char* what) {
  if (options_.metrics.failures) options_.metrics.failures->Add();
  ++failures_;
  if (options_.log == nullptr || (failures_ & (failures_ - 1)) != 0) return;
  options_.log->Error("handler threw",
                      {{"handler", name()}, {"error", what}, {"failures", failures_}});
}

void Listener::Measure(base::Duration took) {
  if (options_.metrics.seconds) {
    options_.metrics.seconds->Observe(std::chrono::duration<double>(took).count());
  }
  if (took <= kSlowHandler || slow_logged_ || options_.log == nullptr) return;
  const size_t waiting = pending();
  if (strand_.has_value() && waiting <= kSlowHandlerPending) return;
  slow_logged_ = true;
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  options_.log->Warning("slow handler",
                        {{"handler", name()}, {"milliseconds", millis}, {"pending", waiting}});
}

void Listener::Remove() {
  Entries dropped;
  std::shared_ptr<EventHandler> handler;
  {
    base::MutexLock lock(mutex_);
    removed_.store(true, std::memory_order_release);
    holds_back_.store(false, std::memory_order_release);
    by_key_.clear();
    dropped.swap(entries_);
    handler.swap(handler_);
    NotePending();
  }
  sync_->Close(base::Cancelled("the handler was removed"));
  joined_->Open();
}

void Listener::RemoveAndWait() {
  Remove();
  base::MutexLock lock(mutex_);
  if (runner_ == std::this_thread::get_id()) return;
  while (running_) idle_.Wait(mutex_);
}

void Listener::KeepUntilIdle(std::shared_ptr<void> token) {
  base::MutexLock lock(mutex_);
  if (running_) until_idle_.push_back(std::move(token));
}

size_t Listener::pending() const {
  base::MutexLock lock(mutex_);
  return entries_.size();
}

size_t Listener::pending_high_water() const {
  base::MutexLock lock(mutex_);
  return high_water_;
}

}  // namespace oarlock::cache
