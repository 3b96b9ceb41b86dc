#include "app/check/host_tables.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/check.h"
#include "pluginhost/abi/host_api.h"

namespace oarlock::app {
namespace {

constexpr uint32_t kPrefix = 2 * sizeof(uint32_t);

std::atomic<bool> forbidden_called{false};

std::atomic<int64_t> kept_objects{0};

int32_t CountedKeep(oar_host host, oar_ctx ctx, oar_obj obj, oar_obj* out) noexcept {
  const int32_t code = pluginhost::ObjectApi().keep(host, ctx, obj, out);
  if (code >= OAR_OK) ++kept_objects;
  return code;
}

int32_t CountedRelease(oar_host host, oar_obj kept) noexcept {
  const int32_t code = pluginhost::ObjectApi().release(host, kept);
  if (code >= OAR_OK) --kept_objects;
  return code;
}

template <typename... Args>
int32_t Forbidden(Args...) noexcept {
  forbidden_called = true;
  return OAR_E_INTERNAL;
}
template <typename... Args>
void Forbid(int32_t (*&function)(Args...) noexcept) {
  function = &Forbidden<Args...>;
}

oar_host_api MakeForbidden() {
  static const oar_clock_api kClock = [] {
    oar_clock_api clock{};
    clock.struct_size = sizeof(clock);
    Forbid(clock.now_mono);
    Forbid(clock.now_unix);
    Forbid(clock.random_u64);
    return clock;
  }();
  oar_host_api api = pluginhost::HostApi();
  Forbid(api.get_extension);
  Forbid(api.log);
  Forbid(api.log_enabled);
  Forbid(api.status_name);
  api.clock = &kClock;
  return api;
}

}  // namespace

void CutTables::Free::operator()(void* memory) const { std::free(memory); }

CutTables::Table CutTables::Cut(const void* table, uint32_t full, uint32_t size) {
  const uint32_t kept = std::clamp(size, kPrefix, full);
  Table memory(std::malloc(full));
  OARLOCK_CHECK(memory != nullptr);
  std::memset(memory.get(), 0xA5, full);
  std::memcpy(memory.get(), table, kept);
  std::memcpy(memory.get(), &kept, sizeof(kept));
  return memory;
}

CutTables::CutTables(uint32_t size) {
  const oar_host_api& full = pluginhost::HostApi();
  clock_ = Cut(full.clock, sizeof(oar_clock_api), size);
  context_ = Cut(full.context, sizeof(oar_context_api), size);
  object_ = Cut(full.object, sizeof(oar_object_api), size);
  buffer_ = Cut(full.buffer, sizeof(oar_buffer_api), size);
  oar_host_api core = full;
  core.clock = static_cast<const oar_clock_api*>(clock_.get());
  core.context = static_cast<const oar_context_api*>(context_.get());
  core.object = static_cast<const oar_object_api*>(object_.get());
  core.buffer = static_cast<const oar_buffer_api*>(buffer_.get());
  core_ = Cut(&core, sizeof(core), size);
}

const oar_host_api& CountingHostApi() {
  static const oar_object_api kObject = [] {
    oar_object_api object = pluginhost::ObjectApi();
    object.keep = CountedKeep;
    object.release = CountedRelease;
    return object;
  }();
  static const oar_host_api kApi = [] {
    oar_host_api api = pluginhost::HostApi();
    api.object = &kObject;
    return api;
  }();
  return kApi;
}

int64_t KeptObjects() { return kept_objects; }

const oar_host_api& ForbiddenHostApi() {
  static const oar_host_api kApi = MakeForbidden();
  return kApi;
}

bool ForbiddenWasCalled() { return forbidden_called; }

}  // namespace oarlock::app
