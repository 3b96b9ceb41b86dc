#include "pluginhost/abi/context.h"

#include <fmt/format.h>

#include <utility>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {

uint64_t NextTableNumber(TableLife life) {
  static std::atomic<uint64_t> next{0};
  constexpr uint64_t kCounterBits = 27;
  // Never 0: no handle of a table of calls may look like "none".
  const uint64_t number =
      next.fetch_add(1, std::memory_order_relaxed) % ((uint64_t{1} << kCounterBits) - 1) + 1;
  return life == TableLife::kPlugin ? number | (uint64_t{1} << kCounterBits) : number;
}

Context::Context(Instance& instance, const CallRights& rights, base::MonoTime deadline,
                 std::shared_ptr<controller::Cancellation> cancellation, std::string key)
    : instance_(instance),
      rights_(rights),
      deadline_(deadline),
      cancellation_(std::move(cancellation)),
      key_(std::move(key)),
      registration_(HandleKind::kContext, this,
                    rights.reserved_handle ? HandleShare::kReserved : HandleShare::kCommon) {}

oar_obj Context::Lease(cache::ObjectLease lease) {
  return {objects_.Insert({std::move(lease), NextNodeTag(), {}})};
}

LeasedObject* Context::Find(oar_obj handle) {
  if (LeasedObject* own = objects_.Find(handle.id)) return own;
  const auto it = kept_.find(handle.id);
  KeptObject kept = instance_.FindKept(handle);
  if (!kept.object) {
    if (it == kept_.end()) return nullptr;
    objects_.Erase(it->second);  // it was released meanwhile: its views end here, too
    kept_.erase(it);
    return nullptr;
  }
  if (it != kept_.end()) return objects_.Find(it->second);
  // Its nodes hold in every context.
  const uint64_t own = objects_.Insert({cache::ObjectLease(std::move(kept.object)), kept.tag, {}});
  if (own != 0) kept_.emplace(handle.id, own);
  return objects_.Find(own);
}

int32_t Context::Fail(const base::Status& status, oar_error* err) {
  const int32_t code = ToAbi(status.code());
  if (err != nullptr) {
    LeasedError error{status, code, {}};
    for (const base::ErrorCause& cause : error.status.detail().causes) {
      error.causes.push_back({sizeof(oar_error_cause), 0, ToView(cause.reason),
                              ToView(cause.message), ToView(cause.field)});
    }
    *err = {errors_.Insert(std::move(error))};
  }
  return code;
}

int32_t Context::Fail(int32_t code, const std::string& message, oar_error* err) {
  if (err != nullptr) {
    *err = {errors_.Insert({base::Status(FromAbi(code), message), code, {}})};
  }
  return code;
}

void Context::SetError(int32_t code, std::string message) {
  error_.emplace(code, std::move(message));
}

base::Status Context::Outcome(int32_t status) const {
  if (status >= 0) return base::Status::Ok();
  if (error_) return base::Status(FromAbi(status), error_->second);
  return base::Status(FromAbi(status),
                      fmt::format("{} returned {}", rights_.call, AbiStatusName(status)));
}

}  // namespace oarlock::pluginhost
