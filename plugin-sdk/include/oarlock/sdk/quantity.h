#pragma once
// Kubernetes quantities: "250m", "1Gi". Threads: as the context.

#include <string>
#include <string_view>

#include "oarlock/sdk/context.h"

namespace oarlock::sdk {

// Whole units and thousandths (both rounded up), and the nearest double.
inline Result<oar_quantity> ParseQuantity(const Context& ctx, std::string_view text) {
  auto out = Sized<oar_quantity>();
  const int32_t code = ctx.api().quantity.parse(ctx.api().handle, ToView(text), &out);
  if (code < OAR_OK) return Status(code, "\"" + std::string(text) + "\" is no quantity");
  return out;
}

// -1, 0 or 1.
inline Result<int32_t> CompareQuantities(const Context& ctx, std::string_view a,
                                         std::string_view b) {
  int32_t out = 0;
  const int32_t code = ctx.api().quantity.compare(ctx.api().handle, ToView(a), ToView(b), &out);
  if (code < OAR_OK) return Status(code, "one of the two is no quantity");
  return out;
}

inline Result<std::string> CanonicalQuantity(const Context& ctx, std::string_view text) {
  char room[64];
  oar_text out{room, sizeof(room), 0};
  const int32_t code = ctx.api().quantity.canonical(ctx.api().handle, ToView(text), &out);
  if (code < OAR_OK) return Status(code, "\"" + std::string(text) + "\" is no quantity");
  return std::string(room, out.len);
}

}  // namespace oarlock::sdk
