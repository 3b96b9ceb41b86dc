#include "sandbox/api/type_registry.h"

#include <algorithm>

namespace oarlock::sandbox {
namespace {

std::string PathOf(std::string_view group, std::string_view version, std::string_view plural) {
  return std::string(group) + "/" + std::string(version) + "/" + std::string(plural);
}

}  // namespace

TypeTable::TypeTable(std::vector<TypePtr> builtin, std::vector<CustomPtr> custom)
    : types_(std::move(builtin)) {
  for (const CustomPtr& one : custom) {
    types_.push_back(one->type);
    custom_.emplace(PathOf(one->type->group, one->type->version, one->type->plural), one);
  }
  for (const TypePtr& type : types_) {
    by_path_.emplace(PathOf(type->group, type->version, type->plural), type);
  }
}

CustomPtr TypeTable::CustomOf(const ResourceType& type) const {
  if (type.builtin) return nullptr;
  const auto found = custom_.find(PathOf(type.group, type.version, type.plural));
  return found == custom_.end() ? nullptr : found->second;
}

TypePtr TypeTable::Find(std::string_view group, std::string_view version,
                        std::string_view plural) const {
  const auto found = by_path_.find(PathOf(group, version, plural));
  return found == by_path_.end() ? nullptr : found->second;
}

TypePtr TypeTable::FindKind(std::string_view group, std::string_view version,
                            std::string_view kind) const {
  const auto found = std::find_if(types_.begin(), types_.end(), [&](const TypePtr& type) {
    return type->kind == kind && type->group == group && type->version == version;
  });
  return found == types_.end() ? nullptr : *found;
}

bool TypeTable::Serves(std::string_view group, std::string_view version) const {
  return std::any_of(types_.begin(), types_.end(), [&](const TypePtr& type) {
    return type->group == group && type->version == version;
  });
}

bool TypeTable::HasGroup(std::string_view group) const {
  return std::any_of(types_.begin(), types_.end(),
                     [&](const TypePtr& type) { return type->group == group; });
}

TypeRegistry::TypeRegistry(Store& store, const BuiltinSchemas& schemas)
    : store_(store), schemas_(schemas), builtin_(BuiltinTypes()) {
  subscription_ = store_.Subscribe(kDefinitions, [this] { stale_ = true; });
  const base::MutexLock lock(mutex_);
  table_ = Read();
}

std::shared_ptr<const TypeTable> TypeRegistry::table() {
  const base::MutexLock lock(mutex_);
  if (stale_.exchange(false)) table_ = Read();
  return table_;
}

std::shared_ptr<const TypeTable> TypeRegistry::Read() const {
  std::vector<CustomPtr> custom;
  const Snapshot state = store_.Read();
  for (auto at = state->Table(kDefinitions).objects.First(); at.valid(); at.Next()) {
    const CustomResource resource = ReadDefinition(schemas_, ParseTrustedJson(at.value()->text));
    for (const CustomVersion& version : resource.versions) {
      if (version.served) custom.push_back(std::make_shared<const CustomVersion>(version));
    }
  }
  return std::make_shared<const TypeTable>(builtin_, std::move(custom));
}

}  // namespace oarlock::sandbox
