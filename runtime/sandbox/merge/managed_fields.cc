#include "sandbox/merge/managed_fields.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {

std::string Manager::Shown() const {
  std::string out = WriteJson(name);
  if (!subresource.empty()) out += " with subresource " + WriteJson(subresource);
  if (!applied()) out += " using " + api_version;
  return out;
}

Managers ManagersOf(const Json& object) {
  Managers out;
  for (const Json& entry : At(object, {"metadata", "managedFields"})) {
    const auto text = [&entry](const char* name) { return std::string(TextAt(entry, {name})); };
    Manager manager{text("manager"),     text("operation"), text("apiVersion"),
                    text("subresource"), text("time"),      FieldSet()};
    if (manager.operation != "Apply" && manager.operation != "Update") continue;
    manager.fields = FieldSet::FromJson(Member(entry, "fieldsV1"));
    out.push_back(std::move(manager));
  }
  return out;
}

void StoreManagers(Managers managers, Json& object) {
  Json& metadata = object["metadata"];
  if (!metadata.is_object()) metadata = Json::object();
  std::erase_if(managers, [](const Manager& manager) { return manager.fields.empty(); });
  if (managers.empty()) {
    metadata.erase("managedFields");
    return;
  }
  std::sort(managers.begin(), managers.end(), [](const Manager& a, const Manager& b) {
    return std::tie(a.operation, a.time, a.name, a.api_version, a.subresource) <
           std::tie(b.operation, b.time, b.name, b.api_version, b.subresource);
  });
  Json entries = Json::array();
  for (const Manager& manager : managers) {
    Json entry = {{"manager", manager.name},
                  {"operation", manager.operation},
                  {"apiVersion", manager.api_version},
                  {"fieldsType", "FieldsV1"},
                  {"fieldsV1", manager.fields.ToJson()}};
    if (!manager.time.empty()) entry["time"] = manager.time;
    if (!manager.subresource.empty()) entry["subresource"] = manager.subresource;
    entries.push_back(std::move(entry));
  }
  metadata["managedFields"] = std::move(entries);
}

Manager* FindManager(Managers& managers, const Manager& who) {
  const auto at = std::find_if(managers.begin(), managers.end(),
                               [&who](const Manager& manager) { return manager.SameAs(who); });
  return at == managers.end() ? nullptr : &*at;
}

}  // namespace oarlock::sandbox
