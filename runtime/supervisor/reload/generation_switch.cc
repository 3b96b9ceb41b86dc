#include "supervisor/reload/generation_switch.h"

#include <utility>

namespace oarlock::supervisor {
namespace {

class Switch {
 public:
  Switch(GenerationControl& from, GenerationControl& to, const SwitchOptions& options,
         base::Clock& clock, ReloadJournal& journal, const std::stop_token& stop)
      : from_(from), to_(to), options_(options), clock_(clock), journal_(journal), stop_(stop) {}

  SwitchOutcome Run() {
    const base::MonoTime paused = clock_.Now();
    journal_.Step(ReloadStep::kPause, from_.label());
    const base::Status subscribed = to_.Subscribe(options_.requeue, &from_);
    if (!subscribed.ok()) {
      to_.Unsubscribe();
      return Back(subscribed.WithContext("subscribe"), /*deactivated=*/false);
    }
    const base::Status inactive = from_.Deactivate(paused + options_.drain_timeout);
    if (from_.stuck()) {
      to_.Unsubscribe();
      return {inactive, WhoWorks::kNobody};
    }
    // Runs that were cancelled at the deadline, an error from drain or deactivate: it is inactive
    // nevertheless, and what it had in hand is in the queue.
    if (!inactive.ok()) journal_.Step(ReloadStep::kPause, from_.label(), inactive.message());
    if (options_.hand_over_state) HandOver();
    journal_.Step(ReloadStep::kActivate, to_.label());
    const base::Status active = to_.Activate(stop_);
    if (!active.ok()) return Back(active.WithContext("activate"), /*deactivated=*/true);
    journal_.Gap(clock_.Now() - paused);
    if (options_.reset_backoff) to_.ResetBackoff();
    const base::Status told = to_.WaitSubscribed();
    if (!told.ok()) journal_.Step(ReloadStep::kActivate, to_.label(), told.message());
    from_.Unsubscribe();
    return {};
  }

 private:
  // A state that is refused is no error: every key can be worked on without.
  void HandOver() {
    const pluginhost::SavedState saved = from_.SaveState();
    if (saved.empty() || from_.stuck()) return;
    const base::Status loaded = to_.LoadState(saved);
    journal_.Step(ReloadStep::kState, to_.label(),
                  loaded.ok() ? "" : "starts empty: " + loaded.message());
  }

  SwitchOutcome Back(base::Status why, bool deactivated) {
    journal_.Step(ReloadStep::kReactivate, from_.label(), why.message());
    // Ends what is at work of `to` before `from` gets a key again.
    if (deactivated && !to_.stuck()) (void)to_.Deactivate(clock_.Now());
    const base::Status again = from_.Activate({});
    if (!to_.stuck()) to_.Unsubscribe();
    if (again.ok()) return {std::move(why), WhoWorks::kFrom, true};
    return {
        base::Status(why.code(), why.message() + "; and the former generation: " + again.message()),
        WhoWorks::kNobody, true};
  }

  GenerationControl& from_;
  GenerationControl& to_;
  const SwitchOptions& options_;
  base::Clock& clock_;
  ReloadJournal& journal_;
  const std::stop_token& stop_;
};

}  // namespace

SwitchOutcome SwitchGenerations(GenerationControl& from, GenerationControl& to,
                                const SwitchOptions& options, base::Clock& clock,
                                ReloadJournal& journal, const std::stop_token& stop) {
  return Switch(from, to, options, clock, journal, stop).Run();
}

}  // namespace oarlock::supervisor
