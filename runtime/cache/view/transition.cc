#include "cache/view/transition.h"

namespace oarlock::cache {

std::optional<Notification> Transition(const Notification& change,
                                       const std::function<bool(const kube::Object&)>& matches) {
  const bool was = change.old_object && matches(change.old_object);
  const bool is = change.type != ChangeType::kDelete && matches(change.object);
  if (!was && !is) return std::nullopt;
  if (change.type != ChangeType::kUpdate || was == is) return change;
  if (is) return Notification{ChangeType::kAdd, change.cause, false, {}, change.object};
  // What leaves is shown as it was known, not as what nobody asked for.
  return Notification{ChangeType::kDelete, change.cause, false, change.old_object,
                      change.old_object};
}

}  // namespace oarlock::cache
