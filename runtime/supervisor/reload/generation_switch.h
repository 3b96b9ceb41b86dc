#pragma once
// GenerationSwitch: hands the work of one generation to another: pause, drain, deactivate, state,
// activate. The steps of a reload during which the plugin stands still, and those of a rollback.
//
// Called on the plugin's lifecycle thread. `from` is active, `to` is synced or inactive. Both are
// subscribed while neither is active, so no change is lost; `from` stays loaded.
// Errors: what went wrong, and who works now. Limits: the drain ends at its deadline; the calls
// into the plugin have those of pluginhost/generation.h.

#include <stop_token>

#include "base/clock.h"
#include "base/status.h"
#include "supervisor/generation_control.h"
#include "supervisor/reload/reload_journal.h"

namespace oarlock::supervisor {

enum class WhoWorks : uint8_t { kTo, kFrom, kNobody };

struct SwitchOptions {
  Requeue requeue = Requeue::kAll;
  bool hand_over_state = true;
  bool reset_backoff = false;
  base::Duration drain_timeout{};
};

struct SwitchOutcome {
  base::Status status;  // not OK: `to` did not take over
  WhoWorks who = WhoWorks::kTo;
  bool to_failed = false;  // and it is to blame
};

SwitchOutcome SwitchGenerations(GenerationControl& from, GenerationControl& to,
                                const SwitchOptions& options, base::Clock& clock,
                                ReloadJournal& journal, const std::stop_token& stop);

}  // namespace oarlock::supervisor
