#pragma once
// What nearly every declaration of a test's plugin has. Called in `declare`; pure but for the
// builder. The status is the builder's.

#include <cstdint>
#include <span>
#include <string_view>

#include "oarlock/abi/abi.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::pluginhost::testing {

inline oar_type_decl TypeDeclOf(uint32_t id, std::string_view kind, std::string_view group = "") {
  oar_type_decl decl{};
  decl.struct_size = sizeof(decl);
  decl.id = id;
  decl.kind = View(kind);
  decl.group = View(group);
  return decl;
}

// The controller with one primary type; `decl` says the rest of it.
inline int32_t AddController(const oar_builder_api& api, oar_builder builder, uint32_t type,
                             std::span<const uint32_t> predicates = {},
                             oar_controller_decl decl = {}) {
  oar_primary_decl primary{};
  primary.struct_size = sizeof(primary);
  primary.type = type;
  primary.predicates = predicates.data();
  primary.predicates_count = static_cast<uint32_t>(predicates.size());
  decl.struct_size = sizeof(decl);
  decl.primaries = &primary;
  decl.primaries_count = 1;
  decl.primaries_stride = sizeof(primary);
  return api.controller(builder, &decl);
}

inline int32_t AddPath(const oar_builder_api& api, oar_builder builder, uint32_t id,
                       std::string_view text) {
  oar_path_decl decl{};
  decl.struct_size = sizeof(decl);
  decl.id = id;
  decl.text = View(text);
  return api.path(builder, &decl);
}

}  // namespace oarlock::pluginhost::testing
