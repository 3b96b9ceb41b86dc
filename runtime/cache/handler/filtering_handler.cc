#include "cache/handler/filtering_handler.h"

namespace oarlock::cache {

void FilteringHandler::OnEvent(const Notification& n) {
  const bool before = n.type != ChangeType::kAdd && filter_(n.old_object);
  const bool now = n.type != ChangeType::kDelete && filter_(n.object);
  if (!before && !now) return;
  if (n.type != ChangeType::kUpdate || before == now) return inner_->OnEvent(n);
  // What leaves is shown as it was known, not as what nobody asked for.
  if (before)
    return inner_->OnEvent({ChangeType::kDelete, n.cause, false, n.old_object, n.old_object});
  inner_->OnEvent({ChangeType::kAdd, n.cause, false, {}, n.object});
}

}  // namespace oarlock::cache
