#pragma once
// TypeRegistry: which resources the sandbox serves: the built-in ones and those of CRDs.
//
// Readers take a table, which never changes; a new CRD makes a new table. Threads: [any].
// Ownership: tables are shared. Errors: none.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

using TypePtr = std::shared_ptr<const ResourceType>;

class TypeTable {
 public:
  explicit TypeTable(std::vector<TypePtr> types);
  // Null where it is not served.
  TypePtr Find(std::string_view group, std::string_view version, std::string_view plural) const;
  TypePtr FindKind(std::string_view group, std::string_view version, std::string_view kind) const;
  bool Serves(std::string_view group, std::string_view version) const;
  bool HasGroup(std::string_view group) const;
  // In the order of discovery.
  const std::vector<TypePtr>& all() const { return types_; }

 private:
  std::vector<TypePtr> types_;
  std::map<std::string, TypePtr, std::less<>> by_path_;  // "group/version/plural"
};

class TypeRegistry {
 public:
  TypeRegistry();
  std::shared_ptr<const TypeTable> table() const;
  // In the place of all that are not built-in.
  void SetCustom(std::vector<TypePtr> types);

 private:
  const std::vector<TypePtr> builtin_;
  mutable base::Mutex mutex_;
  std::shared_ptr<const TypeTable> table_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::sandbox
