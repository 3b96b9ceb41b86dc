#include "cache/view/planner.h"

#include <algorithm>
#include <array>

#include "cache/view/field_terms.h"

namespace oarlock::cache {
namespace {

using Requests = std::span<const InformerRequest* const>;

bool HostDecidesFields(const InformerScope& wanted) {
  return FieldTerms::Parse(wanted.field_selector).has_value();
}

std::vector<std::string> ServedVersions(const InformerRequest& request, const PlanHealth& health) {
  std::vector<std::string> all = request.Versions();
  std::vector<std::string> served;
  for (const std::string& version : all) {
    if (!health.unserved.contains(version)) served.push_back(version);
  }
  if (!served.empty()) return served;
  all.resize(1);
  return all;
}

// Rule 1: the version of each request.
class VersionChoice {
 public:
  VersionChoice(Requests requests, const PlanHealth& health) : chosen_(requests.size()) {
    for (const InformerRequest* request : requests) {
      accepted_.push_back(ServedVersions(*request, health));
    }
    while (ChooseNext()) {
    }
  }
  const std::vector<std::string>& chosen() const { return chosen_; }

 private:
  bool ChooseNext() {
    std::map<std::string, size_t, std::less<>> votes;
    size_t most = 0;
    for (size_t i = 0; i < accepted_.size(); ++i) {
      if (!chosen_[i].empty()) continue;
      for (const std::string& version : accepted_[i]) most = std::max(most, ++votes[version]);
    }
    if (most == 0) return false;
    Give(Winner(votes, most));
    return true;
  }

  std::string Winner(const std::map<std::string, size_t, std::less<>>& votes, size_t most) const {
    for (size_t i = 0; i < accepted_.size(); ++i) {
      if (!chosen_[i].empty()) continue;
      for (const std::string& version : accepted_[i]) {
        if (votes.find(version)->second == most) return version;
      }
    }
    return {};
  }

  void Give(const std::string& version) {
    for (size_t i = 0; i < accepted_.size(); ++i) {
      const auto& list = accepted_[i];
      if (chosen_[i].empty() && std::find(list.begin(), list.end(), version) != list.end()) {
        chosen_[i] = version;
      }
    }
  }

  std::vector<std::vector<std::string>> accepted_;
  std::vector<std::string> chosen_;
};

// Rule 3: the informers that users asked for, and the widest that covers one.
class Candidates {
 public:
  void Add(const InformerScope& scope, bool usable) {
    if (!usable) return;
    any_all_namespaces_ |= scope.ns.empty();
    any_without_labels_ |= scope.label_selector.empty();
    any_without_fields_ |= scope.field_selector.empty();
    usable_.emplace(scope.Key(), scope);
  }

  // Null when none covers it.
  const InformerScope* WidestFor(const InformerScope& wanted) const {
    const InformerScope* best = nullptr;
    InformerScope probe = wanted;
    for (const std::string& ns : Choices(any_all_namespaces_, wanted.ns)) {
      probe.ns = ns;
      for (const std::string& labels : Choices(any_without_labels_, wanted.label_selector)) {
        probe.label_selector = labels;
        for (const std::string& fields : Choices(any_without_fields_, wanted.field_selector)) {
          probe.field_selector = fields;
          best = Better(best, WidestForm(probe, wanted));
        }
      }
    }
    return best;
  }

 private:
  static std::vector<std::string> Choices(bool any_wide, const std::string& own) {
    if (own.empty() || !any_wide) return {own};
    return {std::string(), own};
  }

  const InformerScope* WidestForm(InformerScope probe, const InformerScope& wanted) const {
    for (const ObjectForm form :
         {ObjectForm::kFullWithManaged, ObjectForm::kFull, ObjectForm::kMetadataOnly}) {
      probe.form = form;
      if (!Covers(probe, wanted)) continue;
      if (const auto found = usable_.find(probe.Key()); found != usable_.end()) {
        return &found->second;
      }
    }
    return nullptr;
  }

  // The one that was found first, unless the other covers it.
  static const InformerScope* Better(const InformerScope* first, const InformerScope* other) {
    if (first == nullptr || other == nullptr) return first == nullptr ? other : first;
    return Covers(*other, *first) ? other : first;
  }

  std::map<std::string, InformerScope> usable_;
  bool any_all_namespaces_ = false;
  bool any_without_labels_ = false;
  bool any_without_fields_ = false;
};

}  // namespace

bool Covers(const InformerScope& held, const InformerScope& wanted) {
  if (held.resource.gvr.ToString() != wanted.resource.gvr.ToString()) return false;
  if (!held.ns.empty() && held.ns != wanted.ns) return false;
  const bool same_labels = held.label_selector == wanted.label_selector;
  const bool same_fields = held.field_selector == wanted.field_selector;
  if (held.transform || wanted.transform) {
    return held.transform.name == wanted.transform.name && same_labels && same_fields &&
           held.form == wanted.form;
  }
  if (!same_labels && !held.label_selector.empty()) return false;
  if (!same_fields && (!held.field_selector.empty() || !HostDecidesFields(wanted))) return false;
  return FormCovers(held.form, wanted.form);
}

InformerPlan PlanInformers(Requests requests, const PlanHealth& health) {
  const VersionChoice versions(requests, health);
  std::vector<InformerScope> exact;
  Candidates candidates;
  for (size_t i = 0; i < requests.size(); ++i) {
    exact.push_back(requests[i]->In(versions.chosen()[i]));
    candidates.Add(exact.back(), !health.unusable.contains(exact.back().Key()));
  }
  InformerPlan plan;
  for (const InformerScope& own : exact) {
    const InformerScope* widest = candidates.WidestFor(own);
    const InformerScope& chosen = widest != nullptr ? *widest : own;
    plan.assigned.push_back(chosen.Key());
    plan.informers.emplace(plan.assigned.back(), chosen);
  }
  return plan;
}

}  // namespace oarlock::cache
