#pragma once
// Managers: metadata.managedFields as a map, for server_side_apply.cc. Internal to merge/.
// Values; threads: one at a time. Errors: entries that cannot be read are dropped.

#include <string>
#include <tuple>
#include <vector>

#include "sandbox/merge/field_set.h"

namespace oarlock::sandbox {

struct Manager {
  std::string name;
  std::string operation;    // "Apply", "Update"
  std::string api_version;  // of the last write; part of the identity of an Update
  std::string subresource;
  std::string time;  // may be empty
  FieldSet fields;

  bool applied() const { return operation == "Apply"; }
  bool SameAs(const Manager& other) const {
    return name == other.name && operation == other.operation && subresource == other.subresource &&
           (applied() || api_version == other.api_version);
  }
  // `"k" using apps/v1`: how conflicts name it.
  std::string Shown() const;
};

using Managers = std::vector<Manager>;

Managers ManagersOf(const Json& object);
// In the server's order; without entries the member goes.
void StoreManagers(Managers managers, Json& object);
// The entry that is the same as `who`, or null.
Manager* FindManager(Managers& managers, const Manager& who);

}  // namespace oarlock::sandbox
