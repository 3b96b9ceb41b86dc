#include "cache/handler/function_handler.h"

namespace oarlock::cache {

void FunctionHandler::OnEvent(const Notification& n) {
  switch (n.type) {
    case ChangeType::kAdd:
      if (functions_.added) functions_.added(n.object, n.cause == Cause::kInitial);
      return;
    case ChangeType::kUpdate:
      if (functions_.updated) functions_.updated(n.old_object, n.object);
      return;
    case ChangeType::kDelete:
      if (functions_.deleted) functions_.deleted(n.object, n.stale);
      return;
  }
}

}  // namespace oarlock::cache
