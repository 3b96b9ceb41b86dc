#pragma once
// Transition: what a change is to somebody who is shown only the objects that match.
//
// The one rule for host-filtered views (narrowing.h) and filtering handlers
// (handler/filtering_handler.h): an object that starts to match is an add, one that no longer does
// is a delete with the last state that matched, a change of one that never did is nothing.
// `matches` is asked at most once per state. Pure; threads [any].

#include <functional>
#include <optional>

#include "cache/notification.h"
#include "kube/object.h"

namespace oarlock::cache {

std::optional<Notification> Transition(const Notification& change,
                                       const std::function<bool(const kube::Object&)>& matches);

}  // namespace oarlock::cache
