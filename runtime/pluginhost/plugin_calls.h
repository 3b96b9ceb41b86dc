#pragma once
// PluginCalls: every call the host makes into one oar_instance, with its context, crash mark and
// error conversion. The one place where a plugin's function pointers are called.
//
// Owned by Generation, one per instance. Threads: as the ABI tags each call: lifecycle [control],
// Reconcile [worker], Map and Test on the generation's callback thread.
// Errors: what the plugin returned, in its own words where it said some.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "controller/reconciler.h"
#include "controller/sources/mapper.h"
#include "controller/sources/predicate.h"
#include "kube/object.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/config_values.h"
#include "pluginhost/instance.h"
#include "pluginhost/state_blob.h"

namespace oarlock::pluginhost {

struct PluginHealth {
  int32_t state = OAR_HEALTH_OK;  // OAR_HEALTH_*
  std::string reason;
  std::string message;
};

inline constexpr size_t kFaultTextMax = 1024;  // bytes

// The plugin broke the contract: an exception, say.
struct PluginFaults {
  uint64_t count = 0;
  std::string first;  // where and what: "default/a: bad_alloc"
};

class PluginCalls final : public controller::Reconciler {
 public:
  // Asks the plugin for its extensions: [control], right after create.
  PluginCalls(Instance& instance, oar_instance* self, const oar_plugin_api& api);

  // `json` is canonical; kInvalidArgument names the path the plugin named. The value: false when
  // only a new instance can take it. A stop request cancels the call's context.
  base::Result<bool> Configure(const std::string& json, const std::string& digest,
                               const SharedConfigValues& values, std::stop_token stop = {});
  base::Result<Declaration> Declare();
  // A stop request cancels the call's context.
  base::Status Activate(base::MonoTime deadline, std::stop_token stop = {});
  base::Status Drain(base::MonoTime deadline);
  base::Status Deactivate(base::MonoTime deadline);
  // `schema`: the one it may name, empty = any. Empty when it has nothing to leave.
  base::Result<std::optional<StateBlob>> SaveState(std::string_view schema,
                                                   base::MonoTime deadline);
  base::Status LoadState(const StateBlob& blob, base::MonoTime deadline);
  bool takes_state() const { return state_api_.load != nullptr; }
  // How the plugin is, in its own words; OAR_HEALTH_OK where it does not say.
  base::Result<PluginHealth> CheckHealth(base::MonoTime deadline);
  base::Status Destroy();
  // Calls that ended with PLUGIN_FAULT. [any]
  PluginFaults faults() const;

  controller::ReconcileResult Reconcile(const queue::Key& key,
                                        controller::ReconcileContext& context) override;
  // The declared callbacks as host functions. kInvalidArgument: the plugin has no such extension.
  base::Result<controller::Mapper> CallbackMapper(uint32_t id, TypeRef type);
  base::Result<controller::Predicate> CallbackPredicate(uint32_t id, TypeRef type);
  // The values of an object; empty where the indexer fails.
  using Indexer = std::function<std::vector<std::string>(const kube::Object&)>;
  base::Result<Indexer> CallbackIndexer(uint32_t id, TypeRef type);

 private:
  struct Limits {
    base::MonoTime deadline = base::kNever;
    std::stop_token stop = {};
  };
  template <typename Call>
  base::Status Lifecycle(const CallRights& rights, const Limits& limits, Call call);
  std::shared_ptr<controller::Cancellation> NewCancellation() const;
  template <typename Table>
  Table Extension(std::string_view id) const;
  // What became of a call, counted.
  base::Status Outcome(const Context& context, int32_t status);

  // plugin_callbacks.cc
  void CallbackFailed(const char* callback, uint32_t id, const kube::Object& object,
                      const base::Status& status);

  Instance& instance_;
  oar_instance* self_;
  // Full-size copies: functions the plugin does not have are null.
  oar_plugin_api api_;
  oar_plugin_map_api map_api_;
  oar_plugin_predicate_api predicate_api_;
  oar_plugin_index_api index_api_;
  oar_plugin_state_api state_api_;
  oar_plugin_health_api health_api_;
  mutable base::Mutex mutex_;
  PluginFaults faults_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
