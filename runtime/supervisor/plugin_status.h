#pragma once
// PluginStatus: where one plugin of the manifest stands, as values. Made by Plugin, shown by `app`.
// Threads: [any].

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "controller/controller.h"
#include "supervisor/reload/reload_journal.h"

namespace oarlock::supervisor {

enum class PluginPhase : uint8_t {
  kStarting,  // loading, or syncing for the first time with nothing wrong so far
  kWaiting,   // the server does not serve or allow a type it needs; tried again
  kActive,
  kStandby,   // all but active: another replica leads
  kDegraded,  // failed: see the reason; the others run
  kDisabled,  // as the manifest says
  kStopping,
  kStopped,
};

std::string_view PluginPhaseName(PluginPhase phase);

// That a plugin has come into a phase.
struct PhaseLine {
  base::UnixTime time{};
  std::string generation;  // empty: none yet
  PluginPhase phase = PluginPhase::kStarting;
  std::string reason;
};

inline constexpr size_t kPhaseLinesMax = 32;

struct PluginStatus {
  std::string name;
  PluginPhase phase = PluginPhase::kStarting;
  uint64_t phase_since = 0;  // the change of the manifest that was at work when it became so
  std::string reason;        // why it is not active, or not what the manifest says; else empty
  std::string generation;    // "reloader@1"
  std::string sha256;        // of the library, once it was read
  std::string version;       // the plugin's own
  bool required = false;
  bool paused = false;        // somebody asked for it
  bool pinned = false;        // the manifest names its digest
  bool on_probation = false;  // the generation before is still loaded
  bool reloading = false;
  bool rolling_back = false;     // as somebody asked
  std::string rollback_failure;  // of the last time somebody asked
  uint64_t observed = 0;         // the last change of the manifest that was worked off
  // How that went: empty, or why this plugin is not what the manifest says.
  std::string last_failure;
  std::vector<controller::ControllerStatus> controllers;
  std::vector<ReloadLine> reloads;  // oldest first
  std::deque<PhaseLine> phases;     // oldest first, kPhaseLinesMax

  // Active, or not with a stated reason: nothing more to wait for at start.
  bool settled() const {
    return phase != PluginPhase::kStarting && phase != PluginPhase::kStopping;
  }
  // Some generation works, or is ready to where another replica leads.
  bool up() const { return phase == PluginPhase::kActive || phase == PluginPhase::kStandby; }
  // What the manifest says is so.
  bool as_wanted() const {
    return (up() || phase == PluginPhase::kDisabled) && last_failure.empty();
  }
  // Why it is not as wanted, where it is not.
  const std::string& why() const { return last_failure.empty() ? reason : last_failure; }
};

}  // namespace oarlock::supervisor
