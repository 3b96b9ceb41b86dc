#include "cache/notification.h"

namespace oarlock::cache {

std::string_view ChangeTypeName(ChangeType type) {
  switch (type) {
    case ChangeType::kAdd: return "add";
    case ChangeType::kUpdate: return "update";
    case ChangeType::kDelete: return "delete";
  }
  return "unknown";
}

std::string_view CauseName(Cause cause) {
  switch (cause) {
    case Cause::kInitial: return "initial";
    case Cause::kWatch: return "watch";
    case Cause::kRelist: return "relist";
    case Cause::kRedeliver: return "redeliver";
  }
  return "unknown";
}

}  // namespace oarlock::cache
