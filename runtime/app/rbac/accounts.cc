#include "app/rbac/accounts.h"

#include <fmt/format.h>

#include "app/rbac/needs.h"
#include "app/rbac/plugin_needs.h"

namespace oarlock::app {
namespace {

constexpr char kLabels[] = "  labels: {app.kubernetes.io/name: oarlock}\n";

std::string Head(std::string_view api_version, std::string_view kind, const std::string& name,
                 const std::string& ns) {
  return fmt::format("---\napiVersion: {}\nkind: {}\nmetadata:\n  name: {}\n{}{}", api_version,
                     kind, name, ns.empty() ? "" : "  namespace: " + ns + "\n", kLabels);
}

std::string RoleText(const std::string& role, const std::string& ns,
                     const std::vector<RbacRule>& rules, const kube::ServiceAccount& account) {
  constexpr char kApi[] = "rbac.authorization.k8s.io/v1";
  const char* const scope = ns.empty() ? "Cluster" : "";
  return Head(kApi, fmt::format("{}Role", scope), role, ns) + RulesText(rules) +
         Head(kApi, fmt::format("{}RoleBinding", scope), role, ns) +
         fmt::format(
             "roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: {}Role\n  name: {}\n"
             "subjects:\n- kind: ServiceAccount\n  name: {}\n  namespace: {}\n",
             scope, role, account.name, account.ns);
}

}  // namespace

base::Result<Accounts> AccountsOf(const supervisor::Manifest& manifest, const HostAccount& host) {
  Accounts accounts;
  HostNeedsOptions own{host.account.ns, manifest.name,    host.lease, host.lease_ns, {}, {},
                       host.object,     host.admin_listen};
  RuleSet& of_host = accounts[host.account];
  for (const supervisor::PluginSpec& spec : manifest.plugins) {
    if (!spec.enabled) continue;
    OARLOCK_ASSIGN_OR_RETURN(const PluginNeeds needs, NeedsOfPlugin(spec, host.plugin_dir));
    for (const pluginhost::AccessDecl& rule : needs.host) of_host.Add(rule);
    RuleSet& of_calls = spec.service_account ? accounts[*spec.service_account] : of_host;
    for (const pluginhost::AccessDecl& rule : needs.calls) of_calls.Add(rule);
    for (const supervisor::SecretKeyRef& ref : spec.config_from) own.secrets.insert(ref.name);
    if (spec.service_account) own.accounts.push_back(*spec.service_account);
  }
  for (const pluginhost::AccessDecl& rule : HostNeeds(own)) of_host.Add(rule);
  return accounts;
}

std::string AccountsText(const Accounts& accounts, const HostAccount& host) {
  std::string out;
  for (const auto& [account, needed] : accounts) {
    const std::string role = account == host.account ? account.name
                                                     : fmt::format("{}-{}-{}", host.account.name,
                                                                   account.ns, account.name);
    out += Head("v1", "ServiceAccount", account.name, account.ns);
    for (const auto& [ns, rules] : needed.Rules()) out += RoleText(role, ns, rules, account);
  }
  return out;
}

}  // namespace oarlock::app
