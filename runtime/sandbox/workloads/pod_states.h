#pragma once
// PodStates: the status that an agent gives a Pod which runs, has ended, or cannot be placed.
// Values; threads [any]. Errors: none.

#include <string>
#include <string_view>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

// What becomes of a Pod. The annotation kPodOutcome decides; without it Pods run and are ready, and
// those of Jobs succeed.
enum class PodOutcome { kReady, kUnready, kSucceeded, kFailed };
inline constexpr std::string_view kPodOutcome = "sandbox.oarlock.dev/pod";
PodOutcome OutcomeOf(const Json& pod);

struct PodPlace {
  std::string host_ip;
  std::string pod_ip;
};
// Running, ready unless its outcome or a readiness gate says otherwise.
Json RunningStatus(const Json& pod, const PodPlace& place, const std::string& now);
// Of one that ran.
Json EndedStatus(const Json& pod, bool succeeded, const std::string& now);
// Of one that no node takes.
Json UnplacedStatus(const Json& pod, size_t nodes, const std::string& now);

}  // namespace oarlock::sandbox
