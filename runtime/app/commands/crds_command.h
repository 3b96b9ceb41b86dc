#pragma once
// `oarlock crds`: the CustomResourceDefinitions that the plugins of a manifest carry, or the
// host's own one, as YAML for kubectl apply. Runs no code of a plugin; libraries that the manifest
// names by digest are fetched.
//
// Called by main. Threads: [main]. Errors: said on standard error; exit_code.h.

#include <string>

#include "app/registry/registry_command.h"

namespace CLI {
class App;
}

namespace oarlock::app {

struct CrdsOptions {
  std::string manifest;
  std::string plugin_dir;
  bool own = false;  // the host's instead
  RegistryFlags registry = {};
};

CLI::App* AddCrdsCommand(CLI::App& app, CrdsOptions& options);
int RunCrds(const CrdsOptions& options);

}  // namespace oarlock::app
