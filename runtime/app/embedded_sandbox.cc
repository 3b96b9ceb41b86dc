#include "app/embedded_sandbox.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "app/cli/choice.h"
#include "base/random.h"
#include "kube/yaml.h"

namespace oarlock::app {
namespace {

base::Status LoadFile(const std::filesystem::path& path, sandbox::Sandbox& sandbox) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(text.str(), path.string()));
  for (const kube::YamlDocument& document : documents) {
    const base::Status created = sandbox.Create(document.root().ToJson());
    if (!created.ok()) return document.Error(document.root(), "", created.message());
  }
  return base::Status::Ok();
}

base::Status LoadDirectory(const std::string& directory, sandbox::Sandbox& sandbox) {
  if (directory.empty()) return base::Status::Ok();
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const auto extension = entry.path().extension();
    if (extension == ".yaml" || extension == ".yml" || extension == ".json") {
      files.push_back(entry.path());
    }
  }
  if (error) return base::NotFound(directory + ": " + error.message());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) OARLOCK_RETURN_IF_ERROR(LoadFile(file, sandbox));
  return base::Status::Ok();
}

base::Status LoadFaults(const std::string& path, sandbox::Sandbox& sandbox) {
  if (path.empty()) return base::Status::Ok();
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file.good()) {
    return base::NotFound(path + ": cannot be read; name a file with a fault script");
  }
  OARLOCK_ASSIGN_OR_RETURN(auto script, sandbox::FaultScript::Parse(text.str(), path));
  sandbox.SetFaults(std::move(script));
  return base::Status::Ok();
}

// The file appears whole, and only its owner may read the key in it.
base::Status WriteKubeconfig(const std::string& path, const std::string& text) {
  if (path.empty()) return base::Status::Ok();
  const std::string part = path + ".part";
  {
    std::ofstream file(part, std::ios::trunc);
    std::error_code ignored;
    std::filesystem::permissions(
        part, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
    file << text;
    if (!file.good()) return base::Unavailable("cannot write " + part);
  }
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error) return base::Unavailable(path + ": " + error.message());
  return base::Status::Ok();
}

}  // namespace

void AddSandboxFlags(CLI::App& command, const std::string& prefix, SandboxFlags& flags) {
  const std::vector<CLI::Option*> options = {
      command.add_option(prefix + "port", flags.port,
                         "Port of the sandbox on loopback (default: any that is free)"),
      command.add_option(prefix + "kubeconfig-out", flags.kubeconfig_out,
                         "Where to write a kubeconfig for the sandbox's administrator"),
      command.add_option(prefix + "load", flags.load,
                         "Directory of *.yaml whose objects are created in the sandbox"),
      command.add_option(prefix + "faults", flags.faults,
                         "Fault script (YAML): which requests to the sandbox go wrong, and how"),
      command
          .add_option(prefix + "controllers", flags.controllers,
                      "Controllers that run in the sandbox: all, none, or a list of gc, "
                      "namespaces, workloads, serviceaccounts with commas")
          ->check([](const std::string& text) {
            return sandbox::ControllerSet::Parse(text).status().message();
          })
          ->capture_default_str(),
      AddChoice<sandbox::AuthorizationMode>(
          command, prefix + "authorization-mode",
          "Who may do what in the sandbox: AlwaysAllow, or as the roles and bindings in it say: "
          "RBAC",
          flags.authorization,
          {{"AlwaysAllow", sandbox::AuthorizationMode::kAlwaysAllow},
           {"RBAC", sandbox::AuthorizationMode::kRbac}})};
  if (prefix == "--") return;
  for (CLI::Option* option : options) option->needs(command.get_option("--sandbox"));
}

base::Result<std::unique_ptr<sandbox::Sandbox>> StartSandbox(const SandboxFlags& flags,
                                                             base::Clock& clock,
                                                             const base::Log& log) {
  sandbox::SandboxOptions options;
  options.address = "127.0.0.1:" + std::to_string(flags.port);
  options.seed = base::Random::OsSeed();
  options.authorization = flags.authorization;
  OARLOCK_ASSIGN_OR_RETURN(options.controllers, sandbox::ControllerSet::Parse(flags.controllers));
  OARLOCK_ASSIGN_OR_RETURN(auto sandbox, sandbox::Sandbox::Start(std::move(options), clock, log));
  OARLOCK_RETURN_IF_ERROR(LoadDirectory(flags.load, *sandbox));
  OARLOCK_RETURN_IF_ERROR(LoadFaults(flags.faults, *sandbox));
  OARLOCK_RETURN_IF_ERROR(WriteKubeconfig(flags.kubeconfig_out, sandbox->Kubeconfig()));
  return sandbox;
}

void LogFaults(const sandbox::Sandbox& sandbox, const base::Log& log) {
  for (const sandbox::FaultCount& count : sandbox.fault_counts()) {
    log.Info("fault rule",
             {{"rule", count.rule}, {"fitted", count.fitted}, {"applied", count.applied}});
  }
}

}  // namespace oarlock::app
