#pragma once
// Does this replica lead, and since which change of leaders: to fence writes to the outside world.
// Threads: as the context.

#include <string>

#include "oarlock/sdk/context.h"

namespace oarlock::sdk {

struct LeaderEpoch {
  std::string lease_uid;  // empty: there is no election
  uint64_t transitions = 0;
};

inline bool IsLeading(const Context& ctx) {
  uint8_t out = 0;
  return ctx.api().leader.is_leading(ctx.raw(), &out) == OAR_OK && out != 0;
}

inline Result<LeaderEpoch> EpochOf(const Context& ctx) {
  auto epoch = Sized<oar_leader_epoch>();
  const int32_t code = ctx.api().leader.epoch(ctx.raw(), &epoch);
  if (code < OAR_OK) return ctx.StatusOf(code, {});
  return LeaderEpoch{std::string(FromView(epoch.lease_uid)), epoch.transitions};
}

}  // namespace oarlock::sdk
