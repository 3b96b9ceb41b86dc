// The controller: rolls the workloads that use a ConfigMap or Secret when its content changes.
#include <string>
#include <unordered_set>

#include "oarlock/sdk/sdk.h"
#include "roller.h"

namespace oarlock::reloader {
namespace {

constexpr uint32_t kConcurrent = 4;

class Reloader : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "reloader";
  static constexpr std::string_view kDescription =
      "Rolls workloads when a ConfigMap or Secret they use changes";

  sdk::ConfigAnswer Configure(sdk::Context&, const sdk::Config& config) override {
    auto_reload_all_ = config.root["autoReloadAll"].AsBool();
    reload_on_create_ = config.root["reloadOnCreate"].AsBool();
    ignored_namespaces_.clear();
    for (const auto& [none, ns] : sdk::Members(config.root["ignoreNamespaces"])) {
      ignored_namespaces_.emplace(ns.AsString());
    }
    return sdk::ConfigAnswer::Applied();
  }

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kConfigMaps, "", "ConfigMap").Versions({"v1"});
    d.Type(kSecrets, "", "Secret").Versions({"v1"});
    d.Type(kDeployments, "apps", "Deployment").Versions({"v1"});
    d.Type(kStatefulSets, "apps", "StatefulSet").Versions({"v1"});
    d.Type(kDaemonSets, "apps", "DaemonSet").Versions({"v1"});
    d.Access("apps", "deployments", {"patch"});
    d.Access("apps", "statefulsets", {"patch"});
    d.Access("apps", "daemonsets", {"patch"});
    d.Primary(kConfigMaps);
    d.Primary(kSecrets);
    d.Concurrency(kConcurrent);
    return {};
  }

  // What is there now is the baseline: the initial list is no news.
  sdk::Status Activate(sdk::Context& ctx) override {
    seen_.BeginActivation();
    for (const uint32_t type : {kConfigMaps, kSecrets}) {
      const auto configs = ctx.client().List(type);
      if (!configs.ok()) return configs.status();
      for (const sdk::Object& config : *configs) {
        if (IsHelmRelease(config, TypeOf(type))) continue;
        seen_.Baseline(IdOf(type, config.ns(), config.name()), ContentDigest(config, TypeOf(type)));
      }
    }
    seen_.EndActivation();
    return CollectCarried(ctx);
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const ConfigType type = TypeOf(key.type);
    const std::string id = IdOf(key.type, key.ns, key.name);
    const auto config = ctx.client().Get(key);
    if (!config.ok() && config.status().code() == OAR_E_NOT_FOUND) {
      seen_.Gone(id);
      return sdk::Outcome::Done();
    }
    if (!config.ok()) return config.status();
    if (IsHelmRelease(*config, type)) return sdk::Outcome::Done();
    const uint64_t digest = ContentDigest(*config, type);
    const Look look = seen_.LookAt(id, digest);
    if (look.sight == Sight::kSame) return sdk::Outcome::Done();
    if (ConcernsSomebody(*config, type, look)) {
      const Task task{*config, type, digest, look, auto_reload_all_, reload_on_create_};
      const sdk::Status status = RollFor(ctx, id, task);
      if (!status.ok()) return status;
    }
    seen_.Settle(id, digest);
    return sdk::Outcome::Done();
  }

 private:
  static ConfigType TypeOf(uint32_t type) {
    return type == kConfigMaps ? ConfigType::kConfigMap : ConfigType::kSecret;
  }
  static std::string IdOf(uint32_t type, std::string_view ns, std::string_view name) {
    return std::to_string(type) + "/" + std::string(ns) + "/" + std::string(name);
  }

  // The variables of ours that workloads carry: without one there is nothing to catch up on.
  sdk::Status CollectCarried(sdk::Context& ctx) {
    carried_.clear();
    for (const uint32_t type : kWorkloadTypes) {
      const auto workloads = ctx.client().List(type);
      if (!workloads.ok()) return workloads.status();
      for (const sdk::Object& workload : *workloads) {
        const std::string ns = std::string(workload.ns()) + "/";
        for (const auto& [none, container] : sdk::Members(PodSpecOf(workload)["containers"])) {
          for (const auto& [nothing, env] : sdk::Members(container["env"])) {
            const std::string_view name = env["name"].AsString();
            if (name.starts_with(kVariablePrefix)) carried_.insert(ns + std::string(name));
          }
        }
      }
    }
    return {};
  }

  bool ConcernsSomebody(const sdk::Object& config, ConfigType type, const Look& look) const {
    const std::string ns(config.ns());
    if (ignored_namespaces_.contains(ns) || AsksToBeIgnored(config)) return false;
    if (look.sight == Sight::kReverted || !OnlyCarriers(look, reload_on_create_)) return true;
    return carried_.contains(ns + "/" + EnvName(type, config.name()));
  }

  sdk::Status RollFor(sdk::Context& ctx, const std::string& id, const Task& task) {
    Roller roller(ctx, task, once_);
    if (sdk::Status status = roller.Collect(); !status.ok()) return status;
    sdk::Status status = roller.Roll();
    const bool changed = task.look.sight == Sight::kChanged || task.look.sight == Sight::kRetry;
    if (!status.ok() && changed) {
      // The retry must still know those that were forced, whether or not their patch arrived.
      std::set<std::string> forced = task.look.forced;
      forced.insert(roller.forced().begin(), roller.forced().end());
      seen_.Fail(id, task.digest, std::move(forced));
    }
    return status;
  }

  // Constant while reconciles run.
  bool auto_reload_all_ = false;
  bool reload_on_create_ = false;
  std::unordered_set<std::string> ignored_namespaces_;
  std::unordered_set<std::string> carried_;  // "namespace/VARIABLE"
  // Thread-safe by themselves.
  SeenContent seen_;
  Once once_;
};

}  // namespace
}  // namespace oarlock::reloader

OARLOCK_PLUGIN_WITH_SCHEMA("dev.oarlock.reloader", "0.1.0", R"({
  "type": "object",
  "properties": {
    "autoReloadAll": {
      "type": "boolean", "default": false,
      "description": "Treat workloads without an auto annotation as if it were true"
    },
    "reloadOnCreate": {
      "type": "boolean", "default": false,
      "description": "Roll also when a ConfigMap or Secret appears after the start"
    },
    "ignoreNamespaces": {
      "type": "array", "items": {"type": "string", "minLength": 1},
      "description": "Namespaces in which nothing is rolled"
    }
  }
})",
                           oarlock::reloader::Reloader);
