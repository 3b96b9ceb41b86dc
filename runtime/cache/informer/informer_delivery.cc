// From the reflector to the store and on to the handlers.
#include <algorithm>
#include <utility>

#include "cache/informer/informer_core.h"
#include "cache/view/narrowing.h"
#include "kube/names.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

bool IsNewer(std::string_view a, std::string_view b) {
  const auto order = kube::CompareResourceVersions(a, b);
  return order.has_value() && *order > 0;
}

void RaiseTo(std::string& newest, std::string_view version) {
  if (newest.empty() || IsNewer(version, newest)) newest = version;
}

}  // namespace

void InformerCore::OnListBegin(bool consistent) {
  in_list_ = true;
  list_consistent_ = consistent;
  list_newest_.clear();
  ++list_number_;
  store_->BeginList();
}

void InformerCore::OnListItem(kube::Object object) {
  RaiseTo(list_newest_, object.resource_version());
  queue_.Push({Delta::Type::kUpsert, std::move(object)});
}

bool InformerCore::OnListedAgain(const RawIdentity& listed) {
  if (queue_.MayHold(listed.ns, listed.name)) return false;  // the base is about to change
  const std::string key = kube::MakeKey(listed.ns, listed.name);
  const kube::Object base = store_->Base(key);
  if (!base || base.resource_version() != listed.version || base.uid() != listed.uid) return false;
  RaiseTo(list_newest_, listed.version);
  ForgetSetAside(base);
  store_->Mark(key);
  return true;
}

void InformerCore::OnListAborted() {
  OnBatchEnd();
  in_list_ = false;
  if (!list_newest_.empty()) RaiseTo(replay_until_, list_newest_);
}

void InformerCore::OnListEnd(const std::string& version, bool consistent) {
  OnBatchEnd();
  for (kube::Object& object : store_->EndList(version, consistent)) {
    Tell({StoreChange::Kind::kDeleted, object}, {}, false);
    if (told_.size() >= kDeltaBatchMax) Flush(listeners_);
  }
  Flush(listeners_);
  in_list_ = false;
  if (consistent) {
    replay_until_.clear();
  } else {
    EndReplay(version);
  }
  {
    base::MutexLock lock(mutex_);
    std::erase_if(aside_,
                  [this](const auto& entry) { return entry.second.list_number != list_number_; });
    any_aside_.store(!aside_.empty());
    if (!stopping_) state_.has_synced = true;
  }
  OnBatchEnd();
  sync_->Open();
  if (!std::exchange(first_list_done_, true)) {
    for (const auto& listener : std::vector(listeners_)) listener->PushSynced();
  }
  NoteSettled();
}

void InformerCore::OnWatchEvent(kube::WatchEventType type, kube::Object object) {
  const bool deleted = type == kube::WatchEventType::kDeleted;
  queue_.Push({deleted ? Delta::Type::kDelete : Delta::Type::kUpsert, std::move(object)});
}

void InformerCore::OnBookmark(const std::string& version) {
  OnBatchEnd();  // what came before the bookmark first
  store_->SetResourceVersion(version);
  EndReplay(version);
}

// All of a batch goes into the store before any of it is told.
void InformerCore::ApplyQueue() {
  store_->BeginBatch();
  while (!IsStopping() && queue_.PopBatch(batch_)) {
    for (const Delta& delta : batch_) Apply(delta);
    batch_.clear();
    Flush(listeners_);
  }
  store_->EndBatch();
}

void InformerCore::OnBatchEnd() {
  const uint64_t before = queue_.coalesced_total();
  const bool applies = queue_.size() > 0;
  if (applies) ApplyQueue();
  metrics_->coalesced->Add(queue_.coalesced_total() - before);
  metrics_->items->Set(static_cast<double>(store_->size()));
  metrics_->bytes->Set(static_cast<double>(store_->bytes()));
  if (segment_) metrics_->SetSegment(kube::StatsOf(*segment_));
  metrics_->index_set_aside->Set(static_cast<double>(store_->index_set_aside()));
  metrics_->pending_answers->Set(static_cast<double>(store_->pending()));
  metrics_->replaced_objects->Set(static_cast<double>(store_->replaced()));
  metrics_->SetStoreVersion(store_->resource_version());
  if (store_->replaced() > 0) RequestSweep();
  if (applies) NoteApplied();
  NoteSettled();
  UpdateHold();
  base::MutexLock lock(mutex_);
  metrics_->set_aside->Set(static_cast<double>(aside_.size()));
}

void InformerCore::NoteApplied() {
  const auto arrived = inlet_->running_since();
  if (!arrived.has_value()) return;
  const base::Duration lag = env_.clock->Now() - *arrived;
  metrics_->latency->Observe(std::chrono::duration<double>(lag).count());
  base::MutexLock lock(mutex_);
  state_.lag = lag;
}

// Whoever asked for back-pressure and is behind holds the source back for all.
void InformerCore::UpdateHold() {
  const auto holder = std::find_if(listeners_.begin(), listeners_.end(),
                                   [](const auto& listener) { return listener->holds_back(); });
  const bool hold = holder != listeners_.end();
  if (hold == inlet_->held()) return;
  metrics_->held->Set(hold ? 1 : 0);
  if (hold) metrics_->holds->Add();
  {
    base::MutexLock lock(mutex_);
    state_.held_by = hold ? (*holder)->name() : "";
  }
  inlet_->Hold(hold);
}

bool InformerCore::KeepNewer() const {
  return in_list_ ? !list_consistent_ : !replay_until_.empty();
}

void InformerCore::EndReplay(std::string_view version) {
  if (!replay_until_.empty() && !IsNewer(replay_until_, version)) replay_until_.clear();
}

void InformerCore::Apply(const Delta& delta) {
  ForgetSetAside(delta.object);
  if (delta.type == Delta::Type::kUpsert) {
    const StoreChange change =
        store_->Set(delta.object, {.from_list = in_list_, .keep_newer = KeepNewer()});
    Tell(change, delta.object, false);
  } else if (const std::string key = delta.object.key();
             !KeepNewer() ||
             !IsNewer(store_->Base(key).resource_version(), delta.object.resource_version())) {
    Tell(store_->Remove(key, delta.object), delta.object, true);
  }
  if (!in_list_) EndReplay(delta.object.resource_version());
}

// `object`: the new state, or with `deleted` the final state of the DELETED event.
void InformerCore::Tell(const StoreChange& change, const kube::Object& object, bool deleted) {
  const Cause cause = !first_list_done_ ? Cause::kInitial
                      : in_list_        ? Cause::kRelist
                                        : Cause::kWatch;
  const kube::Object& old = change.old_object;
  switch (change.kind) {
    case StoreChange::Kind::kNone: return;
    case StoreChange::Kind::kAdded: return Send({ChangeType::kAdd, cause, false, {}, object});
    case StoreChange::Kind::kUpdated: return Send({ChangeType::kUpdate, cause, false, old, object});
    case StoreChange::Kind::kRecreated:
      Send({ChangeType::kDelete, cause, true, old, old});
      return Send({ChangeType::kAdd, cause, false, {}, object});
    case StoreChange::Kind::kDeleted: {
      const bool final_known = deleted && object.uid() == old.uid();
      return Send({ChangeType::kDelete, cause, !final_known, old, final_known ? object : old});
    }
  }
}

// An inline handler cannot change the list of listeners here: joining and leaving are tasks.
void InformerCore::Flush(std::span<const std::shared_ptr<Listener>> listeners) {
  if (told_.empty()) return;
  NarrowedPush push(told_);
  for (const auto& listener : listeners) push.To(*listener);
  told_.clear();
}

void InformerCore::OnSetAside(const std::string& key, const base::Status& error, bool from_list) {
  if (from_list && !key.empty()) store_->Mark(key);
  base::MutexLock lock(mutex_);
  if (aside_.size() >= kSetAsideMax && !aside_.contains(key)) return;
  aside_[key] = {error.ToString(), list_number_};
  any_aside_.store(true);
}

void InformerCore::ForgetSetAside(const kube::Object& object) {
  if (!any_aside_.load(std::memory_order_relaxed)) return;
  base::MutexLock lock(mutex_);
  aside_.erase(object.key());
  any_aside_.store(!aside_.empty());
}

void InformerCore::ArmResync() {
  base::MonoTime next = base::kNever;
  for (const auto& listener : listeners_) {
    if (!listener->removed()) next = std::min(next, listener->next_resync);
  }
  if (resync_timer_ != 0) env_.clock->Cancel(std::exchange(resync_timer_, 0));
  if (next == base::kNever) return;
  resync_timer_ = env_.clock->Schedule(next, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self) self->PostWeak(&InformerCore::Resync);
  });
}

// No request goes out: what the handler was told last is told again, to those whose time it is.
void InformerCore::Resync() {
  resync_timer_ = 0;
  if (ended_) return;
  const base::MonoTime now = env_.clock->Now();
  std::vector<std::shared_ptr<Listener>> due;
  for (const auto& listener : listeners_) {
    if (listener->next_resync > now) continue;
    listener->next_resync = now + listener->resync;
    if (!listener->removed() && first_list_done_) due.push_back(listener);
  }
  if (!due.empty()) {
    for (const kube::Object& object : store_->Bases()) {
      told_.push_back({ChangeType::kUpdate, Cause::kRedeliver, false, object, object});
      if (told_.size() >= kDeltaBatchMax) Flush(due);
    }
    Flush(due);
    UpdateHold();
  }
  ArmResync();
}

}  // namespace oarlock::cache
