#pragma once
// `oarlock pull` and `oarlock push`: a plugin's library out of an OCI registry, and into one.
// And the flags that say how registries are spoken to, for these two and for `oarlock run`.
//
// Called by options.cc and main, on [main]. Errors: one line on stderr; the exit code: 0, 2 a
// reference or file that is none, kExitRegistry what the registry or the network said no to.

#include <string>
#include <vector>

#include "oci/registry_session.h"
#include "supervisor/manifest.h"

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct RegistryFlags {
  std::string config;                   // a login file; empty: the usual places
  std::vector<std::string> plain_http;  // registries without TLS
  std::string ca_file;

  oci::RegistryOptions Options() const;
};

// For commands that look into the libraries of a manifest: those that it names by digest are
// fetched into a directory that goes with this object.
class FetchedLibraries {
 public:
  FetchedLibraries() = default;
  ~FetchedLibraries();
  FetchedLibraries(const FetchedLibraries&) = delete;
  FetchedLibraries& operator=(const FetchedLibraries&) = delete;

  // Names the files instead. Blocks on the network.
  base::Status Fetch(const RegistryFlags& flags, supervisor::Manifest& manifest);

 private:
  std::string dir_;
};

struct PullOptions {
  RegistryFlags registry;
  std::string reference;
  std::string output;  // empty: named after the repository, in the working directory
};

struct PushOptions {
  RegistryFlags registry;
  std::string file;
  std::string reference;
};

// All `flags` and `options` live until the command runs.
void AddRegistryFlags(CLI::App& app, RegistryFlags& flags);
CLI::App* AddPullCommand(CLI::App& app, PullOptions& options);
CLI::App* AddPushCommand(CLI::App& app, PushOptions& options);
int RunPull(const PullOptions& options);
int RunPush(const PushOptions& options);

}  // namespace oarlock::app
