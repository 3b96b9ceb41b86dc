#include "cache/store.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "cache/store/key_text.h"
#include "cache/store/object_table.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

// By RV-1; false also when the two cannot be compared.
bool IsOlder(std::string_view a, std::string_view b) {
  const auto order = kube::CompareResourceVersions(a, b);
  return order.has_value() && *order < 0;
}
bool IsNewer(std::string_view a, std::string_view b) { return IsOlder(b, a); }
bool IsAtLeast(std::string_view a, std::string_view b) {
  const auto order = kube::CompareResourceVersions(a, b);
  return order.has_value() && *order >= 0;
}
bool IsVersion(std::string_view a) { return kube::CompareResourceVersions(a, a).has_value(); }

}  // namespace

kube::Object Store::Pending::Visible() const {
  if (answer) return answer;
  if (base && base.uid() == gone_uid) return {};
  return base;
}

// The watch said something about this key: what it has caught up with is over.
void Store::Pending::Reached(const kube::Object& event, bool deleted) {
  if (answer && !IsNewer(answer.resource_version(), event.resource_version())) answer = {};
  if (answer && deleted && answer.uid() == event.uid()) answer = {};
  const bool passed = IsAtLeast(event.resource_version(), gone_version);
  if ((deleted && event.uid() == gone_uid) || passed) gone_uid.clear();
}

Store::Store() : table_(std::make_unique<ObjectTable>()), versions_(new Versions) {
  base::MutexLock lock(build_mutex_);
  BuildIndex(kNamespaceIndex, NamespaceIndex, 0);
}

Store::~Store() { delete versions_.load(std::memory_order_relaxed); }

Store::PendingMap::iterator Store::PendingFor(std::string_view key) {
  return pending_.empty() ? pending_.end() : pending_.find(key);
}

kube::Object Store::BaseLocked(std::string_view key) {
  const auto entry = PendingFor(key);
  return entry != pending_.end() ? entry->second.base : table_->Get(key);
}

void Store::Show(std::string_view key, const kube::Object& visible, uint32_t mark) {
  const kube::Object old = visible ? table_->Put(key, visible, mark) : table_->Erase(key);
  items_.fetch_add((visible ? 1 : 0) - (old ? 1 : 0), std::memory_order_relaxed);
  bytes_.fetch_add((visible ? static_cast<int64_t>(visible.bytes()) : 0) -
                       (old ? static_cast<int64_t>(old.bytes()) : 0),
                   std::memory_order_relaxed);
}

Store::PendingMap::iterator Store::Settle(PendingMap::iterator entry) {
  const Pending& pending = entry->second;
  const bool over = pending.empty();
  Show(entry->first, pending.Visible(), over ? pending.mark : ObjectTable::kPinned);
  auto next = over ? pending_.erase(entry) : std::next(entry);
  pending_count_.store(pending_.size(), std::memory_order_relaxed);
  return next;
}

// Never back, as far as versions can be compared: changes coalesced by key come out of order.
void Store::Advance(std::string_view version) {
  if (version.empty()) return;
  if (!in_batch_) return Publish(version);
  if (!IsOlder(version, batch_version_)) batch_version_ = version;
}

void Store::Publish(std::string_view version) {
  const Versions& now = *versions_.load(std::memory_order_relaxed);
  const std::string next(version);
  SetVersions({IsOlder(version, now.resource) ? now.resource : next,
               IsOlder(version, now.content) ? now.content : next});
}

void Store::SetVersions(Versions versions) {
  table_->Retire(versions_.exchange(new Versions(std::move(versions)), std::memory_order_seq_cst));
}

void Store::BeginBatch() {
  base::MutexLock lock(write_mutex_);
  in_batch_ = true;
}

void Store::EndBatch() {
  base::MutexLock lock(write_mutex_);
  in_batch_ = false;
  batch_removed_.clear();
  if (!batch_version_.empty()) Publish(std::exchange(batch_version_, {}));
  table_->Reclaim();
}

StoreChange Store::Set(const kube::Object& object, SetOptions options) {
  const KeyText text(object);
  const std::string_view key = text.view();
  base::MutexLock lock(write_mutex_);
  if (!options.from_list) Advance(object.resource_version());
  const auto entry = PendingFor(key);
  const bool pending = entry != pending_.end();
  kube::Object old = pending ? entry->second.base : table_->Get(key);
  const bool same_uid = old && old.uid() == object.uid();
  const bool unchanged = same_uid && !object.resource_version().empty() &&
                         old.resource_version() == object.resource_version();
  const bool refused =
      old && options.keep_newer && IsOlder(object.resource_version(), old.resource_version());
  if (pending) {
    entry->second.mark = list_mark_;
    if (!refused && !unchanged) entry->second.base = object;
    if (!refused) entry->second.Reached(object, false);
    Settle(entry);
  } else if (refused || unchanged) {
    table_->Mark(key, list_mark_);
  } else {
    Show(key, object, list_mark_);
  }
  if (refused || unchanged) return {};
  if (!old) return {StoreChange::Kind::kAdded, {}};
  return {same_uid ? StoreChange::Kind::kUpdated : StoreChange::Kind::kRecreated, std::move(old)};
}

StoreChange Store::Remove(std::string_view key, const kube::Object& final_state) {
  base::MutexLock lock(write_mutex_);
  kube::Object old;
  if (final_state) Advance(final_state.resource_version());
  if (in_batch_ && final_state)
    batch_removed_.insert_or_assign(std::string(key), final_state.uid());
  const auto entry = PendingFor(key);
  if (entry != pending_.end()) {
    old = std::exchange(entry->second.base, kube::Object());
    entry->second.Reached(final_state ? final_state : old, true);
    Settle(entry);
  } else {
    old = table_->Get(key);
    if (old) Show(key, {}, 0);
  }
  if (!old) return {};
  return {StoreChange::Kind::kDeleted, std::move(old)};
}

void Store::BeginList() {
  base::MutexLock lock(write_mutex_);
  if (++list_mark_ == ObjectTable::kPinned) list_mark_ = 1;
}

void Store::Mark(std::string_view key) {
  base::MutexLock lock(write_mutex_);
  const auto entry = PendingFor(key);
  if (entry != pending_.end()) {
    entry->second.mark = list_mark_;
  } else {
    table_->Mark(key, list_mark_);
  }
}

std::vector<kube::Object> Store::EndList(std::string_view list_version, bool consistent) {
  std::vector<kube::Object> removed;
  base::MutexLock lock(write_mutex_);
  for (auto entry = pending_.begin(); entry != pending_.end();) {
    Pending& pending = entry->second;
    const bool ahead =
        pending.base && !consistent && IsNewer(pending.base.resource_version(), list_version);
    if (pending.base && pending.mark != list_mark_ && !ahead) {
      removed.push_back(std::exchange(pending.base, kube::Object()));
    }
    if (pending.answer &&
        (consistent || !IsNewer(pending.answer.resource_version(), list_version))) {
      pending.answer = {};
    }
    const bool passed = IsAtLeast(list_version, pending.gone_version);
    if (consistent || passed) pending.gone_uid.clear();
    pending.mark = list_mark_;
    entry = Settle(entry);
  }
  std::vector<kube::Object> swept;
  table_->Sweep(list_mark_, consistent ? "" : list_version, swept);
  for (kube::Object& object : swept) {
    items_.fetch_sub(1, std::memory_order_relaxed);
    bytes_.fetch_sub(static_cast<int64_t>(object.bytes()), std::memory_order_relaxed);
    removed.push_back(std::move(object));
  }
  SetVersions({std::string(list_version), std::string(list_version)});
  table_->Reclaim();
  return removed;
}

void Store::SetResourceVersion(std::string_view version) {
  base::MutexLock lock(write_mutex_);
  if (in_batch_) return Advance(version);
  const Versions& now = *versions_.load(std::memory_order_relaxed);
  if (!version.empty() && !IsOlder(version, now.resource)) {
    SetVersions({std::string(version), now.content});
  }
}

// An unknown key: a version that the watch has passed was deleted since, and so was a uid that the
// batch in progress has removed.
bool Store::IsPast(const kube::Object& answer, const std::string& key) {
  const auto removed = batch_removed_.find(key);
  if (removed != batch_removed_.end() && removed->second == answer.uid()) return true;
  const std::string watched = resource_version();
  return !watched.empty() && !IsNewer(answer.resource_version(), watched);
}

// An answer does not say that a list in progress has the key: its mark stays (ApplyDelete, too).
bool Store::ApplyWrite(const kube::Object& answer) {
  if (!answer || answer.name().empty() || !IsVersion(answer.resource_version())) return false;
  const std::string key = answer.key();
  base::MutexLock lock(write_mutex_);
  auto entry = PendingFor(key);
  const bool is_pending = entry != pending_.end();
  uint32_t mark = 0;
  if (is_pending && !answer.uid().empty() && entry->second.gone_uid == answer.uid()) return false;
  const kube::Object base = is_pending ? entry->second.base : table_->Get(key, mark);
  const kube::Object& reference = is_pending && entry->second.answer ? entry->second.answer : base;
  if (reference ? !IsNewer(answer.resource_version(), reference.resource_version())
                : IsPast(answer, key)) {
    return false;
  }
  if (!is_pending) {
    if (pending_.size() >= kStorePendingMax) return false;
    entry = pending_.emplace(key, Pending{}).first;
    entry->second.base = base;
    entry->second.mark = mark;
  }
  entry->second.answer = answer;
  Settle(entry);
  return true;
}

bool Store::ApplyDelete(std::string_view key, std::string_view uid, std::string_view version,
                        base::MonoTime now) {
  if (uid.empty()) return false;
  base::MutexLock lock(write_mutex_);
  auto entry = PendingFor(key);
  if (entry == pending_.end()) {
    uint32_t mark = 0;
    const kube::Object base = table_->Get(key, mark);
    const size_t room = base ? kStorePendingMax : kStorePendingMax / 2;
    if (pending_.size() >= room) return false;
    entry = pending_.emplace(std::string(key), Pending{}).first;
    entry->second.base = base;
    entry->second.mark = mark;
  }
  Pending& pending = entry->second;
  if (pending.answer && pending.answer.uid() == uid) pending.answer = {};
  pending.gone_uid = uid;
  pending.gone_version = version;
  pending.gone_until = now + kDeleteMarkTime;
  Settle(entry);
  return true;
}

bool Store::ExpirePending(base::MonoTime now) {
  base::MutexLock lock(write_mutex_);
  const std::string watched = resource_version();
  for (auto entry = pending_.begin(); entry != pending_.end();) {
    Pending& pending = entry->second;
    if (pending.answer && !watched.empty() &&
        !IsNewer(pending.answer.resource_version(), watched)) {
      pending.answer = {};
    }
    const bool passed = IsAtLeast(watched, pending.gone_version);
    if (now >= pending.gone_until || passed) pending.gone_uid.clear();
    entry = Settle(entry);
  }
  table_->Reclaim();
  return !pending_.empty() || table_->replaced() > 0;
}

void Store::CopyPendingTo(Store& other) const {
  PendingMap copy;
  {
    base::MutexLock lock(write_mutex_);
    copy = pending_;
  }
  for (const auto& [key, pending] : copy) {
    if (pending.answer) (void)other.ApplyWrite(pending.answer);
    if (pending.gone_uid.empty()) continue;
    (void)other.ApplyDelete(key, pending.gone_uid, pending.gone_version,
                            pending.gone_until - kDeleteMarkTime);
  }
}

std::vector<kube::Object> Store::Bases() {
  std::vector<kube::Object> out;
  base::MutexLock lock(write_mutex_);
  table_->AppendObjects(out);
  if (pending_.empty()) return out;
  std::erase_if(out, [this](const kube::Object& object) OARLOCK_NO_THREAD_SAFETY_ANALYSIS {
    return pending_.contains(object.key());
  });
  for (const auto& [key, pending] : pending_) {
    if (pending.base) out.push_back(pending.base);
  }
  return out;
}

kube::Object Store::Base(std::string_view key) {
  base::MutexLock lock(write_mutex_);
  return BaseLocked(key);
}

}  // namespace oarlock::cache
