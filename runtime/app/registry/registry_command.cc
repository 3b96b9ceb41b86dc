#include "app/registry/registry_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "app/exit_code.h"
#include "base/metrics.h"
#include "base/real_clock.h"
#include "client/environment.h"
#include "kube/blob/blob_reference.h"
#include "oci/artifact.h"
#include "oci/registry_fetcher.h"
#include "oci/registry_push.h"
#include "supervisor/plugin_package.h"

namespace oarlock::app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kTransferTime{30};

int Fail(int code, const base::Status& why) {
  fmt::print(stderr, "{}\n", why.message());
  return code;
}

// Beside the output, so that what is fetched there can be renamed to it.
class WorkDir {
 public:
  explicit WorkDir(const fs::path& output) {
    std::string name = output.string() + ".XXXXXX";
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~WorkDir() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  WorkDir(const WorkDir&) = delete;
  WorkDir& operator=(const WorkDir&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

fs::path OutputOf(const PullOptions& options, const kube::BlobReference& reference) {
  if (!options.output.empty()) return fs::absolute(options.output);
  const std::string& name = reference.repository;
  return fs::absolute(name.substr(name.rfind('/') + 1) + ".so");
}

oci::PluginFacts FactsOf(const oar_note& note) {
  return {supervisor::NoteText(note.plugin_id), supervisor::NoteText(note.plugin_version),
          fmt::format("{}.{}", note.abi_major, note.abi_minor),
          std::string(oci::HostArchitecture())};
}

}  // namespace

oci::RegistryOptions RegistryFlags::Options() const {
  oci::RegistryOptions options;
  options.login_file = config;
  options.default_login_files = oci::DefaultLoginFiles(client::Environment::OfProcess());
  options.plain_http = plain_http;
  options.ca_file = ca_file;
  return options;
}

FetchedLibraries::~FetchedLibraries() {
  std::error_code ignored;
  if (!dir_.empty()) fs::remove_all(dir_, ignored);
}

base::Status FetchedLibraries::Fetch(const RegistryFlags& flags, supervisor::Manifest& manifest) {
  base::RealClock clock;
  base::MetricRegistry metrics;
  for (supervisor::PluginSpec& spec : manifest.plugins) {
    if (!spec.enabled || !kube::IsBlobReference(spec.library)) continue;
    if (dir_.empty()) {
      std::string name = (fs::temp_directory_path() / "oarlock-XXXXXX").string();
      if (::mkdtemp(name.data()) == nullptr) {
        return base::FailedPrecondition(name + ": cannot be made");
      }
      dir_ = name;
    }
    oci::RegistryFetcher fetcher(flags.Options(), dir_, clock, metrics);
    const auto blob = fetcher.Fetch(spec.library, {clock.Now() + kTransferTime, {}});
    if (!blob.ok()) return blob.status();
    spec.library = blob->path;
    if (spec.sha256.empty()) spec.sha256 = blob->sha256;
  }
  return {};
}

void AddRegistryFlags(CLI::App& app, RegistryFlags& flags) {
  app.add_option("--registry-config", flags.config,
                 "Logins of registries, as in a Secret of type kubernetes.io/dockerconfigjson "
                 "(default: REGISTRY_AUTH_FILE, else where podman and docker keep theirs)");
  app.add_option("--registry-plain-http", flags.plain_http,
                 "Registry (HOST[:PORT]) to speak to without TLS; may be repeated");
  app.add_option("--registry-ca", flags.ca_file,
                 "File with authorities (PEM) to trust for registries instead of the system's");
}

CLI::App* AddPullCommand(CLI::App& app, PullOptions& options) {
  CLI::App* pull = app.add_subcommand("pull", "Fetch a plugin's library from an OCI registry");
  pull->add_option("reference", options.reference, "oci://REGISTRY/REPOSITORY@sha256:DIGEST")
      ->required();
  pull->add_option("-o,--output", options.output,
                   "File to write (default: the repository's last name, with .so)");
  AddRegistryFlags(*pull, options.registry);
  return pull;
}

CLI::App* AddPushCommand(CLI::App& app, PushOptions& options) {
  CLI::App* push = app.add_subcommand(
      "push", "Put a plugin's library into an OCI registry and print its name with digest");
  push->add_option("file", options.file, "A plugin library")->required();
  push->add_option("reference", options.reference, "oci://REGISTRY/REPOSITORY[:TAG]")->required();
  AddRegistryFlags(*push, options.registry);
  return push;
}

int RunPull(const PullOptions& options) {
  const auto reference = kube::BlobReference::ParseFixed(options.reference);
  if (!reference.ok()) return Fail(kExitUsage, reference.status());
  const fs::path output = OutputOf(options, *reference);
  const WorkDir work(output);
  if (work.path().empty()) {
    return Fail(kExitUsage, base::InvalidArgument(output.string() + ": cannot be written there"));
  }
  base::RealClock clock;
  base::MetricRegistry metrics;
  oci::RegistryFetcher fetcher(options.registry.Options(), work.path(), clock, metrics);
  const auto blob = fetcher.Fetch(reference->ToString(), {clock.Now() + kTransferTime, {}});
  if (!blob.ok()) return Fail(kExitRegistry, blob.status());
  std::error_code error;
  fs::rename(blob->path, output, error);
  if (error) {
    return Fail(kExitUsage, base::InvalidArgument(output.string() + ": " + error.message()));
  }
  fmt::print("{}  {}\n", blob->sha256, output.string());
  return kExitOk;
}

int RunPush(const PushOptions& options) {
  const auto reference = kube::BlobReference::Parse(options.reference);
  if (!reference.ok()) return Fail(kExitUsage, reference.status());
  if (!reference->digest.empty()) {
    return Fail(kExitUsage, base::InvalidArgument(options.reference +
                                                  ": the digest is made here; name a tag or none"));
  }
  const auto file = supervisor::LibraryFile::Open(fs::absolute(options.file), "push", "");
  if (!file.ok()) return Fail(kExitUsage, file.status());
  const auto note = supervisor::ReadNote(**file);
  if (!note.ok()) return Fail(kExitUsage, note.status());
  base::RealClock clock;
  const auto pushed =
      oci::PushPlugin(options.registry.Options(), *reference, std::string((*file)->bytes()),
                      FactsOf(*note), clock, {clock.Now() + kTransferTime, {}});
  if (!pushed.ok()) return Fail(kExitRegistry, pushed.status());
  fmt::print("{}\n", pushed->ToString());
  return kExitOk;
}

}  // namespace oarlock::app
