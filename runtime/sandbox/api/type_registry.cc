#include "sandbox/api/type_registry.h"

#include <algorithm>

namespace oarlock::sandbox {
namespace {

std::string PathOf(std::string_view group, std::string_view version, std::string_view plural) {
  return std::string(group) + "/" + std::string(version) + "/" + std::string(plural);
}

}  // namespace

TypeTable::TypeTable(std::vector<TypePtr> types) : types_(std::move(types)) {
  for (const TypePtr& type : types_) {
    by_path_.emplace(PathOf(type->group, type->version, type->plural), type);
  }
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

TypeRegistry::TypeRegistry()
    : builtin_(BuiltinTypes()), table_(std::make_shared<const TypeTable>(builtin_)) {}

std::shared_ptr<const TypeTable> TypeRegistry::table() const {
  const base::MutexLock lock(mutex_);
  return table_;
}

void TypeRegistry::SetCustom(std::vector<TypePtr> types) {
  std::vector<TypePtr> all = builtin_;
  all.insert(all.end(), types.begin(), types.end());
  auto table = std::make_shared<const TypeTable>(std::move(all));
  const base::MutexLock lock(mutex_);
  table_ = std::move(table);
}

}  // namespace oarlock::sandbox
