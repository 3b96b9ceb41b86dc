#include "tests/kube/sync/replay_view.h"

#include "kube/resource_version.h"

namespace oarlock::kubetest {
namespace {

using cache::ChangeType;

constexpr size_t kFaultsKept = 10;

// Also when the versions cannot be compared: then the test should say so.
bool IsOlder(const kube::Object& a, const kube::Object& b) {
  const auto order = kube::CompareResourceVersions(a.resource_version(), b.resource_version());
  return !order.has_value() || *order < 0;
}

// Where a user's view makes objects of its own, or has moved, it is another copy.
bool SameContent(const kube::Object& a, const kube::Object& b) {
  return a.SameAs(b) || (a && b && a.ToJson() == b.ToJson());
}

}  // namespace

void ReplayView::Fault(const std::string& key, std::string_view what,
                       const cache::Notification& event) {
  if (faults_.size() >= kFaultsKept) return;
  faults_.push_back(key + ": " + std::string(ChangeTypeName(event.type)) + " of version " +
                    std::string(event.object.resource_version()) + " (" +
                    std::string(CauseName(event.cause)) + "): " + std::string(what));
}

void ReplayView::CheckStore(const std::string& key, const cache::Notification& event) {
  const kube::Object stored = store_->Now().Get(key);
  if (!stored) return;
  if (event.type == ChangeType::kDelete) {
    // The same one may be back already: it left the selector and came again.
    if (stored.uid() == event.object.uid() && !IsOlder(event.object, stored)) {
      Fault(key, "the store still shows it", event);
    }
  } else if (IsOlder(stored, event.object)) {
    Fault(key, "the store shows an older one", event);
  }
}

void ReplayView::CheckWord(const std::string& key, const cache::Notification& event) {
  const auto known = known_.find(key);
  if (event.type == ChangeType::kAdd) {
    if (known != known_.end()) Fault(key, "added twice", event);
    if (event.old_object) Fault(key, "an add with an old object", event);
    return;
  }
  if (known == known_.end()) return Fault(key, "not known", event);
  if (event.type == ChangeType::kUpdate || event.old_object) {
    if (!SameContent(event.old_object, known->second)) Fault(key, "another old object", event);
  }
  if (event.object.uid() != known->second.uid()) Fault(key, "another uid", event);
  if (IsOlder(event.object, known->second)) Fault(key, "older than what was told", event);
}

void ReplayView::OnEvent(const cache::Notification& event) {
  const std::string key = event.object.key();
  base::MutexLock lock(mutex_);
  ++events_;
  relist_events_ += event.cause == cache::Cause::kRelist;
  stale_deletes_ += event.stale;
  CheckStore(key, event);
  CheckWord(key, event);
  if (event.type == ChangeType::kDelete) {
    known_.erase(key);
  } else {
    known_[key] = event.object;
  }
}

void ReplayView::OnSynced() {
  base::MutexLock lock(mutex_);
  if (synced_) faults_.push_back("synced twice");
  synced_ = true;
}

std::map<std::string, std::string> ReplayView::Versions() const {
  base::MutexLock lock(mutex_);
  std::map<std::string, std::string> versions;
  for (const auto& [key, object] : known_) {
    versions.emplace(object.name(), object.resource_version());
  }
  return versions;
}

std::string ReplayView::Faults() const {
  base::MutexLock lock(mutex_);
  std::string text;
  for (const std::string& fault : faults_) text += fault + "\n";
  return text;
}

bool ReplayView::synced() const {
  base::MutexLock lock(mutex_);
  return synced_;
}

int ReplayView::events() const {
  base::MutexLock lock(mutex_);
  return events_;
}

int ReplayView::relist_events() const {
  base::MutexLock lock(mutex_);
  return relist_events_;
}

int ReplayView::stale_deletes() const {
  base::MutexLock lock(mutex_);
  return stale_deletes_;
}

}  // namespace oarlock::kubetest
