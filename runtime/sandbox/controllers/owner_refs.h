#pragma once
// OwnerRef: one entry of metadata.ownerReferences, and what controllers ask of the metadata of a
// stored object without reading the whole document. Values; threads [any]. Errors: none.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/store/stored_object.h"
#include "sandbox/types/json.h"

namespace oarlock::sandbox {

struct OwnerRef {
  std::string api_version;
  std::string kind;
  std::string name;
  std::string uid;
  bool controller = false;
  bool blocks_deletion = false;

  friend bool operator==(const OwnerRef&, const OwnerRef&) = default;
};

std::vector<OwnerRef> OwnersOf(const StoredObject& object);
// The one that is the controller.
std::optional<OwnerRef> ControllerOf(const StoredObject& object);
// An entry that makes `owner` the controller.
Json ControllerRef(const Json& owner);
bool HasFinalizer(const StoredObject& object, std::string_view finalizer);
// metadata.finalizers without that one, as a merge patch of metadata.
Json WithoutFinalizer(const StoredObject& object, std::string_view finalizer);

}  // namespace oarlock::sandbox
