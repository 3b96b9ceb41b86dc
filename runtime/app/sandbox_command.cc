#include "app/sandbox_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/exit_code.h"
#include "app/signals.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "kube/yaml.h"
#include "sandbox/sandbox.h"

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

CLI::App* AddSandboxCommand(CLI::App& app, SandboxCommand& options) {
  CLI::App* command =
      app.add_subcommand("sandbox", "Serve an API server in memory, for trying things out");
  command->add_option("--port", options.port, "Port on loopback (default: any that is free)");
  command->add_option("--kubeconfig-out", options.kubeconfig_out,
                      "Where to write a kubeconfig for its administrator");
  command->add_option("--load", options.load, "Directory of *.yaml whose objects are created");
  return command;
}

int RunSandbox(const SandboxCommand& options) {
  Signals signals;
  const base::Log log(base::LogLevel::kInfo, base::LogFormat::kText);
  base::RealClock clock;
  sandbox::SandboxOptions sandbox_options;
  sandbox_options.address = "127.0.0.1:" + std::to_string(options.port);
  sandbox_options.seed = base::Random::OsSeed();
  auto sandbox = sandbox::Sandbox::Start(std::move(sandbox_options), clock, log);
  if (!sandbox.ok()) {
    log.Error("cannot start", {{"error", sandbox.status().message()}});
    return kExitInternal;
  }
  base::Status ready = LoadDirectory(options.load, **sandbox);
  if (ready.ok()) ready = WriteKubeconfig(options.kubeconfig_out, (*sandbox)->Kubeconfig());
  if (!ready.ok()) {
    log.Error("cannot start", {{"error", ready.message()}});
    return kExitInternal;
  }
  fmt::print("serving {}\n", (*sandbox)->url());
  if (!options.kubeconfig_out.empty()) fmt::print("kubeconfig {}\n", options.kubeconfig_out);
  std::fflush(stdout);
  for (;;) {
    const auto signal = signals.Wait(std::chrono::milliseconds(500));
    if (signal && *signal != SIGHUP) return kExitOk;
  }
}

}  // namespace oarlock::app
