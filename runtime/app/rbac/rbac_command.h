#pragma once
// `oarlock rbac`: what a manifest's plugins and the host need of the API server, as YAML of
// ServiceAccounts, Roles and bindings; or, with --check, what of it the cluster does not grant.
//
// Called by main. Threads: [main], the only one. Errors: said on standard error; exit_code.h.

#include <string>

#include "app/registry/registry_command.h"

namespace CLI {
class App;
}

namespace oarlock::app {

struct RbacOptions {
  std::string manifest;
  std::string given_as;  // the host's --manifest; empty: files
  std::string plugin_dir;
  std::string ns = "oarlock";
  std::string account = "oarlock";
  bool leader_elect = false;
  std::string lease = "oarlock";
  std::string lease_ns;
  bool admin_listen = false;
  bool check = false;
  std::string kubeconfig;
  std::string context;
  RegistryFlags registry;
};

CLI::App* AddRbacCommand(CLI::App& app, RbacOptions& options);
int RunRbac(const RbacOptions& options);

}  // namespace oarlock::app
