#include "cache/view/informer_group.h"

#include <algorithm>
#include <utility>

#include "cache/informer/informer_core.h"
#include "cache/view/informer_view.h"

namespace oarlock::cache {

InformerPlan InformerGroup::Plan(const InformerRequest* newcomer) const {
  std::vector<const InformerRequest*> requests;
  requests.reserve(views_.size() + 1);
  for (const auto& view : views_) requests.push_back(&view->request());
  if (newcomer != nullptr) requests.push_back(newcomer);
  PlanHealth health{unmakeable_, unserved_};
  for (const auto& [key, running] : cores_) {
    if (running.forbidden) health.unusable.insert(key);
  }
  return PlanInformers(requests, health);
}

std::vector<InformerScope> InformerGroup::Missing(const InformerPlan& plan,
                                                  const Sources& sources) const {
  std::vector<InformerScope> out;
  for (const auto& [key, scope] : plan.informers) {
    // What could not be made is made again only for a newcomer.
    if (cores_.contains(key) || sources.contains(key) || unmakeable_.contains(key)) continue;
    out.push_back(scope);
  }
  return out;
}

void InformerGroup::Forgive(const InformerRequest& newcomer) {
  for (const std::string& version : newcomer.Versions()) {
    unmakeable_.erase(newcomer.In(version).Key());
    const bool known = std::any_of(cores_.begin(), cores_.end(), [&](const auto& entry) {
      return entry.second.unserved && entry.second.core->scope().resource.gvr.version == version;
    });
    if (!known) unserved_.erase(version);
  }
}

void InformerGroup::MakeMissing(const InformerPlan& plan, const Sources& sources, bool start) {
  for (const auto& [key, scope] : plan.informers) {
    const auto source = sources.find(key);
    if (source == sources.end() || cores_.contains(key)) continue;
    Running& running = cores_[key];
    running.core = std::make_shared<InformerCore>(scope, source->second, env_);
    running.observer = running.core->ObserveState(
        [on_state = on_state_, key = key](const InformerState& state) { on_state(key, state); });
    if (start) running.core->Start();
  }
}

// The planned one, unless it still has to sync and another one that has can serve meanwhile.
const std::shared_ptr<InformerCore>& InformerGroup::Best(const InformerRequest& request,
                                                         const std::string& planned) const {
  const auto& first = cores_.at(planned).core;
  if (first->settled_version().has_value()) return first;
  for (const auto& [key, running] : cores_) {
    const InformerScope& held = running.core->scope();
    const std::string& version = held.resource.gvr.version;
    if (running.forbidden || !running.core->settled_version().has_value()) continue;
    if (request.Accepts(version) && Covers(held, request.In(version))) return running.core;
  }
  return first;
}

std::shared_ptr<InformerView> InformerGroup::Admit(InformerRequest request,
                                                   const InformerPlan& plan, const Sources& sources,
                                                   bool start, std::function<void()> on_moved) {
  MakeMissing(plan, sources, start);
  const auto& core = Best(request, plan.assigned.back());
  auto view = std::make_shared<InformerView>(std::move(request), core, false);
  view->set_on_moved(std::move(on_moved));
  view->Begin();
  views_.push_back(view);
  return view;
}

void InformerGroup::Dismiss(const InformerView* view) {
  std::erase_if(views_, [view](const auto& known) { return known.get() == view; });
}

void InformerGroup::CarryOut(const InformerPlan& plan, const Sources& sources, bool start,
                             Dropped& dropped) {
  MakeMissing(plan, sources, start);
  for (size_t i = 0; i < views_.size(); ++i) {
    const auto planned = cores_.find(plan.assigned[i]);
    if (planned == cores_.end()) continue;  // it cannot be made: the view stays where it is
    const Running& running = planned->second;
    views_[i]->SetTarget(running.core);
    views_[i]->SetFinal(views_[i]->core() == running.core &&
                        (running.forbidden || running.unserved));
  }
  DropUnused(plan, dropped);
}

void InformerGroup::DropUnused(const InformerPlan& plan, Dropped& dropped) {
  std::set<const InformerCore*> used;
  for (const auto& view : views_) {
    used.insert(view->core().get());
    used.insert(view->target().get());
  }
  std::erase_if(cores_, [&](const auto& entry) {
    if (plan.informers.contains(entry.first) || used.contains(entry.second.core.get())) {
      return false;
    }
    entry.second.core->Stop();
    dropped.push_back(entry.second.core);
    return true;
  });
}

bool InformerGroup::NoteState(const std::string& key, const InformerState& state) {
  const auto found = cores_.find(key);
  if (found == cores_.end()) return false;
  Running& running = found->second;
  const std::string& version = running.core->scope().resource.gvr.version;
  const bool forbidden = state.phase == InformerPhase::kForbidden;
  const bool unserved =
      state.phase == InformerPhase::kNotServed || state.phase == InformerPhase::kGone;
  bool changed = running.forbidden != forbidden || running.unserved != unserved;
  running.forbidden = forbidden;
  running.unserved = unserved;
  if (unserved) changed |= unserved_.insert(version).second;
  if (state.phase == InformerPhase::kSynced) changed |= unserved_.erase(version) > 0;
  return changed;
}

void InformerGroup::Start() {
  for (const auto& [key, running] : cores_) running.core->Start();
}

std::vector<std::shared_ptr<InformerCore>> InformerGroup::cores() const {
  std::vector<std::shared_ptr<InformerCore>> out;
  for (const auto& [key, running] : cores_) out.push_back(running.core);
  return out;
}

}  // namespace oarlock::cache
