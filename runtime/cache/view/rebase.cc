// How a view moves from one informer to another (see informer_view.h).
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "cache/informer/informer_core.h"
#include "cache/listener.h"
#include "cache/view/informer_view.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

// False also when the two cannot be compared: then nothing can be said against the move.
bool IsOlder(std::string_view a, std::string_view b) {
  const auto order = kube::CompareResourceVersions(a, b);
  return order.has_value() && *order < 0;
}

bool SameKindOfObjects(const InformerScope& a, const InformerScope& b) {
  return a.resource.gvr.version == b.resource.gvr.version && a.form == b.form &&
         a.transform.name == b.transform.name;
}

}  // namespace

void InformerView::SetTarget(const std::shared_ptr<InformerCore>& core) {
  std::shared_ptr<InformerCore> from;
  {
    base::MutexLock lock(mutex_);
    if (stopped_ || core == target_) return;
    target_ = core == core_ ? nullptr : core;
    if (target_ == nullptr) return;
    from = core_;
  }
  // Either one's progress may be what makes the move possible.
  core->AddWaiter(weak_from_this());
  from->AddWaiter(weak_from_this());
}

void InformerView::SetFinal(bool is_final) {
  {
    base::MutexLock lock(mutex_);
    if (final_ == is_final) return;
    final_ = is_final;
  }
  FollowSync();
}

// An informer that never worked has told nothing: any other is as good.
bool InformerView::IsReady(const InformerCore& from, const InformerCore& to) {
  if (!from.HasSynced() && from.store()->size() == 0) return true;
  const auto settled = to.settled_version();
  return settled.has_value() && !IsOlder(*settled, from.store()->content_version());
}

bool InformerView::TryMove() {
  base::MutexLock lock(mutex_);
  if (stopped_ || target_ == nullptr) return false;
  if (moving_ || !IsReady(*core_, *target_)) return true;
  moving_ = true;
  core_->strand()->Post(
      [self = shared_from_this(), from = core_, to = target_] { self->Leave(from, to); });
  return true;
}

// [strand] of `from`: what it holds and has told does not change meanwhile.
void InformerView::Leave(const std::shared_ptr<InformerCore>& from,
                         const std::shared_ptr<InformerCore>& to) {
  std::shared_ptr<const Narrowing> before;
  {
    base::MutexLock lock(mutex_);
    before = narrowing_;
  }
  const auto settled = to->settled_version();
  ToldState told = from->Told(before);
  bool ready = IsReady(*from, *to) &&
               std::none_of(told.objects.begin(), told.objects.end(), [&](const auto& object) {
                 return settled.has_value() && IsOlder(*settled, object.resource_version());
               });
  // Answers of writes that the watch has not brought yet go along, where they are of one kind.
  if (ready && from->store()->pending() > 0) {
    ready = SameKindOfObjects(from->scope(), to->scope());
    if (ready) to->TakePending(*from->store());
  }
  std::shared_ptr<const Narrowing> after;
  bool wanted = false;
  {
    base::MutexLock lock(mutex_);
    wanted = !stopped_ && target_ == to;
    if (ready && wanted) {
      BindLocked(to);
      after = narrowing_;
    } else {
      moving_ = false;
    }
  }
  if (after == nullptr) {
    // What came while nobody looked is looked at now.
    if (!wanted || to->settled_version() != settled) (void)TryMove();
    return;
  }
  auto listeners = from->TakeListeners(before);
  FollowSync();
  to->strand()->Post([self = shared_from_this(), to, after, told = std::move(told),
                      listeners = std::move(listeners)] {
    to->JoinMoved(listeners, told, after);
    self->Arrived(to);
  });
  if (on_moved_) on_moved_();
}

void InformerView::BindLocked(const std::shared_ptr<InformerCore>& to) {
  indices_.MoveTo(to->store());
  core_ = to;
  target_.reset();
  narrowing_ =
      std::make_shared<Narrowing>(request_.In(to->scope().resource.gvr.version), to->scope());
  PublishLocked();
  ObserveLocked();
}

void InformerView::Arrived(const std::shared_ptr<InformerCore>& core) {
  bool is_new = false;
  bool goes_on = false;
  const InformerState state = core->state();
  {
    base::MutexLock lock(mutex_);
    moving_ = false;
    is_new = told_phase_ != state.phase;
    goes_on = target_ != nullptr;
  }
  if (is_new) OnCoreState(core.get(), state);
  if (goes_on) core->AddWaiter(weak_from_this());
}

// --- the informer's side ---

void InformerCore::AddWaiter(std::weak_ptr<InformerView> view) {
  strand_->Post([self = shared_from_this(), view = std::move(view)] {
    if (self->ended_) return;
    const auto same = [&view](const auto& known) {
      return !known.owner_before(view) && !view.owner_before(known);
    };
    if (std::none_of(self->waiters_.begin(), self->waiters_.end(), same)) {
      self->waiters_.push_back(view);
    }
    self->PokeWaiters();
  });
}

void InformerCore::PokeWaiters() {
  if (waiters_.empty()) return;
  std::erase_if(waiters_, [](const auto& waiting) {
    const auto view = waiting.lock();
    return view == nullptr || !view->TryMove();
  });
}

ToldState InformerCore::Told(std::shared_ptr<const Narrowing> narrowing) const {
  ToldState told{std::move(narrowing), store_->Bases(), first_list_done_};
  std::erase_if(told.objects,
                [&told](const auto& object) { return !told.narrowing->Matches(object); });
  return told;
}

std::vector<std::shared_ptr<Listener>> InformerCore::TakeListeners(
    const std::shared_ptr<const Narrowing>& narrowing) {
  std::vector<std::shared_ptr<Listener>> taken;
  std::erase_if(listeners_, [&](const auto& listener) {
    if (listener->narrowing != narrowing) return false;
    taken.push_back(listener);
    return true;
  });
  UpdateHold();
  return taken;
}

// The difference between what is told here and what a view was told elsewhere.
std::vector<Notification> InformerCore::Difference(const ToldState& told,
                                                   const Narrowing& narrowing) const {
  const Cause cause = told.synced ? Cause::kRelist : Cause::kInitial;
  std::unordered_map<std::string, kube::Object> before;
  for (const kube::Object& object : told.objects) before.emplace(object.key(), object);
  std::vector<Notification> out;
  for (const kube::Object& object : store_->Bases()) {
    if (!narrowing.Matches(object)) continue;
    const auto known = before.find(object.key());
    if (known == before.end()) {
      out.push_back({ChangeType::kAdd, cause, false, {}, narrowing.Form(object)});
      continue;
    }
    const kube::Object old = std::move(known->second);
    before.erase(known);
    if (old.uid() != object.uid()) {
      const kube::Object shown = told.narrowing->Form(old);
      out.push_back({ChangeType::kDelete, cause, true, shown, shown});
      out.push_back({ChangeType::kAdd, cause, false, {}, narrowing.Form(object)});
    } else if (old.resource_version() != object.resource_version()) {
      out.push_back(
          {ChangeType::kUpdate, cause, false, told.narrowing->Form(old), narrowing.Form(object)});
    }
  }
  for (const auto& [key, object] : before) {
    const kube::Object shown = told.narrowing->Form(object);
    out.push_back({ChangeType::kDelete, cause, true, shown, shown});
  }
  return out;
}

void InformerCore::JoinMoved(const std::vector<std::shared_ptr<Listener>>& listeners,
                             const ToldState& told,
                             const std::shared_ptr<const Narrowing>& narrowing) {
  const std::vector<Notification> difference =
      ended_ || listeners.empty() ? std::vector<Notification>() : Difference(told, *narrowing);
  for (const auto& listener : listeners) {
    if (ended_) listener->Remove();
    if (listener->removed()) continue;
    listener->narrowing = narrowing;
    listener->Push(difference);
    if (first_list_done_ && !told.synced) listener->PushSynced();
    listeners_.push_back(listener);
  }
  UpdateHold();
  ArmResync();
}

}  // namespace oarlock::cache
