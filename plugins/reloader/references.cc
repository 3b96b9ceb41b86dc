#include "references.h"

#include <set>

namespace oarlock::reloader {

namespace {

struct Wanted {
  ConfigType type;
  std::string_view name;

  bool is_map() const { return type == ConfigType::kConfigMap; }
  bool InEnv(const sdk::Value& env) const {
    const sdk::Value from = env["valueFrom"][is_map() ? "configMapKeyRef" : "secretKeyRef"];
    return Is(from["name"]);
  }
  bool InEnvFrom(const sdk::Value& source) const {
    return Is(source[is_map() ? "configMapRef" : "secretRef"]["name"]);
  }
  bool InVolume(const sdk::Value& volume) const {
    if (Is(is_map() ? volume["configMap"]["name"] : volume["secret"]["secretName"])) return true;
    for (const auto& [none, source] : sdk::Members(volume["projected"]["sources"])) {
      if (Is(source[is_map() ? "configMap" : "secret"]["name"])) return true;
    }
    return false;
  }

 private:
  bool Is(const sdk::Value& value) const { return value.is_string() && value.AsString() == name; }
};

using Names = std::set<std::string_view>;

Names VolumesOf(const sdk::Value& pod_spec, const Wanted& wanted) {
  Names names;
  for (const auto& [none, volume] : sdk::Members(pod_spec["volumes"])) {
    if (wanted.InVolume(volume)) names.insert(volume["name"].AsString());
  }
  return names;
}

bool Uses(const sdk::Value& container, const Wanted& wanted, const Names& volumes) {
  for (const auto& [none, env] : sdk::Members(container["env"])) {
    if (wanted.InEnv(env)) return true;
  }
  for (const auto& [none, source] : sdk::Members(container["envFrom"])) {
    if (wanted.InEnvFrom(source)) return true;
  }
  for (const auto& [none, mount] : sdk::Members(container["volumeMounts"])) {
    if (volumes.contains(mount["name"].AsString())) return true;
  }
  return false;
}

}  // namespace

Reference FindReference(const sdk::Value& pod_spec, ConfigType type, std::string_view name) {
  const Wanted wanted{type, name};
  const Names volumes = VolumesOf(pod_spec, wanted);
  for (const auto& [none, container] : sdk::Members(pod_spec["containers"])) {
    if (Uses(container, wanted, volumes)) return {true, std::string(container["name"].AsString())};
  }
  for (const auto& [none, container] : sdk::Members(pod_spec["initContainers"])) {
    if (Uses(container, wanted, volumes)) return {true, {}};
  }
  return {};
}

}  // namespace oarlock::reloader
