#pragma once
// Notification: what a handler is told about one object, and the interface of a handler.
//
// For one handler and one key the notifications are a word of: Add (Update)* Delete, repeated; the
// `object` of one is the `old_object` of the next. A handler on an executor of its own may find
// several changes merged into one (listener.h); it never misses the last state nor a delete, and a
// re-creation (another uid) is always a delete and an add.
// The store already holds the change, or a newer one, when a handler runs.
// Threads: one call at a time per registration, on the strand or the executor it asked for.
// Objects are immutable: no handler can change what another one sees.

#include <cstdint>
#include <string>
#include <string_view>

#include "kube/object.h"

namespace oarlock::cache {

enum class ChangeType : uint8_t { kAdd, kUpdate, kDelete };

enum class Cause : uint8_t {
  kInitial,    // part of the first list, or of what was there when the handler joined
  kWatch,      // a change, as it happened
  kRelist,     // a change found by comparing a later list with the store
  kRedeliver,  // no change: the handler asked for a resync period; old and new are the same object
};

std::string_view ChangeTypeName(ChangeType type);
std::string_view CauseName(Cause cause);

struct Notification {
  ChangeType type = ChangeType::kAdd;
  Cause cause = Cause::kWatch;
  // A delete whose final state was missed: `object` is the last known one, never null (C-WAT-13).
  bool stale = false;
  kube::Object old_object;  // what this handler was told before; null for kAdd
  kube::Object object;      // now; for kDelete the final state
};

class EventHandler {
 public:
  virtual ~EventHandler() = default;
  virtual void OnEvent(const Notification& notification) = 0;
  // Around calls of OnEvent that follow each other at once: a handler that hands on what it hears
  // may do so in one go at the end. An end follows each begin, also when calls throw.
  virtual void OnBatchBegin() {}
  virtual void OnBatchEnd() {}
  // Once, after every notification of kInitial has been handled.
  virtual void OnSynced() {}
  // For logs and metrics when the registration gives no name; by default that of the class.
  virtual std::string Name() const;
};

}  // namespace oarlock::cache
