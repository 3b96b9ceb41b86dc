#pragma once
// TypeRegistry: which resources the sandbox serves: the built-in ones and those of the CRDs in its
// store.
//
// Readers take a table, which never changes; a change of a CRD makes a new one, also one that comes
// with a restored snapshot. Threads: [any]. Ownership: tables are shared; the store is borrowed.
// Errors: none; a CRD that cannot be read serves nothing.

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/crd.h"
#include "sandbox/store/store.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

using TypePtr = std::shared_ptr<const ResourceType>;
using CustomPtr = std::shared_ptr<const CustomVersion>;

inline constexpr std::string_view kDefinitions =
    "customresourcedefinitions.apiextensions.k8s.io";  // the resource of CRDs

class TypeTable {
 public:
  TypeTable(std::vector<TypePtr> builtin, std::vector<CustomPtr> custom);
  // Null where it is not served.
  TypePtr Find(std::string_view group, std::string_view version, std::string_view plural) const;
  TypePtr FindKind(std::string_view group, std::string_view version, std::string_view kind) const;
  // Null for a built-in type.
  CustomPtr CustomOf(const ResourceType& type) const;
  bool Serves(std::string_view group, std::string_view version) const;
  bool HasGroup(std::string_view group) const;
  // In the order of discovery.
  const std::vector<TypePtr>& all() const { return types_; }

 private:
  std::vector<TypePtr> types_;
  std::map<std::string, TypePtr, std::less<>> by_path_;  // "group/version/plural"
  std::map<std::string, CustomPtr, std::less<>> custom_;
};

class TypeRegistry {
 public:
  TypeRegistry(Store& store, const BuiltinSchemas& schemas);
  // Of the CRDs that the store has now.
  std::shared_ptr<const TypeTable> table();

 private:
  std::shared_ptr<const TypeTable> Read() const;

  Store& store_;
  const BuiltinSchemas& schemas_;
  const std::vector<TypePtr> builtin_;
  std::atomic<bool> stale_{false};
  std::shared_ptr<void> subscription_;
  base::Mutex mutex_;
  std::shared_ptr<const TypeTable> table_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::sandbox
