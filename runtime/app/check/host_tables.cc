#include "app/check/host_tables.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/mutex.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/abi/handle_registry.h"
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

// Which thread each context of a call was given to, and what was called where it must not be.
struct Watch {
  base::Mutex mutex;
  std::map<uint64_t, std::thread::id> threads OARLOCK_GUARDED_BY(mutex);
  std::set<std::string> misplaced OARLOCK_GUARDED_BY(mutex);
};
Watch& TheWatch() {
  static Watch watch;
  return watch;
}

void NoteUse(oar_ctx handle, bool writes) {
  const pluginhost::Pinned<pluginhost::Context> ctx(handle.id);
  if (!ctx) return;  // a stale handle is answered by the host
  const pluginhost::CallRights& rights = ctx->rights();
  Watch& watch = TheWatch();
  base::MutexLock lock(watch.mutex);
  if (!(writes ? rights.writes : rights.reads)) {
    watch.misplaced.insert(std::string(writes ? "a write in " : "a read of the client in ") +
                           rights.call);
  }
  const auto thread = watch.threads.find(handle.id);
  if (thread != watch.threads.end() && thread->second != std::this_thread::get_id()) {
    watch.misplaced.insert(std::string("a call on a thread of its own with the context of ") +
                           rights.call);
  }
}

template <bool kWrites, auto kFunction>
struct Watched;
template <bool kWrites, typename... Args,
          int32_t (*oar_client_api::*kFunction)(oar_ctx, Args...) noexcept>
struct Watched<kWrites, kFunction> {
  static int32_t Call(oar_ctx ctx, Args... args) noexcept {
    NoteUse(ctx, kWrites);
    return (pluginhost::ClientApi().*kFunction)(ctx, args...);
  }
};

oar_client_api MakeWatchedClient() {
  using T = oar_client_api;
  oar_client_api client = pluginhost::ClientApi();
  client.get = &Watched<false, &T::get>::Call;
  client.list = &Watched<false, &T::list>::Call;
  client.get_live = &Watched<false, &T::get_live>::Call;
  client.list_live = &Watched<false, &T::list_live>::Call;
  client.create = &Watched<true, &T::create>::Call;
  client.update = &Watched<true, &T::update>::Call;
  client.patch = &Watched<true, &T::patch>::Call;
  client.delete_object = &Watched<true, &T::delete_object>::Call;
  client.delete_collection = &Watched<true, &T::delete_collection>::Call;
  return client;
}

int32_t WatchedExtension(oar_host host, oar_view id, const void** out) noexcept {
  static const oar_client_api kClient = MakeWatchedClient();
  const int32_t code = pluginhost::HostApi().get_extension(host, id, out);
  if (code == OAR_OK && pluginhost::FromView(id) == OAR_EXT_CLIENT) *out = &kClient;
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

const oar_host_api& WatchedHostApi() {
  static const oar_object_api kObject = [] {
    oar_object_api object = pluginhost::ObjectApi();
    object.keep = CountedKeep;
    object.release = CountedRelease;
    return object;
  }();
  static const oar_host_api kApi = [] {
    oar_host_api api = pluginhost::HostApi();
    api.object = &kObject;
    api.get_extension = WatchedExtension;
    return api;
  }();
  return kApi;
}

int64_t KeptObjects() { return kept_objects; }

std::set<std::string> TakeMisplacedCalls() {
  base::MutexLock lock(TheWatch().mutex);
  return std::exchange(TheWatch().misplaced, {});
}

OnOwnThread::OnOwnThread(oar_ctx ctx) : ctx_(ctx) {
  base::MutexLock lock(TheWatch().mutex);
  TheWatch().threads[ctx.id] = std::this_thread::get_id();
}
OnOwnThread::~OnOwnThread() {
  base::MutexLock lock(TheWatch().mutex);
  TheWatch().threads.erase(ctx_.id);
}

const oar_host_api& ForbiddenHostApi() {
  static const oar_host_api kApi = MakeForbidden();
  return kApi;
}

bool ForbiddenWasCalled() { return forbidden_called; }

}  // namespace oarlock::app
