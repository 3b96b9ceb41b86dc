#include "sandbox/merge/scale_fields.h"

#include <string>
#include <utility>

#include "sandbox/merge/managed_fields.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kScalePath = ".spec.replicas";

FieldSet SetOf(std::string_view path) {
  FieldSet out;
  FieldSet* at = &out;
  while (path.starts_with('.')) {
    path.remove_prefix(1);
    const size_t dot = path.find('.');
    at = &at->At(FieldStep(path.substr(0, dot)));
    path = dot == std::string_view::npos ? "" : path.substr(dot);
  }
  at->Insert();
  return out;
}

bool Has(const Manager& manager, const FieldSet& one) {
  return manager.fields.Intersection(one) == one;
}

// The same writer: of the Scale, or of the object.
Manager* FindWriter(Managers& managers, const Manager& who) {
  for (Manager& one : managers) {
    if (one.name == who.name && one.operation == who.operation &&
        one.subresource == who.subresource) {
      return &one;
    }
  }
  return nullptr;
}

}  // namespace

Json ScaleFieldsOf(const Json& object, std::string_view path) {
  const FieldSet replicas = SetOf(path);
  Managers owners;
  for (Manager& manager : ManagersOf(object)) {
    if (!Has(manager, replicas)) continue;
    manager.fields = SetOf(kScalePath);
    manager.api_version = "autoscaling/v1";
    owners.push_back(std::move(manager));
  }
  Json holder = Json::object();
  StoreManagers(std::move(owners), holder);
  return At(holder, {"metadata", "managedFields"});
}

void TakeScaleFields(const Json& scale, std::string_view path, Json& object) {
  const FieldSet replicas = SetOf(path);
  const std::string api_version(TextAt(object, {"apiVersion"}));
  Managers of_scale = ManagersOf(scale);
  Managers all = ManagersOf(object);
  for (Manager& manager : all) {
    if (Has(manager, replicas) && FindWriter(of_scale, manager) == nullptr) {
      manager.fields = manager.fields.Difference(replicas);
    }
  }
  for (const Manager& manager : of_scale) {
    if (!Has(manager, SetOf(kScalePath)) || FindWriter(all, manager) != nullptr) continue;
    // A server gives these no time.
    all.push_back(
        {manager.name, manager.operation, api_version, manager.subresource, "", replicas});
  }
  StoreManagers(std::move(all), object);
}

}  // namespace oarlock::sandbox
