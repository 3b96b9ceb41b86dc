#pragma once
// GenerationControl: one generation of a plugin as the supervisor handles it, and the factory that
// opens libraries and makes generations of them.
//
// Implemented over pluginhost::Generation by loaded_generation.h, by fakes in tests of the reload.
// Called on the plugin's lifecycle thread in this order:
//   Load → Bind → WaitForSync → Subscribe → Activate → Deactivate → Unsubscribe → Close
// WaitSubscribed after Subscribe, before another generation is unsubscribed. Subscribe …
// Unsubscribe may repeat. Between Subscribe and Activate, and after Deactivate, changes become keys
// in the (paused) queue, while changes that the plugin's own callbacks have to map wait for the
// next Activate: so two generations can be subscribed at once, no change is lost between them, and
// no code of an inactive plugin runs. Errors: in the plugin's or server's own words. stuck(): a
// call did not return; nothing of the generation may be freed. Threads: as said; health and status
// [any].

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "controller/controller.h"
#include "kube/call_context.h"
#include "pluginhost/controller_view.h"
#include "pluginhost/state_blob.h"
#include "supervisor/manifest.h"
#include "supervisor/plugin_package.h"

namespace oarlock::supervisor {

// How long the informers may take to give the handlers of a generation their places.
inline constexpr std::chrono::seconds kSubscribeTimeout{60};

struct GenerationHealth {
  uint64_t runs = 0;
  uint64_t errors = 0;
  uint64_t faults = 0;      // calls that broke the contract: a crash that the SDK caught
  std::string first_fault;  // where and what
};

enum class Requeue : uint8_t {
  kAll,   // every known object becomes a key of low priority
  kNone,  // only what changes from now on; types that are new to the queue count as kAll
};

class GenerationControl {
 public:
  virtual ~GenerationControl() = default;

  virtual base::Status Load(const std::stop_token& stop) = 0;
  virtual base::Status Bind(const kube::CallContext& call) = 0;
  virtual base::Status WaitForSync(base::MonoTime deadline) = 0;
  // Dispatch of the queues it shares with `from` (null: none) is paused from here on.
  virtual base::Status Subscribe(Requeue requeue, GenerationControl* from) = 0;
  // Every change from here on becomes a key: who made them before may go.
  virtual base::Status WaitSubscribed() = 0;
  // Dispatch is on afterwards; all it does for one that is active.
  virtual base::Status Activate(const std::stop_token& stop) = 0;
  // No new run from here on; those under way are told to end, and by this reason why.
  virtual void CancelRuns(controller::CancelReason reason) = 0;
  // Pauses dispatch, drains until `drain_until`, ends workers, calls deactivate.
  virtual base::Status Deactivate(base::MonoTime drain_until) = 0;
  virtual void Unsubscribe() = 0;
  virtual base::Status Close() = 0;

  // Inactive, or before the first activate. Empty when there is none, or when a call of the
  // generation ever broke the contract.
  virtual pluginhost::SavedState SaveState() = 0;
  virtual base::Status LoadState(const pluginhost::SavedState& state) = 0;
  // On an active one: pauses dispatch, waits for runs, configures, compares what it declares now
  // and goes on. False: it goes on as it was and wants a new generation for this configuration.
  virtual base::Result<bool> Reconfigure(const PluginPackage& package,
                                         base::MonoTime drain_until) = 0;
  // Every known object becomes a key of low priority, without a gap.
  virtual base::Status RequeueAll() = 0;
  virtual void TakeSettings(const PluginSpec& spec) = 0;
  // Failure counts of its keys start anew, held keys are tried again.
  virtual void ResetBackoff() = 0;

  virtual GenerationHealth health() const = 0;
  virtual std::vector<controller::ControllerStatus> status() const = 0;
  virtual std::vector<pluginhost::ControllerView> views() const = 0;
  virtual bool stuck() const = 0;
  virtual const std::string& label() const = 0;  // "reloader@3"
};

class GenerationFactory {
 public:
  virtual ~GenerationFactory() = default;
  // Verifies, seals and inspects the library, checks the configuration; runs none of its code.
  virtual base::Result<PluginPackage> Open(const PluginSpec& spec, const std::string& label) = 0;
  // `number` counts the generations of this plugin. All generations of one plugin share its queues.
  virtual std::unique_ptr<GenerationControl> Make(const PluginSpec& spec,
                                                  const PluginPackage& package,
                                                  uint64_t number) = 0;
};

}  // namespace oarlock::supervisor
