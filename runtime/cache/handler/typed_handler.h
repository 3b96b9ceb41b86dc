#pragma once
// TypedHandler<T>: handler functions over a C++ type of the user's own instead of kube::Object.
//
// `convert` makes a T of an object; an object it refuses reaches `failed` and none of the others
// (a delete always arrives: with the key, and with the object if it can be converted). Conversion
// happens once per notification and costs what `convert` costs; who reads a few fields only is
// better off with kube::Object's views. Threads and errors: as every EventHandler.

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/status.h"
#include "cache/notification.h"

namespace oarlock::cache {

template <typename T>
struct DeletedObject {
  std::string key;
  std::optional<T> object;  // empty: the last known state cannot be converted
  bool stale = false;       // `object` may not be the final state
};

template <typename T>
struct TypedFunctions {
  std::function<base::Result<T>(const kube::Object&)> convert;  // must be set
  std::function<void(const T& object, bool initial)> added;
  std::function<void(const T& old_object, const T& object)> updated;
  std::function<void(const DeletedObject<T>& deleted)> deleted;
  std::function<void(const std::string& key, const base::Status& error)> failed;
  std::function<void()> synced;
};

template <typename T>
class TypedHandler final : public EventHandler {
 public:
  explicit TypedHandler(TypedFunctions<T> functions, std::string name = "typed functions")
      : functions_(std::move(functions)), name_(std::move(name)) {}

  void OnEvent(const Notification& n) override {
    if (n.type == ChangeType::kDelete) return Deleted(n);
    const base::Result<T> now = functions_.convert(n.object);
    if (!now.ok()) return Failed(n, now.status());
    if (n.type == ChangeType::kUpdate) {
      const base::Result<T> old = functions_.convert(n.old_object);
      // What could not be converted before was not told, so this is the first the user hears of it.
      if (old.ok()) {
        if (functions_.updated) functions_.updated(old.value(), now.value());
        return;
      }
    }
    if (functions_.added) functions_.added(now.value(), n.cause == Cause::kInitial);
  }
  void OnSynced() override {
    if (functions_.synced) functions_.synced();
  }
  std::string Name() const override { return name_; }

 private:
  void Deleted(const Notification& n) {
    DeletedObject<T> deleted{n.object.key(), std::nullopt, n.stale};
    if (base::Result<T> last = functions_.convert(n.object); last.ok()) {
      deleted.object = std::move(last).value();
    }
    if (functions_.deleted) functions_.deleted(deleted);
  }
  void Failed(const Notification& n, const base::Status& error) {
    if (functions_.failed) functions_.failed(n.object.key(), error);
  }

  const TypedFunctions<T> functions_;
  const std::string name_;
};

}  // namespace oarlock::cache
