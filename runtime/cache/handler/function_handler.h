#pragma once
// FunctionHandler: an EventHandler made of functions; those that are empty are skipped (client-go's
// ResourceEventHandlerFuncs and its detailed form).
//
// For the embedded C++ API and tests. Threads and errors: as every EventHandler. Ownership: the
// functions and what they capture live until the handler is removed.

#include <functional>
#include <string>
#include <utility>

#include "cache/notification.h"

namespace oarlock::cache {

struct HandlerFunctions {
  // `initial`: part of the first list, or of what was there when the handler joined.
  std::function<void(const kube::Object& object, bool initial)> added;
  std::function<void(const kube::Object& old_object, const kube::Object& object)> updated;
  // `stale`: the final state was missed, this is the last one known. Never null.
  std::function<void(const kube::Object& object, bool stale)> deleted;
  std::function<void()> synced;
};

class FunctionHandler final : public EventHandler {
 public:
  explicit FunctionHandler(HandlerFunctions functions, std::string name = "functions")
      : functions_(std::move(functions)), name_(std::move(name)) {}

  void OnEvent(const Notification& n) override;
  void OnSynced() override {
    if (functions_.synced) functions_.synced();
  }
  std::string Name() const override { return name_; }

 private:
  const HandlerFunctions functions_;
  const std::string name_;
};

}  // namespace oarlock::cache
