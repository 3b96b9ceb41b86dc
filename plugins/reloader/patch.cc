#include "patch.h"

namespace oarlock::reloader {

namespace {

constexpr std::string_view kMarkKey = "reloader.oarlock.dev/content";

sdk::Value FindVariable(const sdk::Value& container, std::string_view variable) {
  for (const auto& [none, env] : sdk::Members(container["env"])) {
    if (env["name"].AsString() == variable) return env;
  }
  return {};
}

}  // namespace

sdk::Value PodSpecOf(const sdk::Object& workload) { return workload["spec"]["template"]["spec"]; }

std::optional<std::string> CarriedHash(const sdk::Object& workload, std::string_view variable) {
  for (const auto& [none, container] : sdk::Members(PodSpecOf(workload)["containers"])) {
    const sdk::Value env = FindVariable(container, variable);
    if (env.exists()) return std::string(env["value"].AsString());
  }
  return std::nullopt;
}

std::string_view CarriedMark(const sdk::Object& workload) {
  return workload["spec"]["template"]["metadata"]["annotations"][kMarkKey].AsString();
}

std::string MarkOf(uint64_t digest) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kHex[(digest >> shift) & 15u];
  return out;
}

std::string TargetContainer(const sdk::Value& pod_spec, std::string_view variable,
                            const Reference& reference) {
  for (const auto& [none, container] : sdk::Members(pod_spec["containers"])) {
    if (FindVariable(container, variable).exists()) {
      return std::string(container["name"].AsString());
    }
  }
  if (!reference.container.empty()) return reference.container;
  return std::string(pod_spec["containers"].At(0)["name"].AsString());
}

std::string RollPatch(const Roll& roll) {
  sdk::JsonWriter w;
  w.Object().Key("spec").Object().Key("template").Object();
  if (!roll.mark.empty()) {
    w.Key("metadata").Object().Key("annotations").Object();
    w.Member(kMarkKey, roll.mark).End().End();
  }
  w.Key("spec").Object().Key("containers").Array().Object();
  w.Member("name", roll.container).Key("env").Array().Object();
  w.Member("name", roll.variable).Member("value", roll.hash).End().End();
  w.End().End().End().End().End().End();
  return w.text();
}

}  // namespace oarlock::reloader
