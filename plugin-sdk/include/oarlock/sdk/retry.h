#pragma once
// Writing against other writers: ConflictRetry reads again and applies again after a 409;
// SetAnnotation and SetLabel change one member without a resourceVersion, so they never conflict.
//
// A change that only adds belongs into a merge patch. For any other keep one ConflictRetry as a
// member of the controller (it remembers whom it has warned about): any thread, any number at once.
// Errors: after kConflictTriesMax tries the conflict itself, which is the outcome "skipped, try
// again"; CANCELLED when the context ends while waiting. Time and randomness are the host's.

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "oarlock/sdk/client.h"
#include "oarlock/sdk/json.h"

namespace oarlock::sdk {

inline constexpr int kConflictTriesMax = 5;
inline constexpr nanoseconds kConflictFirstWait = std::chrono::milliseconds(10);
inline constexpr nanoseconds kConflictWarningEvery = std::chrono::minutes(1);
inline constexpr size_t kConflictWarningsMax = 1024;  // objects remembered

class ConflictRetry {
 public:
  // Calls `attempt(bool again)` → Status until it does not end with a conflict; `again`: what was
  // read before is old, read live.
  template <typename Attempt>
  Status Run(const Context& ctx, const Key& key, Attempt&& attempt) {
    for (int tried = 1;; ++tried) {
      Status status = attempt(tried > 1);
      if (status.code() != OAR_E_CONFLICT) return status;
      if (tried == kConflictTriesMax) {
        Warn(ctx, key);
        return status;
      }
      if (ctx.WaitCancel(Wait(ctx, tried))) {
        return {OAR_E_CANCELLED, "cancelled between two tries of an update that conflicts"};
      }
    }
  }

  // Reads the object, from the cache first and live after a conflict, and updates it with what
  // `change(const Object&)` → Result<std::string> makes of it: the whole object as JSON with its
  // resourceVersion kept, or an empty text where nothing has to change.
  template <typename Change>
  Status Update(const Context& ctx, const Key& key, Change&& change,
                const WriteOptions& options = {}) {
    const Client client = ctx.client();
    return Run(ctx, key, [&](bool again) -> Status {
      const Result<Object> object = again ? client.GetLive(key) : client.Get(key);
      if (!object.ok()) return object.status();
      const Result<std::string> wanted = change(*object);
      if (!wanted.ok()) return wanted.status();
      if (wanted->empty()) return {};
      return client.Update(key, *wanted, options).status();
    });
  }

 private:
  // Doubled each time, and up to as much again, so that two writers part.
  static nanoseconds Wait(const Context& ctx, int tried) {
    const nanoseconds least = kConflictFirstWait * (int64_t{1} << (tried - 1));
    const uint64_t spread = ctx.clock().Random() % static_cast<uint64_t>(least.count());
    return least + nanoseconds(static_cast<int64_t>(spread));
  }

  void Warn(const Context& ctx, const Key& key) {
    const nanoseconds now = ctx.clock().Mono();
    const std::string name = std::to_string(key.type) + " " + key.ToString();
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto known = warned_.find(name);
      if (known != warned_.end() && now - known->second < kConflictWarningEvery) return;
      if (known == warned_.end() && warned_.size() >= kConflictWarningsMax) ForgetOld(now);
      if (known == warned_.end() && warned_.size() >= kConflictWarningsMax) return;
      warned_[name] = now;
    }
    ctx.Warn("the object is changed by others all the time; it is tried again later",
             {{"key", key.ToString()}, {"tries", kConflictTriesMax}});
  }
  void ForgetOld(nanoseconds now) {
    std::erase_if(warned_,
                  [now](const auto& item) { return now - item.second >= kConflictWarningEvery; });
  }

  std::mutex mutex_;
  std::map<std::string, nanoseconds> warned_;  // when, of objects by type and key
};

namespace detail {

inline Status SetMetadataMember(const Context& ctx, const Key& key, const Value& present,
                                std::string_view map, std::string_view name,
                                std::string_view value) {
  const Value old = present[name];
  if (old.exists() && old.AsString() == value) return {};
  JsonWriter w;
  w.Object().Key("metadata").Object().Key(map).Object().Member(name, value).End().End().End();
  return ctx.client().Patch(key, OAR_PATCH_MERGE, w.text()).status();
}

}  // namespace detail

// `object`: the object at `key` as it was read. Its annotations may be null or missing. Nothing is
// sent where it says so already.
inline Status SetAnnotation(const Context& ctx, const Key& key, const Object& object,
                            std::string_view name, std::string_view value) {
  return detail::SetMetadataMember(ctx, key, object.annotations(), "annotations", name, value);
}
inline Status SetLabel(const Context& ctx, const Key& key, const Object& object,
                       std::string_view name, std::string_view value) {
  return detail::SetMetadataMember(ctx, key, object.labels(), "labels", name, value);
}

}  // namespace oarlock::sdk
