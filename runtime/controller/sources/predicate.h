#pragma once
// Predicates: which notifications of an informer matter to a controller.
//
// A predicate is a pure function of a notification. The ones made here are declarative: host code
// over compiled selectors and paths, so they may run on [strand]. A plugin's callback predicate has
// the same type, and its Source then runs on an executor of the plugin's generation.
// Redeliveries (resync) and creations pass every "changed" predicate: nothing to compare with, or
// the very point of it (C-INF-06). Values; threads [any].

#include <functional>
#include <string>
#include <vector>

#include "cache/notification.h"
#include "kube/path.h"
#include "kube/selector.h"

namespace oarlock::controller {

using Predicate = std::function<bool(const cache::Notification&)>;

// An update passes only when (uid, generation) changed (C-WAT-10) or deletion began.
Predicate GenerationChanged();
// Old or new labels match: so an object that stops matching is seen once more.
Predicate LabelsMatch(kube::LabelSelector selector);
// An update passes only when a value at one of the paths changed.
Predicate AnyPathChanged(std::vector<kube::Path> paths);

struct ChangeFilter {
  bool created = true;
  bool updated = true;
  bool deleted = true;
};
Predicate ChangeTypeIs(ChangeFilter filter);

// Drops an update all of whose changed managedFields entries belong to `manager`. Passes where the
// cache holds no managedFields, or none changed.
Predicate NotBySelf(std::string manager);

Predicate AllOf(std::vector<Predicate> parts);  // true without parts
Predicate AnyOf(std::vector<Predicate> parts);  // false without parts
Predicate Not(Predicate part);

}  // namespace oarlock::controller
