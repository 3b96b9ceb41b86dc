#pragma once
// Manifest: which plugins run, as the YAML of docs/manifest.md says. Plain values.
//
// Read by manifest_reader.h, consumed by the supervisor. The schema (manifest_schema.h) has every
// key of the design; here are those whose feature exists. Threads: [any] (immutable once read).

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "kube/client.h"
#include "pluginhost/account/api_budget.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::supervisor {

struct ControllerSpec {
  int max_concurrent_reconciles = 0;                  // 0 = what the plugin declares
  base::Duration resync_period = base::Duration(-1);  // negative = what the plugin declares
  bool operator==(const ControllerSpec&) const = default;
};

// How a plugin is replaced by its next generation (docs/operations.md, "Reloading").
struct ReloadSpec {
  base::Duration drain_timeout = std::chrono::seconds(30);
  base::Duration probation = std::chrono::seconds(60);  // 0 = none
  bool requeue_all = true;
  bool rollback_on_crash = true;
  bool rollback_on_error_ratio = true;
  bool operator==(const ReloadSpec&) const = default;
};

// One value of a Secret in the host's own namespace.
struct SecretKeyRef {
  std::string name;
  std::string key;
  bool operator==(const SecretKeyRef&) const = default;
};

struct PluginSpec {
  std::string name;
  std::string library;    // as written: a file, or a kube::BlobReference
  std::string sha256;     // lower-case hex, or empty
  std::string signature;  // file with an Ed25519 signature of the library's bytes, or empty
  bool enabled = true;
  bool required = false;
  bool leader_election = true;
  bool install_crds = false;              // those that the library carries
  bool unload_never = false;              // keep the library mapped when it is not used any more
  std::string config_json = "{}";         // canonical JSON
  std::vector<SecretKeyRef> config_from;  // merged over it, in this order
  bool config_is_merged = false;          // and config_json has it already
  std::optional<kube::ServiceAccount> service_account;  // its own identity; none: the host's
  std::vector<std::string> namespaces;                  // sorted; empty = all
  // What it may do, one group, resource and subresource each; nothing said: what it declares.
  std::optional<std::vector<pluginhost::AccessDecl>> permissions;
  pluginhost::ApiLimits api_limits;
  base::Duration reconcile_deadline = std::chrono::minutes(5);
  ReloadSpec reload;
  std::map<std::string, ControllerSpec> controllers;
  std::string entry_json = "{}";  // the whole entry as it stands: what "the manifest changed" means
  std::string position;           // "file:line:column" of the entry, for messages
  std::string config_position;    // of its config
};

struct Manifest {
  std::string name;
  bool all_or_nothing = false;
  std::vector<PluginSpec> plugins;
};

}  // namespace oarlock::supervisor
