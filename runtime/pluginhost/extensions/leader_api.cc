// The ABI's extension oarlock.leader/1: without an election this replica always leads, in epoch 0.
#include "controller/leader/leadership.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

// Null where the instance takes no part in an election.
const controller::Leadership* ElectionOf(const Instance& instance) {
  return instance.declaration().controller.all_replicas ? nullptr : instance.leadership();
}

int32_t IsLeading(oar_ctx handle, uint8_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = 0;
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  const controller::Leadership* election = ElectionOf(ctx->instance());
  *out = election == nullptr || election->acting() ? 1 : 0;
  return OAR_OK;
}

int32_t Epoch(oar_ctx handle, oar_leader_epoch* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  oar_leader_epoch filled{};
  const Pinned<Context> ctx(handle.id);
  int32_t code = ctx ? OAR_OK : OAR_E_STALE;
  if (ctx && out->flags != 0) code = OAR_E_INVALID;
  filled.lease_uid = ToView("");
  if (code == OAR_OK) {
    const controller::Leadership* election = ElectionOf(ctx->instance());
    if (election != nullptr && !election->acting()) {
      code = OAR_E_NOT_LEADER;
    } else if (election != nullptr) {
      controller::LeaderEpoch epoch = election->epoch();
      filled.transitions = epoch.transitions;
      filled.lease_uid = ToView(ctx->Remember(std::move(epoch.lease_uid)));
    }
  }
  FillStruct(out, code == OAR_OK ? filled : oar_leader_epoch{});
  return code;
}

}  // namespace

const oar_leader_api& LeaderApi() {
  static constexpr oar_leader_api kApi = {sizeof(oar_leader_api), 0, IsLeading, Epoch};
  return kApi;
}

}  // namespace oarlock::pluginhost
