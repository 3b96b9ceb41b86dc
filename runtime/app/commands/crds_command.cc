#include "app/commands/crds_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "app/exit_code.h"
#include "app/options.h"
#include "supervisor/manifest/manifest_crd.h"
#include "supervisor/manifest_reader.h"
#include "supervisor/plugin_package.h"

namespace oarlock::app {

CLI::App* AddCrdsCommand(CLI::App& app, CrdsOptions& options) {
  CLI::App* crds = app.add_subcommand(
      "crds", "Print the CustomResourceDefinitions that the plugins of a manifest carry");
  CLI::Option* manifest =
      crds->add_option("manifest", options.manifest, "A manifest, or a directory of manifests");
  CLI::Option* own = crds->add_flag(
      "--own", options.own, "Print the host's own: PluginManifest, for --manifest cluster:…");
  manifest->excludes(own);
  crds->add_option("--plugin-dir", options.plugin_dir, "Where libraries without a slash are sought")
      ->default_val(DefaultPluginDir());
  AddRegistryFlags(*crds, options.registry);
  return crds;
}

int RunCrds(const CrdsOptions& options) {
  if (options.own) {
    fmt::print("{}", supervisor::ManifestCrd());
    return kExitOk;
  }
  if (options.manifest.empty()) {
    fmt::print(stderr, "crds: a manifest is needed, or --own\n");
    return kExitUsage;
  }
  auto manifest = supervisor::ReadManifest(options.manifest);
  if (!manifest.ok()) {
    fmt::print(stderr, "{}\n", manifest.status().message());
    return kExitManifest;
  }
  FetchedLibraries fetched;
  if (const base::Status there = fetched.Fetch(options.registry, *manifest); !there.ok()) {
    fmt::print(stderr, "{}\n", there.message());
    return kExitRegistry;
  }
  for (const supervisor::PluginSpec& spec : manifest->plugins) {
    const auto package = supervisor::OpenPackage(spec, options.plugin_dir, "crds");
    const base::Status good =
        package.ok()
            ? supervisor::CarriedCrds(package->file->image(), package->file->path()).status()
            : package.status();
    if (!good.ok()) {
      fmt::print(stderr, "{}: plugin {}: {}\n", spec.position, spec.name, good.message());
      return kExitCheckFailed;
    }
    const std::string_view text = package->file->image().TextSection(supervisor::kCrdSection);
    if (!text.empty()) fmt::print("---\n{}{}", text, text.ends_with('\n') ? "" : "\n");
  }
  return kExitOk;
}

}  // namespace oarlock::app
