#include "app/rbac/rbac_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

#include "app/cluster_client.h"
#include "app/exit_code.h"
#include "app/options.h"
#include "app/rbac/accounts.h"
#include "app/rbac/rules_check.h"
#include "supervisor/manifest/object_manifest.h"
#include "supervisor/manifest_reader.h"

namespace oarlock::app {
namespace {

int Fail(int code, const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  return code;
}

kube::Identity IdentityOf(const kube::ServiceAccount& account) {
  return {
      fmt::format("system:serviceaccount:{}:{}", account.ns, account.name),
      {"system:serviceaccounts", "system:serviceaccounts:" + account.ns, "system:authenticated"}};
}

// Each account is asked as itself: the kubeconfig's user has to be allowed to impersonate it.
int Check(const Accounts& accounts, const RbacOptions& options) {
  auto cluster = ClusterClient::Connect(options.kubeconfig, options.context);
  if (!cluster.ok()) return Fail(kExitKubeconfig, cluster.status().message());
  bool granted = true;
  for (const auto& [account, needed] : accounts) {
    const std::string name = fmt::format("ServiceAccount {}/{}", account.ns, account.name);
    const auto client = (*cluster)->ForIdentity(IdentityOf(account));
    const auto missing = MissingRules(needed, *client, (*cluster)->Call());
    if (!missing.ok()) {
      return Fail(kExitCheckFailed, fmt::format("{}: {}", name, missing.status().message()));
    }
    for (const std::string& rule : *missing) fmt::print("{} lacks: {}\n", name, rule);
    granted = granted && missing->empty();
  }
  if (granted) fmt::print("everything that is needed is granted\n");
  return granted ? kExitOk : kExitCheckFailed;
}

}  // namespace

CLI::App* AddRbacCommand(CLI::App& app, RbacOptions& options) {
  CLI::App* rbac = app.add_subcommand(
      "rbac", "Print the ServiceAccounts, Roles and bindings that a manifest needs");
  rbac->add_option("manifest", options.manifest, "A manifest, or a directory of manifests")
      ->required();
  rbac->add_option("--manifest", options.given_as,
                   "How the host gets it, where that is cluster:NAMESPACE/NAME: with what the host "
                   "needs to read that object and to write its status");
  rbac->add_option("--plugin-dir", options.plugin_dir, "Where libraries without a slash are sought")
      ->default_val(DefaultPluginDir());
  rbac->add_option("--namespace", options.ns, "The host's namespace")->capture_default_str();
  rbac->add_option("--service-account", options.account, "The host's ServiceAccount")
      ->capture_default_str();
  rbac->add_flag("--leader-elect", options.leader_elect, "With what leader election needs");
  rbac->add_option("--leader-elect-resource-name", options.lease, "The Lease")
      ->capture_default_str();
  rbac->add_option("--leader-elect-resource-namespace", options.lease_ns,
                   "The Lease's namespace (default: the host's)");
  rbac->add_flag("--admin-listen", options.admin_listen,
                 "With what the admin API over TLS needs: reviews of tokens and of access");
  rbac->add_flag("--check", options.check,
                 "Print nothing but what the cluster does not grant (exit code 8), asking it as "
                 "each of the accounts");
  rbac->add_option("--kubeconfig", options.kubeconfig, "For --check: kubeconfig file");
  rbac->add_option("--context", options.context, "For --check: context of the kubeconfig");
  AddRegistryFlags(*rbac, options.registry);
  return rbac;
}

int RunRbac(const RbacOptions& options) {
  std::optional<kube::ObjectRef> object;
  if (!options.given_as.empty()) {
    auto ref = supervisor::ParseClusterManifest(options.given_as);
    if (!ref.ok()) return Fail(kExitUsage, "--manifest " + ref.status().message());
    object = *std::move(ref);
  }
  auto manifest = supervisor::ReadManifest(options.manifest);
  if (!manifest.ok()) return Fail(kExitManifest, manifest.status().message());
  FetchedLibraries fetched;
  if (const base::Status there = fetched.Fetch(options.registry, *manifest); !there.ok()) {
    return Fail(kExitRegistry, there.message());
  }
  const HostAccount host{{options.ns, options.account},
                         options.leader_elect ? options.lease : "",
                         options.lease_ns,
                         options.plugin_dir,
                         std::move(object),
                         options.admin_listen};
  const auto accounts = AccountsOf(*manifest, host);
  if (!accounts.ok()) return Fail(kExitCheckFailed, accounts.status().message());
  if (options.check) return Check(*accounts, options);
  fmt::print("{}", AccountsText(*accounts, host));
  return kExitOk;
}

}  // namespace oarlock::app
