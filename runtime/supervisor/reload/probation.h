#pragma once
// Probation: decides whether a new generation has to make way for the one before it.
//
// Made by Plugin at the switch, asked at every look until it gives a verdict. Pure: works on the
// counts it is given and the times it is told. Threads: the plugin's lifecycle thread.
// A crash is a call that broke the contract (PLUGIN_FAULT). The error ratio jumps when at least
// kProbationErrorsMin runs failed, they are half of all runs or more, and the share is
// kProbationRatioJump above that of the generation before.

#include <optional>
#include <string>

#include "base/clock.h"
#include "supervisor/generation_control.h"

namespace oarlock::supervisor {

inline constexpr uint64_t kProbationErrorsMin = 10;
inline constexpr double kProbationRatio = 0.5;
inline constexpr double kProbationRatioJump = 0.25;

enum class RollbackCause : uint8_t { kCrash, kErrorRatio, kLifecycle, kManual };
std::string_view RollbackCauseName(RollbackCause cause);

struct RollbackReason {
  RollbackCause cause = RollbackCause::kManual;
  std::string text;
};

class Probation {
 public:
  // `before`: what the former generation did in all.
  Probation(const ReloadSpec& spec, const GenerationHealth& before, base::MonoTime now);

  std::optional<RollbackReason> Judge(const GenerationHealth& health) const;
  bool Over(base::MonoTime now) const { return now >= until_; }
  base::MonoTime until() const { return until_; }

 private:
  ReloadSpec spec_;
  double ratio_before_ = 0;
  base::MonoTime until_;
};

}  // namespace oarlock::supervisor
