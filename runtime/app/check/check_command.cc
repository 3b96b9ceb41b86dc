#include "app/check/check_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/check/check_report.h"
#include "app/check/dynamic_check.h"
#include "app/check/static_check.h"
#include "app/check/subject_config.h"
#include "app/exit_code.h"
#include "kube/blob/blob_reference.h"
#include "supervisor/library_file.h"
#include "supervisor/manifest_reader.h"
#include "supervisor/plugin_package.h"

namespace oarlock::app {
namespace {

// Of each plugin of the manifest: its library, note and configuration, as far as it is there.
void CheckPackages(const supervisor::Manifest& manifest, const std::string& plugin_dir,
                   CheckReport& report) {
  for (const supervisor::PluginSpec& spec : manifest.plugins) {
    if (kube::IsBlobReference(spec.library)) {
      report.Note("plugin", spec.name + ": " + spec.library +
                                ": neither the library nor its configuration is looked at here, "
                                "nothing is fetched; \"oarlock pull\" gets it, and with library: "
                                "FILE and --plugin-dir it is checked");
      continue;
    }
    const auto package = supervisor::OpenPackage(spec, plugin_dir, "check");
    if (package.ok()) {
      report.Ok("plugin", spec.name + ": " + package->file->path());
      if (spec.config_from.empty()) continue;
      report.Note("plugin", spec.name +
                                ": its configuration is not compared with the plugin's schema: "
                                "part of it is in Secrets (configFrom)");
    } else {
      std::error_code error;
      const bool there =
          std::filesystem::exists(supervisor::LibraryPath(spec.library, plugin_dir), error);
      report.Error("plugin", spec.name + ": " + package.status().message(),
                   there ? "" : "build it, or give --plugin-dir where the libraries are");
    }
  }
}

int CheckManifest(const CheckOptions& options) {
  CheckReport report;
  const auto manifest = supervisor::ReadManifest(options.file);
  if (!manifest.ok()) {
    std::istringstream faults(manifest.status().message());
    for (std::string line; std::getline(faults, line);) report.Error("manifest", line, {});
  } else {
    const size_t count = manifest->plugins.size();
    report.Ok("manifest", fmt::format("{} plugin{}", count, count == 1 ? "" : "s"));
    if (!options.plugin_dir.empty()) CheckPackages(*manifest, options.plugin_dir, report);
  }
  fmt::print("{}", report.ToText());
  return report.failed() ? kExitManifest : kExitOk;
}

bool IsElf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[4] = {};
  file.read(head, sizeof(head));
  return std::string_view(head, sizeof(head)) == std::string_view(
                                                     "\x7f"
                                                     "ELF",
                                                     4);
}

int CheckLibrary(const CheckOptions& options) {
  std::error_code error;
  const auto size = std::filesystem::file_size(options.file, error);
  if (error || size > supervisor::kLibraryBytesMax) {
    fmt::print(stderr, "{}: cannot be read, or too large for a library\n", options.file);
    return kExitUsage;
  }
  std::ifstream in(options.file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  const std::string image = bytes.str();
  CheckReport report;
  const bool loadable = CheckStatic(image, options.libraries, report);
  if (loadable && !options.static_only) {
    const auto config = MakeSubjectConfig(SectionText(image, ".oarlock.schema"), options.config);
    if (config.ok()) {
      CheckDynamic(options.file, *config, report);
    } else {
      report.Error("config", config.status().message(), "give one with --config FILE");
    }
  }
  fmt::print("{}", report.ToText());
  return report.failed() ? kExitCheckFailed : kExitOk;
}

}  // namespace

CLI::App* AddCheckCommand(CLI::App& app, CheckOptions& options) {
  CLI::App* check = app.add_subcommand(
      "check", "Check a manifest (YAML), or validate a plugin library (runs it in children)");
  check->add_option("file", options.file, "A manifest, a directory of manifests, or a library")
      ->required();
  check->add_option("--config", options.config, "Configuration of the plugin, YAML or JSON");
  check->add_option("--plugin-dir", options.plugin_dir,
                    "Also open the libraries that a manifest names, from here");
  check->add_option("--allow-library", options.libraries,
                    "A library that the plugin may need beyond the runtimes that every host\n"
                    "allows: its whole name, libfoo.so.1, as a host takes it");
  check->add_flag("--static", options.static_only, "Look at the library's bytes only, run nothing");
  return check;
}

int RunCheck(const CheckOptions& options) {
  if (options.file.starts_with(supervisor::kClusterManifestPrefix)) return CheckManifest(options);
  std::error_code error;
  if (!std::filesystem::exists(options.file, error)) {
    fmt::print(stderr, "{}: no such file\n", options.file);
    return kExitUsage;
  }
  return IsElf(options.file) ? CheckLibrary(options) : CheckManifest(options);
}

}  // namespace oarlock::app
