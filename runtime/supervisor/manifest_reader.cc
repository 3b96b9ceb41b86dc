#include "supervisor/manifest_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "base/duration.h"
#include "kube/blob/blob_reference.h"
#include "kube/schema.h"
#include "kube/yaml.h"
#include "supervisor/manifest_schema.h"

namespace oarlock::supervisor {
namespace {

namespace fs = std::filesystem;
using kube::Value;

// Collects the faults of one document as "file:line:column: path: message" lines.
class Faults {
 public:
  explicit Faults(const kube::YamlDocument& document) : document_(document) {}

  void Add(Value at, std::string_view path, std::string_view message) {
    lines_.push_back(document_.Error(at, path, message).message());
  }
  base::Status ToStatus() const {
    if (lines_.empty()) return base::Status::Ok();
    return base::InvalidArgument(fmt::format("{}", fmt::join(lines_, "\n")));
  }

 private:
  const kube::YamlDocument& document_;
  std::vector<std::string> lines_;
};

std::string PositionText(const kube::YamlDocument& document, Value value) {
  const kube::Position at = document.PositionOf(value);
  return fmt::format("{}:{}:{}", document.file(), at.line, at.column);
}

// Keys of the design whose feature does not exist yet: the one value that means "as now".
struct NotBuilt {
  std::string_view key;
  std::string_view allowed;  // its JSON at default
};
constexpr NotBuilt kNotBuilt[] = {
    {"drafts", "[]"},
    {"isolation", "\"inProcess\""},
    {"configFrom", "[]"},
};

std::vector<std::string> SortedTexts(Value list) {
  std::vector<std::string> texts;
  for (const auto& [key, value] : kube::Members(list)) texts.emplace_back(value.AsString());
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

class PluginReader {
 public:
  PluginReader(const kube::YamlDocument& document, Faults& faults)
      : document_(document), faults_(faults) {}

  PluginSpec Read(Value plugin, const std::string& path) {
    PluginSpec spec;
    spec.name = plugin["name"].AsString();
    spec.library = plugin["library"].AsString();
    spec.sha256 = plugin["sha256"].AsString();
    spec.enabled = plugin["enabled"].AsBool(true);
    spec.required = plugin["required"].AsBool(false);
    spec.leader_election = plugin["leaderElection"].AsBool(true);
    spec.signature = plugin["signature"].AsString();
    spec.install_crds = plugin["crds"].AsString() == "install";
    spec.unload_never = plugin["unload"].AsString() == "never";
    spec.entry_json = plugin.ToJson();
    if (plugin["config"].is_map()) spec.config_json = plugin["config"].ToJson();
    spec.position = PositionText(document_, plugin);
    spec.config_position =
        PositionText(document_, plugin["config"].exists() ? plugin["config"] : plugin);
    CheckLibrary(plugin["library"], path + ".library");
    if (const Value account = plugin["serviceAccount"]; account.is_map()) {
      spec.service_account = {std::string(account["namespace"].AsString()),
                              std::string(account["name"].AsString())};
    }
    spec.namespaces = SortedTexts(plugin["namespaces"]);
    if (plugin["permissions"].is_array()) {
      spec.permissions = ReadPermissions(plugin["permissions"]);
    }
    const Value limits = plugin["limits"];
    spec.api_limits.in_flight = static_cast<size_t>(
        limits["apiInFlight"].AsInt(static_cast<int64_t>(spec.api_limits.in_flight)));
    spec.api_limits.qps = limits["apiQps"].AsDouble(spec.api_limits.qps);
    CheckNotBuilt(plugin, path);
    ReadDuration(plugin["limits"]["reconcileDeadline"], path + ".limits.reconcileDeadline",
                 spec.reconcile_deadline);
    ReadReload(plugin["reload"], path + ".reload", spec.reload);
    ReadControllers(plugin["controllers"], path + ".controllers", spec);
    return spec;
  }

 private:
  void CheckLibrary(Value library, const std::string& path) {
    const std::string_view text = library.AsString();
    if (kube::IsBlobReference(text)) {
      const auto reference = kube::BlobReference::ParseFixed(text);
      if (!reference.ok()) faults_.Add(library, path, reference.status().message());
      return;
    }
    for (const fs::path& part : fs::path(text)) {
      if (part != "..") continue;
      faults_.Add(library, path, "\"..\" is refused; name a file in --plugin-dir or a full path");
      return;
    }
  }

  // An array, as the schema has it: a null is none.
  static std::vector<pluginhost::AccessDecl> ReadPermissions(Value rules) {
    std::vector<pluginhost::AccessDecl> out;
    for (const auto& [key, rule] : kube::Members(rules)) {
      pluginhost::AccessDecl decl;
      decl.verbs = SortedTexts(rule["verbs"]);
      decl.namespaces = SortedTexts(rule["namespaces"]);
      decl.names = SortedTexts(rule["resourceNames"]);
      for (const std::string& group : SortedTexts(rule["apiGroups"])) {
        decl.group = group;
        for (const std::string& resource : SortedTexts(rule["resources"])) {
          const size_t slash = resource.find('/');
          decl.resource = resource.substr(0, slash);
          decl.subresource = slash == std::string::npos ? "" : resource.substr(slash + 1);
          if (resource == "*") decl.subresource = "*";  // as in RBAC
          out.push_back(decl);
        }
      }
    }
    return out;
  }

  void ReadReload(Value reload, const std::string& path, ReloadSpec& spec) {
    ReadDuration(reload["drainTimeout"], path + ".drainTimeout", spec.drain_timeout);
    ReadDuration(reload["probation"], path + ".probation", spec.probation);
    if (reload["requeue"].is_string()) spec.requeue_all = reload["requeue"].AsString() == "all";
    if (!reload["rollbackOn"].exists()) return;
    spec.rollback_on_crash = spec.rollback_on_error_ratio = false;
    for (const auto& [key, value] : kube::Members(reload["rollbackOn"])) {
      if (value.AsString() == "crash") spec.rollback_on_crash = true;
      if (value.AsString() == "errorRatio") spec.rollback_on_error_ratio = true;
    }
  }

  void CheckNotBuilt(Value plugin, const std::string& path) {
    for (const NotBuilt& entry : kNotBuilt) {
      const Value value = plugin[entry.key];
      if (!value.exists() || value.is_null() || value.ToJson() == entry.allowed) continue;
      faults_.Add(value, path + "." + std::string(entry.key),
                  fmt::format("not built yet: only {} is accepted", entry.allowed));
    }
  }

  void ReadDuration(Value value, const std::string& path, base::Duration& out) {
    if (!value.is_string()) return;
    const auto parsed = base::ParseDuration(value.AsString());
    if (!parsed.ok()) {
      faults_.Add(value, path, parsed.status().message());
    } else if (*parsed < base::Duration::zero()) {
      faults_.Add(value, path, "a duration here may not be negative");
    } else {
      out = *parsed;
    }
  }

  void ReadControllers(Value controllers, const std::string& path, PluginSpec& spec) {
    for (const auto& [name, value] : kube::Members(controllers)) {
      ControllerSpec& controller = spec.controllers[std::string(name)];
      controller.max_concurrent_reconciles =
          static_cast<int>(value["maxConcurrentReconciles"].AsInt(0));
      ReadDuration(value["resyncPeriod"], fmt::format("{}.{}.resyncPeriod", path, name),
                   controller.resync_period);
    }
  }

  const kube::YamlDocument& document_;
  Faults& faults_;
};

const kube::StructuralSchema& Schema() {
  static const kube::StructuralSchema kSchema =
      kube::StructuralSchema::Compile(kManifestSchemaJson).value();
  return kSchema;
}

base::Result<Manifest> ReadDocument(const kube::YamlDocument& document) {
  Faults faults(document);
  for (const kube::SchemaViolation& violation : Schema().Validate(document.root())) {
    faults.Add(violation.value, violation.path, violation.message);
  }
  OARLOCK_RETURN_IF_ERROR(faults.ToStatus());
  Manifest manifest;
  manifest.name = document.root()["metadata"]["name"].AsString();
  const Value spec = document.root()["spec"];
  manifest.all_or_nothing = spec["allOrNothing"].AsBool(false);
  PluginReader reader(document, faults);
  uint32_t index = 0;
  for (const auto& [key, plugin] : kube::Members(spec["plugins"])) {
    manifest.plugins.push_back(reader.Read(plugin, fmt::format("spec.plugins[{}]", index++)));
  }
  OARLOCK_RETURN_IF_ERROR(faults.ToStatus());
  return manifest;
}

base::Status CheckNamesAreUnique(const Manifest& manifest) {
  std::map<std::string, std::string> seen;
  for (const PluginSpec& plugin : manifest.plugins) {
    const auto [it, is_new] = seen.emplace(plugin.name, plugin.position);
    if (is_new) continue;
    return base::InvalidArgument(
        fmt::format("{}: spec.plugins: the name \"{}\" is already used at {}; plugin names are "
                    "unique over all files",
                    plugin.position, plugin.name, it->second));
  }
  return base::Status::Ok();
}

void Append(Manifest& to, Manifest from) {
  if (to.name.empty()) to.name = from.name;
  to.all_or_nothing = to.all_or_nothing || from.all_or_nothing;
  std::move(from.plugins.begin(), from.plugins.end(), std::back_inserter(to.plugins));
}

base::Result<std::string> ReadFile(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return base::InvalidArgument(path.string() + ": " + error.message());
  if (size > kube::kYamlBytesMax) {
    return base::InvalidArgument(
        fmt::format("{}: {} bytes, at most {} are read", path.string(), size, kube::kYamlBytesMax));
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.good() && !in.eof()) return base::InvalidArgument(path.string() + ": cannot be read");
  return text;
}

}  // namespace

base::Result<std::vector<std::string>> ManifestFiles(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return base::InvalidArgument(path + ": " +
                                 (error ? error.message() : "No such file or directory") +
                                 "; --manifest takes a file or a directory of *.yaml");
  }
  if (!fs::is_directory(status)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (entry.path().extension() == ".yaml" && !fs::is_directory(entry.path())) {
      files.push_back(entry.path().string());
    }
  }
  if (error) return base::InvalidArgument(path + ": " + error.message());
  if (files.size() > kManifestFilesMax) {
    return base::InvalidArgument(fmt::format("{}: more than {} files", path, kManifestFilesMax));
  }
  std::sort(files.begin(), files.end());
  return files;
}

base::Result<Manifest> ParseManifest(std::string_view text, const std::string& file) {
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(text, file));
  if (documents.empty()) {
    return base::InvalidArgument(file + ": no PluginManifest in it; it has no document");
  }
  Manifest manifest;
  for (const kube::YamlDocument& document : documents) {
    OARLOCK_ASSIGN_OR_RETURN(Manifest one, ReadDocument(document));
    Append(manifest, std::move(one));
  }
  OARLOCK_RETURN_IF_ERROR(CheckNamesAreUnique(manifest));
  return manifest;
}

base::Result<Manifest> ReadManifest(const std::string& path) {
  if (path.starts_with("cluster:")) {
    return base::InvalidArgument(path +
                                 ": manifests from the cluster are not built yet; use a "
                                 "file or a directory");
  }
  OARLOCK_ASSIGN_OR_RETURN(const auto files, ManifestFiles(path));
  Manifest manifest;
  for (const std::string& file : files) {
    OARLOCK_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
    OARLOCK_ASSIGN_OR_RETURN(Manifest one, ParseManifest(text, file));
    Append(manifest, std::move(one));
  }
  OARLOCK_RETURN_IF_ERROR(CheckNamesAreUnique(manifest));
  return manifest;
}

}  // namespace oarlock::supervisor
