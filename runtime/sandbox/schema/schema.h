#pragma once
// Schema: the shape of a value, as a tree of nodes that decoding, defaulting, merging and
// server-side apply walk; one form for built-in types and custom ones.
//
// Nodes of built-ins belong to BuiltinSchemas and live as long as it does; nodes of a custom type
// to its CustomSchema (crd.h). Read-only once made; threads [any]. Errors: none.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

enum class Kind : uint8_t {
  kAny,     // nothing is known
  kObject,  // named fields
  kMap,     // any names, one schema
  kList,
  kString,
  kBytes,  // base64
  kBoolean,
  kInt32,
  kInt64,
  kNumber,
  kIntOrString,
  kQuantity,
  kTime,       // whole seconds, UTC
  kMicroTime,  // six digits
  kDuration,
};

// Who owns what in a list: all of it at once, each scalar, or each element by its keys.
enum class ListType : uint8_t { kAtomic, kSet, kMap };

struct Schema;
struct Constraints;  // crd_schema.h

struct Field {
  const Schema* schema = nullptr;
  Json default_value;  // null = none
  bool has_default = false;
  // How Go writes it (flags of kube/protobuf/type_table.h); custom types have none of this.
  uint8_t go = 0;
  bool is_struct = false;  // a Go struct that is no pointer: never absent when written
  // Strategic merge patch.
  bool patch_merge = false;
  bool patch_retain_keys = false;
  std::string patch_merge_key;
};

struct Schema {
  std::string definition;  // "io.k8s.api.core.v1.PodSpec"; "" where it has no name
  Kind kind = Kind::kAny;
  ListType list_type = ListType::kAtomic;
  std::vector<std::string> list_keys;
  bool atomic = false;            // of a map or an object: owned as a whole
  bool preserve_unknown = false;  // members without a field stay
  bool embedded = false;          // a whole object: apiVersion, kind, metadata are always known
  bool nullable = false;
  std::string typed_api_version;  // written with kind and apiVersion, although not a root
  std::string typed_kind;
  std::map<std::string, Field, std::less<>> fields;
  std::vector<std::string> field_order;  // as Go writes and validates them
  const Schema* element = nullptr;       // of a list or map; beside fields: of further members
  std::shared_ptr<const Constraints> constraints;  // of custom types

  const Field* Find(std::string_view name) const;
  // "PodSpec", and "v1.PodSpec" as Go names the type.
  std::string_view struct_name() const;
  std::string GoType() const;
};

// The keys of an element of a kMap list, defaults filled in; empty members where it has none.
// `element` is the list's element schema.
std::vector<std::pair<std::string, Json>> ListKeysOf(const Schema& list, const Json& element);

}  // namespace oarlock::sandbox
