#pragma once
// ReloadStep: where a reload is. Each step is a line in the log and in `oarlock plugins`, and
// counted in oarlock_plugin_reload_steps_total. Threads: [any].

#include <cstdint>
#include <string_view>

namespace oarlock::supervisor {

enum class ReloadStep : uint8_t {
  kVerify,       // bytes read, sealed, checked; note and configuration, without running code
  kLoad,         // N+1 beside N: negotiate, create, configure, declare
  kSync,         // its types resolved, new informers and indexers synced
  kPrepared,     // all is ready for the switch; N has not noticed anything
  kPause,        // dispatch paused, N drained and deactivated
  kState,        // handed over
  kActivate,     // N+1 activated, queues switched
  kProbation,    // watched, N still loaded
  kDestroy,      // N destroyed, unloaded
  kDone,         //
  kReactivate,   // N again, after N+1 failed to become active
  kRollBack,     // N again, out of probation
  kFailed,       // N as before
  kRefused,      // not tried: this library was rolled back, or there are too many zombies
  kReconfigure,  // in place
};

constexpr std::string_view ReloadStepName(ReloadStep step) {
  switch (step) {
    case ReloadStep::kVerify: return "verify";
    case ReloadStep::kLoad: return "load";
    case ReloadStep::kSync: return "sync";
    case ReloadStep::kPrepared: return "prepared";
    case ReloadStep::kPause: return "pause";
    case ReloadStep::kState: return "state";
    case ReloadStep::kActivate: return "activate";
    case ReloadStep::kProbation: return "probation";
    case ReloadStep::kDestroy: return "destroy";
    case ReloadStep::kDone: return "done";
    case ReloadStep::kReactivate: return "reactivate";
    case ReloadStep::kRollBack: return "rollback";
    case ReloadStep::kFailed: return "failed";
    case ReloadStep::kRefused: return "refused";
    case ReloadStep::kReconfigure: return "reconfigure";
  }
  return "unknown";
}

}  // namespace oarlock::supervisor
