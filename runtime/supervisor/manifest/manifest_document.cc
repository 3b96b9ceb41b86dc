#include "supervisor/manifest/manifest_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/time/duration.h"
#include "kube/blob/blob_reference.h"
#include "kube/schema.h"
#include "supervisor/config/config_secrets.h"
#include "supervisor/manifest_schema.h"

namespace oarlock::supervisor {
namespace {

namespace fs = std::filesystem;
using kube::Value;

// Collects the faults of one document, a line each.
class Faults {
 public:
  explicit Faults(const ManifestOrigin& origin) : origin_(origin) {}

  void Add(Value at, std::string_view path, std::string_view message) {
    lines_.push_back(origin_.Fault(at, path, message));
  }
  base::Status ToStatus() const {
    if (lines_.empty()) return base::Status::Ok();
    return base::InvalidArgument(fmt::format("{}", fmt::join(lines_, "\n")));
  }

 private:
  const ManifestOrigin& origin_;
  std::vector<std::string> lines_;
};

// Keys of the design whose feature does not exist yet: the one value that means "as now".
struct NotBuilt {
  std::string_view key;
  std::string_view allowed;  // its JSON at default
};
constexpr NotBuilt kNotBuilt[] = {
    {"drafts", "[]"},
    {"isolation", "\"inProcess\""},
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
  PluginReader(const ManifestOrigin& origin, Faults& faults) : origin_(origin), faults_(faults) {}

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
    spec.config_from = ReadConfigFrom(plugin["configFrom"], path + ".configFrom");
    spec.position = origin_.PositionOf(plugin, path);
    spec.config_position =
        origin_.PositionOf(plugin["config"].exists() ? plugin["config"] : plugin, path);
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

  std::vector<SecretKeyRef> ReadConfigFrom(Value entries, const std::string& path) {
    std::vector<SecretKeyRef> out;
    for (const auto& [index, entry] : kube::Members(entries)) {
      const Value ref = entry["secretRef"];
      const bool again = std::any_of(out.begin(), out.end(), [&ref](const SecretKeyRef& known) {
        return known.key == ref["key"].AsString() && !IsConfigKey(known.key);
      });
      if (again) {
        faults_.Add(
            entry, path,
            fmt::format("key \"{}\" is there twice; a plugin knows such values by their key",
                        ref["key"].AsString()));
      }
      out.push_back({std::string(ref["name"].AsString()), std::string(ref["key"].AsString())});
    }
    return out;
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

  const ManifestOrigin& origin_;
  Faults& faults_;
};

const kube::StructuralSchema& Schema() {
  static const kube::StructuralSchema kSchema =
      kube::StructuralSchema::Compile(kManifestSchemaJson).value();
  return kSchema;
}

}  // namespace

std::string ManifestOrigin::Fault(Value at, std::string_view path, std::string_view message) const {
  if (document_ != nullptr) return document_->Error(at, path, message).message();
  return fmt::format("{}: {}{}{}", object_, path, path.empty() ? "" : ": ", message);
}

std::string ManifestOrigin::PositionOf(Value value, std::string_view path) const {
  if (document_ == nullptr) return fmt::format("{}: {}", object_, path);
  const kube::Position at = document_->PositionOf(value);
  return fmt::format("{}:{}:{}", document_->file(), at.line, at.column);
}

base::Result<Manifest> ReadManifestDocument(Value root, const ManifestOrigin& origin) {
  Faults faults(origin);
  for (const kube::SchemaViolation& violation : Schema().Validate(root)) {
    faults.Add(violation.value, violation.path, violation.message);
  }
  OARLOCK_RETURN_IF_ERROR(faults.ToStatus());
  Manifest manifest;
  manifest.name = root["metadata"]["name"].AsString();
  const Value spec = root["spec"];
  manifest.all_or_nothing = spec["allOrNothing"].AsBool(false);
  PluginReader reader(origin, faults);
  uint32_t index = 0;
  for (const auto& [key, plugin] : kube::Members(spec["plugins"])) {
    manifest.plugins.push_back(reader.Read(plugin, fmt::format("spec.plugins[{}]", index++)));
  }
  OARLOCK_RETURN_IF_ERROR(faults.ToStatus());
  return manifest;
}

}  // namespace oarlock::supervisor
