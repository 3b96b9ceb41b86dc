#pragma once
// The words for the types of watch events. Internal to kube. Threads: [any].

#include <string_view>

#include "kube/list_watcher.h"

namespace oarlock::kube {

inline WatchEventType EventTypeOf(std::string_view text) {
  if (text == "ADDED") return WatchEventType::kAdded;
  if (text == "MODIFIED") return WatchEventType::kModified;
  if (text == "DELETED") return WatchEventType::kDeleted;
  if (text == "BOOKMARK") return WatchEventType::kBookmark;
  if (text == "ERROR") return WatchEventType::kError;
  return WatchEventType::kUnknown;
}

}  // namespace oarlock::kube
