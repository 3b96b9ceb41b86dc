// The ABI's extension oarlock.client-batch/1: the writing verbs of oarlock.client/1, one after the
// other, in one call of the plugin.
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/client_writes.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/extensions/extension_limits.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

oar_write_outcome& OutcomeAt(oar_write_outcome* first, uint64_t stride, uint64_t i) {
  return *reinterpret_cast<oar_write_outcome*>(reinterpret_cast<char*>(first) + i * stride);
}

// The caller's memory: each element has room for its prefix, and for no more than a stride.
bool AreOutcomes(oar_write_outcome* first, uint64_t count, uint64_t stride) {
  if (count == 0) return true;
  if (first == nullptr || stride < 2 * sizeof(uint32_t) ||
      stride % alignof(oar_write_outcome) != 0) {
    return false;
  }
  for (uint64_t i = 0; i < count; ++i) {
    const oar_write_outcome& out = OutcomeAt(first, stride, i);
    if (out.struct_size > stride || out.flags != 0) return false;
  }
  return true;
}

int32_t Write(oar_ctx ctx, const oar_write_item& item, oar_obj* object, oar_error* error) {
  switch (item.verb) {
    case OAR_WRITE_CREATE:
      return client_writes::Create(ctx, item.key, item.body, item.options, object, error);
    case OAR_WRITE_UPDATE:
      return client_writes::Update(ctx, item.key, item.body, item.options, object, error);
    case OAR_WRITE_PATCH:
      return client_writes::Patch(ctx, item.key, item.patch_kind, item.body, item.options, object,
                                  error);
    case OAR_WRITE_DELETE: return client_writes::Delete(ctx, item.key, item.delete_options, error);
    default: return OAR_E_INVALID;
  }
}

// OK, or why no item is tried.
int32_t Check(oar_ctx handle, uint64_t count) {
  if (count > kBatchItemsMax) return OAR_E_TOO_LARGE;
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  return ctx->rights().writes ? OAR_OK : OAR_E_SHUTTING_DOWN;
}

bool IsCancelled(oar_ctx handle) {
  const Pinned<Context> ctx(handle.id);
  return !ctx || ctx->cancellation()->cancelled();
}

// NOLINTNEXTLINE(readability-function-size): the parameters are the ABI's
int32_t WriteMany(oar_ctx ctx, const oar_write_item* items, uint64_t count, uint64_t stride,
                  const oar_batch_options* options_in, oar_write_outcome* out,
                  uint64_t out_stride) noexcept {
  if (!AreOutcomes(out, count, out_stride)) return OAR_E_INVALID;
  for (uint64_t i = 0; i < count; ++i) FillStruct(&OutcomeAt(out, out_stride, i), {});
  if (const int32_t code = Check(ctx, count); code != OAR_OK) return code;
  const auto copies = ReadArray(items, count, stride);
  const auto options = ReadOptions(options_in);
  if (!copies || !options) return OAR_E_INVALID;
  bool stopped = false;
  for (uint64_t i = 0; i < count; ++i) {
    oar_write_outcome outcome{};
    oar_obj* const object = options->no_objects != 0 ? nullptr : &outcome.object;
    const bool skip = stopped || IsCancelled(ctx);
    outcome.status = skip ? OAR_E_CANCELLED : Write(ctx, (*copies)[i], object, &outcome.error);
    stopped = stopped || (outcome.status < OAR_OK && options->stop_on_error != 0);
    FillStruct(&OutcomeAt(out, out_stride, i), outcome);
  }
  return OAR_OK;
}

}  // namespace

const oar_client_batch_api& ClientBatchApi() {
  static constexpr oar_client_batch_api kApi = {sizeof(oar_client_batch_api), 0, WriteMany};
  return kApi;
}

}  // namespace oarlock::pluginhost
