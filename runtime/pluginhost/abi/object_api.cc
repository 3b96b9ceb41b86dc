// The ABI's object access (oarlock/abi/object.h) over kube::Object: reads of immutable memory.
#include <cstring>

#include "kube/object.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

// The context and the object of a call, checked.
struct Access {
  explicit Access(oar_ctx ctx_handle, oar_obj obj) : ctx(ctx_handle.id) {
    if (ctx) leased = ctx->Find(obj);
  }
  explicit operator bool() const { return leased != nullptr; }
  const kube::Object& object() const { return leased->object(); }

  Pinned<Context> ctx;
  LeasedObject* leased = nullptr;
};

// The same, and a place in the object.
struct NodeAccess : Access {
  NodeAccess(oar_ctx ctx_handle, oar_obj obj, oar_node node) : Access(ctx_handle, obj) {
    if (leased == nullptr) return;
    const auto found = leased->Find(node);
    if (!found) leased = nullptr;
    value = found.value_or(kube::Value());
  }
  kube::Value value;
};

oar_value Out(const Access& at, kube::Value value) {
  oar_value out = ToAbi(value);
  out.node = at.leased->NodeOf(value);
  return out;
}

template <typename T>
int32_t Missing(T* out, int32_t code) {
  *out = T{};
  return code;
}

oar_time TimeOf(const std::optional<base::UnixTime>& time) {
  return {time ? time->time_since_epoch().count() : 0};
}

int32_t Meta(oar_ctx ctx, oar_obj obj, oar_obj_meta* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  oar_obj_meta meta{};
  const Access at(ctx, obj);
  if (!at || out->flags != 0) {
    FillStruct(out, meta);
    return at ? OAR_E_INVALID : OAR_E_STALE;
  }
  const kube::Object& object = at.object();
  const std::string_view api_version = object.api_version();
  const size_t slash = api_version.find('/');
  const bool core = slash == std::string_view::npos;
  meta.group = ToView(core ? std::string_view() : api_version.substr(0, slash));
  meta.version = ToView(core ? api_version : api_version.substr(slash + 1));
  meta.kind = ToView(object.kind());
  meta.ns = ToView(object.ns());
  meta.name = ToView(object.name());
  meta.uid = ToView(object.uid());
  meta.resource_version = ToView(object.resource_version());
  meta.generation = object.generation();
  meta.creation_time = TimeOf(object.creation_time());
  meta.deletion_time = TimeOf(object.deletion_time());
  meta.labels_count = object.labels().size();
  meta.annotations_count = object.annotations().size();
  meta.owners_count = object.owner_references().size();
  meta.finalizers_count = object.finalizers().size();
  meta.labels = at.leased->NodeOf(object.labels());
  meta.annotations = at.leased->NodeOf(object.annotations());
  meta.owners = at.leased->NodeOf(object.owner_references());
  meta.finalizers = at.leased->NodeOf(object.finalizers());
  FillStruct(out, meta);
  return OAR_OK;
}

const kube::Path* PathOf(Context& ctx, uint32_t path) {
  const auto& paths = ctx.instance().declaration().paths;
  const auto it = paths.find(path);
  return it == paths.end() ? nullptr : &it->second;
}

int32_t Get(oar_ctx ctx, oar_obj obj, oar_node node, uint32_t path, oar_value* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  const NodeAccess at(ctx, obj, node);
  if (!at) return Missing(out, OAR_E_STALE);
  const kube::Path* compiled = PathOf(*at.ctx, path);
  if (compiled == nullptr) return Missing(out, OAR_E_UNDECLARED);
  *out = Out(at, compiled->Get(at.value));
  return OAR_OK;
}

int32_t GetMany(oar_ctx ctx, oar_obj obj, const uint32_t* paths, uint64_t count,
                oar_value* out) noexcept {
  if (count == 0) return OAR_OK;
  if (out == nullptr) return OAR_E_INVALID;
  std::memset(static_cast<void*>(out), 0, count * sizeof(*out));
  if (paths == nullptr) return OAR_E_INVALID;
  const Access at(ctx, obj);
  if (!at) return OAR_E_STALE;
  for (uint64_t i = 0; i < count; ++i) {
    const kube::Path* compiled = PathOf(*at.ctx, paths[i]);
    if (compiled == nullptr) {
      std::memset(static_cast<void*>(out), 0, count * sizeof(*out));
      return OAR_E_UNDECLARED;
    }
    out[i] = Out(at, compiled->Get(at.object().root()));
  }
  return OAR_OK;
}

// NOLINTNEXTLINE(readability-function-size): the parameters are the ABI's
int32_t GetAll(oar_ctx ctx, oar_obj obj, oar_node node, uint32_t path, uint64_t skip,
               oar_value* out, uint64_t capacity, uint64_t* out_count,
               uint64_t* out_total) noexcept {
  if (out_count != nullptr) *out_count = 0;
  if (out_total != nullptr) *out_total = 0;
  if (out != nullptr && capacity > 0) {
    std::memset(static_cast<void*>(out), 0, capacity * sizeof(*out));
  }
  if (out_count == nullptr || out_total == nullptr || (out == nullptr && capacity > 0)) {
    return OAR_E_INVALID;
  }
  const NodeAccess at(ctx, obj, node);
  if (!at) return OAR_E_STALE;
  const kube::Path* compiled = PathOf(*at.ctx, path);
  if (compiled == nullptr) return OAR_E_UNDECLARED;
  compiled->ForEach(at.value, [&](kube::Value value) {
    const uint64_t index = (*out_total)++;
    if (index >= skip && *out_count < capacity) out[(*out_count)++] = Out(at, value);
    return true;
  });
  return OAR_OK;
}

int32_t MemberOf(oar_ctx ctx, oar_obj obj, oar_node node, oar_view key, oar_value* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  if (!IsView(key)) return Missing(out, OAR_E_INVALID);
  const NodeAccess at(ctx, obj, node);
  if (!at) return Missing(out, OAR_E_STALE);
  *out = Out(at, at.value[FromView(key)]);
  return OAR_OK;
}

int32_t Len(oar_ctx ctx, oar_obj obj, oar_node node, uint64_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  const NodeAccess at(ctx, obj, node);
  if (!at) return Missing(out, OAR_E_STALE);
  *out = at.value.size();
  return OAR_OK;
}

kube::Value ElementAt(kube::Value container, uint64_t i) {
  return i < container.size() ? container.At(static_cast<uint32_t>(i)) : kube::Value();
}

int32_t At(oar_ctx ctx, oar_obj obj, oar_node node, uint64_t i, oar_value* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  const NodeAccess at(ctx, obj, node);
  if (!at) return Missing(out, OAR_E_STALE);
  *out = Out(at, ElementAt(at.value, i));
  return OAR_OK;
}

int32_t KeyAt(oar_ctx ctx, oar_obj obj, oar_node node, uint64_t i, oar_view* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_view{};
  const NodeAccess at(ctx, obj, node);
  if (!at) return OAR_E_STALE;
  const kube::Value container = at.value;
  if (container.is_map() && i < container.size()) {
    *out = ToView(container.KeyAt(static_cast<uint32_t>(i)));
  }
  return OAR_OK;
}

int32_t IterBegin(oar_ctx ctx, oar_obj obj, oar_node node, oar_iter* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_iter{};
  const NodeAccess at(ctx, obj, node);
  if (!at) return OAR_E_STALE;
  out->state[0] = obj.id;
  out->state[1] = at.leased->NodeOf(at.value).id;
  return OAR_OK;
}

int32_t IterNext(oar_ctx ctx, oar_iter* iter, oar_view* out_key, oar_value* out) noexcept {
  if (out_key != nullptr) *out_key = oar_view{};
  if (out == nullptr) return OAR_E_INVALID;
  if (iter == nullptr) return Missing(out, OAR_E_INVALID);
  const NodeAccess at(ctx, oar_obj{iter->state[0]}, {iter->state[1]});
  if (!at) return Missing(out, OAR_E_STALE);
  const kube::Value container = at.value;
  const uint64_t i = iter->state[2];
  if (i >= container.size()) return Missing(out, OAR_END);
  if (out_key != nullptr && container.is_map()) {
    *out_key = ToView(container.KeyAt(static_cast<uint32_t>(i)));
  }
  *out = Out(at, container.At(static_cast<uint32_t>(i)));
  iter->state[2] = i + 1;
  return OAR_OK;
}

int32_t Keep(oar_host host, oar_ctx ctx, oar_obj obj, oar_obj* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  const Pinned<Instance> instance(host.id);
  const Access at(ctx, obj);
  if (!instance || !at || &at.ctx->instance() != &*instance) return Missing(out, OAR_E_STALE);
  *out = instance->Keep(at.object());
  return out->id != 0 ? OAR_OK : OAR_E_THROTTLED;
}

int32_t Release(oar_host host, oar_obj kept) noexcept {
  const Pinned<Instance> instance(host.id);
  return instance && instance->ReleaseKept(kept) ? OAR_OK : OAR_E_STALE;
}

int32_t Json(oar_ctx ctx, oar_obj obj, oar_node node, oar_view* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  const NodeAccess at(ctx, obj, node);
  if (!at) return Missing(out, OAR_E_STALE);
  *out = oar_view{};
  const kube::Value value = at.value;
  if (!value.exists()) return OAR_OK;
  std::unique_ptr<std::string>& text = at.leased->json[value.node()];
  if (!text) text = std::make_unique<std::string>(value.ToJson());
  *out = ToView(*text);
  return OAR_OK;
}

int32_t FromJson(oar_ctx handle, oar_view json, oar_obj* out, oar_error* err) noexcept {
  if (err != nullptr) *err = oar_error{};
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_obj{};
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  if (!IsView(json)) return ctx->Fail(OAR_E_INVALID, "the text has a length but no bytes", err);
  auto object = kube::ObjectFromJson(FromView(json), {.drop_managed_fields = false});
  if (!object.ok()) return ctx->Fail(object.status(), err);
  *out = ctx->Lease(std::move(object).value());
  return out->id != 0 ? OAR_OK : ctx->Fail(OAR_E_TOO_LARGE, "too many objects in one call", err);
}

int32_t ListInfo(oar_ctx handle, oar_list list, oar_list_info* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  oar_list_info info{};
  const Pinned<Context> ctx(handle.id);
  const LeasedList* leased = ctx ? ctx->lists().Find(list.id) : nullptr;
  const bool known = out->flags == 0;
  if (leased != nullptr && known) {
    info.count = leased->items.size();
    info.cursor = ToView(leased->cursor);
    info.resource_version = ToView(leased->resource_version);
    info.remaining = leased->remaining;
  }
  FillStruct(out, info);
  if (leased == nullptr) return OAR_E_STALE;
  return known ? OAR_OK : OAR_E_INVALID;
}

int32_t ListAt(oar_ctx handle, oar_list list, uint64_t i, oar_obj* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_obj{};
  const Pinned<Context> ctx(handle.id);
  LeasedList* leased = ctx ? ctx->lists().Find(list.id) : nullptr;
  if (leased == nullptr) return OAR_E_STALE;
  if (i >= leased->items.size()) return OAR_E_NOT_FOUND;
  *out = ctx->Lease(leased->items[i]);
  if (out->id == 0) return OAR_E_TOO_LARGE;
  leased->taken.push_back(out->id);
  return OAR_OK;
}

int32_t ListRelease(oar_ctx handle, oar_list list) noexcept {
  const Pinned<Context> ctx(handle.id);
  LeasedList* leased = ctx ? ctx->lists().Find(list.id) : nullptr;
  if (leased == nullptr) return OAR_E_STALE;
  for (const uint64_t object : leased->taken) ctx->objects().Erase(object);
  ctx->lists().Erase(list.id);
  return OAR_OK;
}

}  // namespace

const oar_object_api& ObjectApi() {
  static constexpr oar_object_api kApi = {sizeof(oar_object_api),
                                          0,
                                          Meta,
                                          Get,
                                          GetMany,
                                          GetAll,
                                          MemberOf,
                                          Len,
                                          At,
                                          KeyAt,
                                          IterBegin,
                                          IterNext,
                                          Keep,
                                          Release,
                                          Json,
                                          FromJson,
                                          ListInfo,
                                          ListAt,
                                          ListRelease};
  return kApi;
}

}  // namespace oarlock::pluginhost
