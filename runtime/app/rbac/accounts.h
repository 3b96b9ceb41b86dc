#pragma once
// Accounts: which ServiceAccount needs what, for all of a manifest; as the YAML of Roles and
// bindings.
//
// Made by `oarlock rbac`. Values; threads [any]. Errors: those of plugin_needs.h.

#include <map>
#include <optional>
#include <string>

#include "app/rbac/rule_set.h"
#include "base/status.h"
#include "kube/client.h"
#include "supervisor/manifest.h"

namespace oarlock::app {

struct HostAccount {
  kube::ServiceAccount account;
  std::string lease;     // empty: no election
  std::string lease_ns;  // empty: the account's
  std::string plugin_dir;
  std::optional<kube::ObjectRef> object = std::nullopt;  // that the manifest is; none: files
  bool admin_listen = false;                             // the admin API over TLS
};

using Accounts = std::map<kube::ServiceAccount, RuleSet>;

base::Result<Accounts> AccountsOf(const supervisor::Manifest& manifest, const HostAccount& host);

// ServiceAccounts, Roles and bindings, for kubectl apply.
std::string AccountsText(const Accounts& accounts, const HostAccount& host);

}  // namespace oarlock::app
