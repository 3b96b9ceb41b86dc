// The ABI's buffers (oarlock/abi/buffer.h): host memory in which a plugin builds bulk text.
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/abi/host_api.h"

namespace oarlock::pluginhost {
namespace {

constexpr uint64_t kBufferReserveMax = 1024 * 1024;  // a hint is not yet content

int32_t Create(oar_ctx handle, uint64_t size_hint, oar_buf* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_buf{};
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  LeasedBuffer buffer;
  buffer.bytes.reserve(std::min<uint64_t>(size_hint, kBufferReserveMax));
  *out = {ctx->buffers().Insert(std::move(buffer))};
  return out->id != 0 ? OAR_OK : OAR_E_THROTTLED;
}

int32_t Append(oar_ctx handle, oar_buf buf, oar_view bytes) noexcept {
  const Pinned<Context> ctx(handle.id);
  LeasedBuffer* buffer = ctx ? ctx->buffers().Find(buf.id) : nullptr;
  if (buffer == nullptr) return OAR_E_STALE;
  if (buffer->finished || !IsView(bytes)) return OAR_E_INVALID;
  if (bytes.len > kBufferBytesMax - ctx->buffer_bytes()) return OAR_E_TOO_LARGE;
  buffer->bytes.append(FromView(bytes));
  ctx->buffer_bytes() += bytes.len;
  return OAR_OK;
}

int32_t Finish(oar_ctx handle, oar_buf buf, oar_view* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_view{};
  const Pinned<Context> ctx(handle.id);
  LeasedBuffer* buffer = ctx ? ctx->buffers().Find(buf.id) : nullptr;
  if (buffer == nullptr) return OAR_E_STALE;
  buffer->finished = true;
  *out = ToView(buffer->bytes);
  return OAR_OK;
}

int32_t Release(oar_ctx handle, oar_buf buf) noexcept {
  const Pinned<Context> ctx(handle.id);
  LeasedBuffer* buffer = ctx ? ctx->buffers().Find(buf.id) : nullptr;
  if (buffer == nullptr) return OAR_E_STALE;
  ctx->buffer_bytes() -= buffer->bytes.size();
  ctx->buffers().Erase(buf.id);
  return OAR_OK;
}

}  // namespace

const oar_buffer_api& BufferApi() {
  static constexpr oar_buffer_api kApi = {
      sizeof(oar_buffer_api), 0, Create, Append, Finish, Release};
  return kApi;
}

}  // namespace oarlock::pluginhost
