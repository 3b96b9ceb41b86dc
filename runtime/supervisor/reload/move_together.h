#pragma once
// MoveTogether: the meeting point of the plugins of an allOrNothing change: all of them take the
// next step, or none.
//
// Made by Supervisor for one change, shared by the plugins that take part. Each arrives once at
// each stage with how it went and waits there for the others; the first failure is everybody's,
// also of those that have passed already (they look at failure() while on probation).
// Threads: Arrive on the plugins' lifecycle threads; failure [any].

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/status.h"

namespace oarlock::supervisor {

class MoveTogether {
 public:
  enum class Stage : uint8_t { kPrepared, kActivated };
  static constexpr size_t kStages = 2;

  explicit MoveTogether(base::Clock& clock) : clock_(clock) {}

  // How many take part. Nobody passes a stage before this is known.
  void Begin(size_t members) OARLOCK_EXCLUDES(mutex_);
  // OK once all have arrived there well; else the first failure, with its plugin's name.
  // `interrupted` is asked from time to time: true makes this one the failure.
  base::Status Arrive(Stage stage, const std::string& plugin, const base::Status& how,
                      const std::function<bool()>& interrupted) OARLOCK_EXCLUDES(mutex_);
  void Fail(const std::string& plugin, const std::string& reason) OARLOCK_EXCLUDES(mutex_);
  std::optional<std::string> failure() const OARLOCK_EXCLUDES(mutex_);

 private:
  base::Clock& clock_;
  mutable base::Mutex mutex_;
  base::CondVar changed_;
  size_t members_ OARLOCK_GUARDED_BY(mutex_) = SIZE_MAX;
  std::array<size_t, kStages> arrived_ OARLOCK_GUARDED_BY(mutex_){};
  std::optional<std::string> failure_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::supervisor
