#pragma once
// What the declared types are on this server, and which types a type set has now.
//
//   for (const TypeInfo& type : TypesOf(ctx, kAnything)) …
// Texts are copies. Threads: as the context.

#include <optional>
#include <string>
#include <vector>

#include "oarlock/sdk/context.h"

namespace oarlock::sdk {

struct TypeInfo {
  uint32_t type = 0;
  uint32_t type_index = 0;
  std::string group;
  std::string version;
  std::string kind;
  std::string resource;
  bool available = false;  // the server serves it now
  bool synced = false;     // the cache has its first list
  bool namespaced = false;
};

namespace detail {
inline TypeInfo Copy(const oar_type_info& info) {
  return {info.type,
          info.type_index,
          std::string(FromView(info.group)),
          std::string(FromView(info.version)),
          std::string(FromView(info.kind)),
          std::string(FromView(info.resource)),
          info.available != 0,
          info.synced != 0,
          info.namespaced != 0};
}
}  // namespace detail

// Of a key, say. Empty: it is none of the set, or not declared.
inline std::optional<TypeInfo> FindType(const Context& ctx, uint32_t type,
                                        uint32_t type_index = 0) {
  auto info = Sized<oar_type_info>();
  const int32_t code = ctx.api().client.type_info(ctx.raw(), type, type_index, &info);
  if (code != OAR_OK) return std::nullopt;
  return detail::Copy(info);
}

// All that a set has or had; one for a type that is no set.
inline std::vector<TypeInfo> TypesOf(const Context& ctx, uint32_t type) {
  std::vector<TypeInfo> out;
  auto info = Sized<oar_type_info>();
  while (ctx.api().client.type_at(ctx.raw(), type, out.size(), &info) == OAR_OK) {
    out.push_back(detail::Copy(info));
  }
  return out;
}

}  // namespace oarlock::sdk
