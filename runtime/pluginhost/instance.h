#pragma once
// Instance: the host's side of one oar_instance: identity, what it declared and what that became,
// kept objects and forked contexts.
//
// Owned by Generation; reached from the ABI through its oar_host handle. Threads: identity and
// types [any] after binding; kept objects and forks guard themselves; the set functions [control].
// Limits: kKeptMax kept objects, kForksMax forks.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/mutex.h"
#include "controller/leader/leadership.h"
#include "kube/object.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/abi/handle_registry.h"
#include "pluginhost/abi/log_limiter.h"
#include "pluginhost/abi/slot_table.h"
#include "pluginhost/declare/access_view.h"
#include "pluginhost/declare/bound_type.h"
#include "pluginhost/declare/declaration.h"
#include "pluginhost/host_env.h"
#include "queue/work_queue.h"

namespace oarlock::pluginhost {

inline constexpr size_t kKeptMax = 100'000;
inline constexpr size_t kForksMax = 256;

struct InstanceName {
  std::string plugin;      // in the manifest: "reloader"
  std::string generation;  // "reloader@3"
  std::string controller;  // the controller's id
  std::string plugin_id;   // reverse DNS; default field manager
};

struct KeptObject {
  kube::Object object;
  uint32_t tag = 0;  // of its nodes (abi/node_tag.h)
};

class Instance {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kInstance;

  Instance(const HostEnv& env, InstanceName name);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  oar_host handle() const { return {registration_.id()}; }
  const HostEnv& env() const { return env_; }
  const InstanceName& name() const { return name_; }
  const base::Log& log() const { return log_; }
  LogLimiter& log_limiter() { return log_limiter_; }

  const Declaration& declaration() const { return declaration_; }
  void set_declaration(Declaration declaration) { declaration_ = std::move(declaration); }
  const std::map<uint32_t, BoundType>& types() const { return types_; }
  void set_types(std::map<uint32_t, BoundType> types);
  const BoundType* FindType(uint32_t id) const;
  // Types of type sets; they come and go. FindMember: null when there was none of that number.
  void SetMember(std::shared_ptr<const BoundType> member) OARLOCK_EXCLUDES(members_mutex_);
  std::shared_ptr<const BoundType> FindMember(uint32_t set, uint32_t number) const
      OARLOCK_EXCLUDES(members_mutex_);
  std::vector<std::shared_ptr<const BoundType>> Members(uint32_t set) const
      OARLOCK_EXCLUDES(members_mutex_);
  void CountSetTypes(size_t served, size_t left_out);
  // A key of that type can be one of this controller's.
  bool HasKeysOf(uint32_t type, uint32_t type_index) const;
  // Claims the names of the declared metrics: [control], after set_declaration.
  base::Status ClaimMetrics();
  PluginMetric* FindMetric(uint32_t id) const;
  // What the manifest permits; null: what is declared. Set on [control] before set_types.
  void set_permissions(std::shared_ptr<const Permissions> permissions) {
    permissions_ = std::move(permissions);
  }
  const Permissions* permissions() const { return permissions_.get(); }
  // Whose calls the plugin's are; the host's unless set on [control] before configure.
  void set_client(std::shared_ptr<kube::Client> client) { client_ = std::move(client); }
  kube::Client& client() const { return *client_; }
  const AccessView& access() const { return access_; }
  // A call that the access view refused: counted and, within limits, logged.
  void TellDenied(const AccessQuery& query, const base::Status& why)
      OARLOCK_EXCLUDES(denied_mutex_);
  // Set before activate, on [control]; read during calls only.
  void set_queue(std::shared_ptr<queue::WorkQueue> queue) { queue_ = std::move(queue); }
  queue::WorkQueue* queue() const { return queue_.get(); }
  // Null: there is no election. Set on [control] before configure.
  void set_leadership(const controller::Leadership* leadership) { leadership_ = leadership; }
  const controller::Leadership* leadership() const { return leadership_; }

  // 0 when too many are kept.
  oar_obj Keep(kube::Object object) OARLOCK_EXCLUDES(kept_mutex_);
  KeptObject FindKept(oar_obj handle) OARLOCK_EXCLUDES(kept_mutex_);
  bool ReleaseKept(oar_obj handle) OARLOCK_EXCLUDES(kept_mutex_);

  // A context for another thread of the plugin; null when there are too many.
  Context* Fork(const Context& parent) OARLOCK_EXCLUDES(forks_mutex_);
  bool ReleaseFork(uint64_t context_id) OARLOCK_EXCLUDES(forks_mutex_);
  // Tells the forks that outlived their call (activate's) to end.
  void CancelForks(controller::CancelReason reason) OARLOCK_EXCLUDES(forks_mutex_);
  // Ends what deactivate should have ended; how many there were.
  size_t ReleaseForks() OARLOCK_EXCLUDES(forks_mutex_);

 private:
  const HostEnv& env_;
  InstanceName name_;
  base::Log log_;
  LogLimiter log_limiter_;
  Declaration declaration_;
  std::map<uint32_t, BoundType> types_;
  std::shared_ptr<kube::Client> client_;
  std::shared_ptr<const Permissions> permissions_;
  AccessView access_;
  base::Mutex denied_mutex_;
  std::map<std::string, std::shared_ptr<base::Counter>> denied_ OARLOCK_GUARDED_BY(denied_mutex_);
  std::shared_ptr<queue::WorkQueue> queue_;
  const controller::Leadership* leadership_ = nullptr;
  std::map<uint32_t, std::shared_ptr<PluginMetric>> metrics_;
  mutable base::Mutex members_mutex_;
  // By set and number.
  std::map<std::pair<uint32_t, uint32_t>, std::shared_ptr<const BoundType>> members_
      OARLOCK_GUARDED_BY(members_mutex_);
  std::shared_ptr<base::Gauge> set_types_;
  std::shared_ptr<base::Gauge> set_types_left_out_;
  base::Mutex kept_mutex_;
  SlotTable<KeptObject> kept_ OARLOCK_GUARDED_BY(kept_mutex_){kKeptMax, TableLife::kPlugin};
  base::Mutex forks_mutex_;
  std::map<uint64_t, std::unique_ptr<Context>> forks_ OARLOCK_GUARDED_BY(forks_mutex_);
  Registration registration_;
};

}  // namespace oarlock::pluginhost
