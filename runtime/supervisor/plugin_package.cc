#include "supervisor/plugin_package.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

#include "base/digest/sha256.h"
#include "kube/decode.h"
#include "kube/schema.h"
#include "supervisor/config/config_secrets.h"
#include "supervisor/library/signature.h"

namespace oarlock::supervisor {
namespace {

base::Status CheckNote(const oar_note& note, const std::string& path) {
  if (note.layout != OAR_NOTE_LAYOUT || note.abi_major != OAR_ABI_MAJOR) {
    return base::InvalidArgument(fmt::format(
        "{}: built for plugin ABI {}.{}, this host has {}.{}; rebuild the plugin with "
        "an SDK of major {}",
        path, note.abi_major, note.abi_minor, OAR_ABI_MAJOR, OAR_ABI_MINOR, OAR_ABI_MAJOR));
  }
  if (note.host_minor_min > OAR_ABI_MINOR) {
    return base::InvalidArgument(
        fmt::format("{}: needs a host with plugin ABI {}.{}, this one "
                    "has {}.{}",
                    path, OAR_ABI_MAJOR, note.host_minor_min, OAR_ABI_MAJOR, OAR_ABI_MINOR));
  }
  if ((note.flags_must & OAR_NOTE_NEEDS_CHILD) != 0) {
    return base::InvalidArgument(
        path + ": must run in a child process, which this host does not offer yet");
  }
  if (note.flags_must != 0) {
    return base::InvalidArgument(path + ": its note makes a demand that this host does not know");
  }
  return base::Status::Ok();
}

base::Status ConfigError(const PluginSpec& spec,
                         const std::vector<kube::SchemaViolation>& violations) {
  std::vector<std::string> lines;
  for (const kube::SchemaViolation& violation : violations) {
    // What may have come from a Secret is not repeated.
    const std::string_view message =
        spec.config_from.empty() ? violation.message : WithoutValue(violation.message);
    lines.push_back(fmt::format("{}: config{}{}: {}", spec.config_position,
                                violation.path.empty() ? "" : ".", violation.path, message));
  }
  return base::InvalidArgument(fmt::format("{}", fmt::join(lines, "\n")));
}

base::Status CheckConfig(const PluginSpec& spec, PluginPackage& package) {
  const std::string_view schema_text = package.file->image().TextSection(".oarlock.schema");
  package.config_json = spec.config_json;
  if (!schema_text.empty()) {
    auto schema = kube::StructuralSchema::Compile(schema_text);
    if (!schema.ok()) {
      return schema.status().WithContext(package.file->path() + ": its configuration schema");
    }
    kube::DecodeOptions options;
    options.drop_managed_fields = false;
    if (spec.config_is_merged) options.segment = kube::MakeSegment({.share_values = false});
    OARLOCK_ASSIGN_OR_RETURN(const kube::Object config,
                             kube::ObjectFromJson(spec.config_json, options));
    const auto violations = schema->Validate(config.root());
    // Without its Secrets nobody knows what it lacks.
    const bool whole = spec.config_from.empty() || spec.config_is_merged;
    if (whole && !violations.empty()) return ConfigError(spec, violations);
    OARLOCK_ASSIGN_OR_RETURN(package.config_json, schema->ApplyDefaults(config.root()));
  } else if (spec.config_json != "{}") {
    return base::InvalidArgument(
        fmt::format("{}: config: the plugin takes no configuration", spec.config_position));
  }
  package.config_digest = base::Sha256Hex(package.config_json);
  return base::Status::Ok();
}

base::Status CheckTrust(const PluginSpec& spec, const std::string& plugin_dir,
                        const LibraryFile& file, const LibraryRules& rules) {
  if (rules.require_sha256 && spec.sha256.empty()) {
    return base::InvalidArgument(
        fmt::format("{}: this host runs libraries only whose sha256 the manifest names; here it is "
                    "{}",
                    spec.position, file.sha256()));
  }
  if (spec.signature.empty()) {
    if (!rules.require_signature) return base::Status::Ok();
    return base::InvalidArgument(spec.position +
                                 ": this host runs signed libraries only (signature)");
  }
  OARLOCK_ASSIGN_OR_RETURN(const std::string signature,
                           ReadSignature(LibraryPath(spec.signature, plugin_dir)));
  return VerifySignature(file.bytes(), signature, rules.public_keys).WithContext(file.path());
}

}  // namespace

base::Result<oar_note> ReadNote(const LibraryFile& file) {
  const ElfNote* found = file.image().FindNote(OAR_NOTE_OWNER, OAR_NOTE_TYPE);
  if (found == nullptr) {
    return base::InvalidArgument(
        file.path() +
        ": a shared library, but no oarlock plugin: it carries no "
        "OARLOCK note (build it with oarlock_add_plugin and OARLOCK_PLUGIN or OAR_NOTE)");
  }
  oar_note note{};
  if (found->data.size() < sizeof(note)) {
    return base::InvalidArgument(file.path() + ": its OARLOCK note is cut short");
  }
  std::memcpy(&note, found->data.data(), sizeof(note));
  return note;
}

std::string LibraryPath(const std::string& library, const std::string& plugin_dir) {
  return library.find('/') == std::string::npos ? plugin_dir + "/" + library : library;
}

base::Result<PluginPackage> OpenPackage(const PluginSpec& spec, const std::string& plugin_dir,
                                        const std::string& label, const LibraryRules& rules) {
  PluginPackage package;
  const bool by_name = spec.library.find('/') == std::string::npos;
  OARLOCK_ASSIGN_OR_RETURN(
      package.file, LibraryFile::Open(LibraryPath(spec.library, plugin_dir), label, spec.sha256,
                                      by_name ? plugin_dir : ""));
  const LibraryFile& file = *package.file;
  package.sha256 = file.sha256();
  OARLOCK_RETURN_IF_ERROR(CheckTrust(spec, plugin_dir, file, rules));
  OARLOCK_ASSIGN_OR_RETURN(package.note, ReadNote(file));
  OARLOCK_RETURN_IF_ERROR(CheckNote(package.note, file.path()));
  const auto dynamic = ElfDynamic::Read(file.bytes());
  if (!dynamic.ok()) return dynamic.status().WithContext(file.path());
  OARLOCK_RETURN_IF_ERROR(CheckLibrary(file.image(), *dynamic, rules).WithContext(file.path()));
  package.load_doubt = LoadDoubt(*dynamic);
  package.unload_doubt = UnloadDoubt(*dynamic);
  OARLOCK_RETURN_IF_ERROR(CheckConfig(spec, package));
  if (spec.install_crds) {
    OARLOCK_ASSIGN_OR_RETURN(package.crds, CarriedCrds(file.image(), file.path()));
  }
  file.ReleasePages();
  return package;
}

}  // namespace oarlock::supervisor
