#include "cache/listener.h"

#include <algorithm>
#include <utility>

namespace oarlock::cache {
Listener::Listener(std::shared_ptr<EventHandler> handler, base::Executor* executor,
                   std::shared_ptr<base::Gauge> pending_gauge)
    : queued_(executor != nullptr), gauge_(std::move(pending_gauge)), handler_(std::move(handler)) {
  if (executor != nullptr) strand_.emplace(*executor);
}

void Listener::Push(const Notification& notification) {
  if (!queued_) {
    if (!BeginRun()) return;
    current_->OnEvent(notification);
    EndRun();
    return;
  }
  bool post = false;
  {
    base::MutexLock lock(mutex_);
    if (removed()) return;
    Enqueue(notification);
    high_water_ = std::max(high_water_, entries_.size());
    if (gauge_) gauge_->Set(static_cast<double>(entries_.size()));
    post = !entries_.empty() && !scheduled_;
    scheduled_ = scheduled_ || post;
  }
  if (post) PostDrain();
}

void Listener::PushSynced() {
  if (!queued_) {
    if (!BeginRun()) return;
    synced_.store(true, std::memory_order_release);
    current_->OnSynced();
    EndRun();
    return;
  }
  bool post = false;
  {
    base::MutexLock lock(mutex_);
    if (removed()) return;
    entries_.emplace_back();
    post = !std::exchange(scheduled_, true);
  }
  if (post) PostDrain();
}

void Listener::Enqueue(const Notification& notification) {
  std::string key = notification.object.key();
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) return Merge(found->second, notification);
  Entry& entry = entries_.emplace_back();
  entry.key = key;
  const bool is_delete = notification.type == ChangeType::kDelete;
  (is_delete ? entry.has_delete : entry.has_change) = true;
  (is_delete ? entry.deletion : entry.change) = notification;
  by_key_.emplace(std::move(key), std::prev(entries_.end()));
}

void Listener::Merge(Entries::iterator entry, const Notification& notification) {
  if (notification.type == ChangeType::kDelete) return MergeDelete(entry, notification);
  if (notification.cause == Cause::kRedeliver) return;
  if (!entry->has_change) {
    entry->has_change = true;
    entry->change = notification;
    return;
  }
  entry->change.object = notification.object;
  if (entry->change.type == ChangeType::kUpdate) entry->change.cause = notification.cause;
}

void Listener::MergeDelete(Entries::iterator entry, const Notification& notification) {
  const bool known = entry->has_change && entry->change.type == ChangeType::kUpdate;
  if (known) {
    entry->deletion = notification;
    entry->deletion.old_object = entry->change.old_object;
    entry->has_delete = true;
  }
  entry->has_change = false;
  entry->change = {};
  if (entry->has_delete) return;
  by_key_.erase(entry->key);
  entries_.erase(entry);
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
  base::MutexLock lock(mutex_);
  running_ = false;
  runner_ = {};
  idle_.NotifyAll();
  scheduled_ = !entries_.empty();
  return scheduled_;
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
    if (gauge_) gauge_->Set(static_cast<double>(entries_.size()));
  }
  for (const Entry& entry : batch) {
    if (removed()) break;
    Deliver(entry);
  }
  batch.clear();
  if (EndRun()) PostDrain();
}

void Listener::Deliver(const Entry& entry) {
  if (entry.key.empty()) {
    synced_.store(true, std::memory_order_release);
    current_->OnSynced();
    return;
  }
  if (entry.has_delete) current_->OnEvent(entry.deletion);
  if (entry.has_change && !removed()) current_->OnEvent(entry.change);
}

void Listener::Remove() {
  Entries dropped;
  std::shared_ptr<EventHandler> handler;
  base::MutexLock lock(mutex_);
  removed_.store(true, std::memory_order_release);
  by_key_.clear();
  dropped.swap(entries_);
  handler.swap(handler_);
  if (gauge_) gauge_->Set(0);
}

void Listener::RemoveAndWait() {
  Remove();
  base::MutexLock lock(mutex_);
  if (runner_ == std::this_thread::get_id()) return;
  while (running_) idle_.Wait(mutex_);
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
