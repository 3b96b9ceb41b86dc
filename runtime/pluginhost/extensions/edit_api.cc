// The ABI's extension oarlock.edit/1 over kube::EditDocument.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "kube/decode.h"
#include "kube/patch.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

int32_t Give(Context& ctx, base::Result<kube::EditDocument> document, oar_doc* out,
             oar_error* err) {
  if (!document.ok()) return ctx.Fail(document.status(), err);
  *out = {ctx.documents().Insert({std::move(document).value(), {}, {}})};
  return out->id != 0 ? OAR_OK : ctx.Fail(OAR_E_THROTTLED, "too many documents in one call", err);
}

int32_t FromObject(oar_ctx handle, oar_obj obj, oar_doc* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_doc{};
  const Pinned<Context> ctx(handle.id);
  const LeasedObject* object = ctx ? ctx->Find(obj) : nullptr;
  if (object == nullptr) return OAR_E_STALE;
  // A copy is counted, so the document may outlive the lease.
  return Give(*ctx, kube::EditDocument(kube::Object(object->object())), out, nullptr);
}

int32_t FromJson(oar_ctx handle, oar_view json, oar_doc* out, oar_error* err) noexcept {
  if (err != nullptr) *err = oar_error{};
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_doc{};
  const Pinned<Context> ctx(handle.id);
  if (!ctx) return OAR_E_STALE;
  if (!IsView(json)) return ctx->Fail(OAR_E_INVALID, "the text has a length but no bytes", err);
  return Give(*ctx, kube::EditDocument::FromJson(FromView(json)), out, err);
}

int32_t Empty(oar_ctx handle, oar_doc* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_doc{};
  const Pinned<Context> ctx(handle.id);
  return ctx ? Give(*ctx, kube::EditDocument(), out, nullptr) : OAR_E_STALE;
}

// Runs one edit; what was asked for before it is void.
template <typename Edit>
int32_t Change(oar_ctx handle, oar_doc doc, oar_error* err, Edit edit) {
  if (err != nullptr) *err = oar_error{};
  const Pinned<Context> ctx(handle.id);
  LeasedDocument* leased = ctx ? ctx->documents().Find(doc.id) : nullptr;
  if (leased == nullptr) return OAR_E_STALE;
  const base::Status status = edit(*ctx, leased->document);
  if (!status.ok()) return ctx->Fail(status, err);
  leased->json.clear();
  return OAR_OK;
}

base::Status NotText(oar_view a, oar_view b) {
  if (IsView(a) && IsView(b)) return base::Status::Ok();
  return base::InvalidArgument("a text has a length but no bytes");
}

// JSON of a scalar; empty where it is none.
std::optional<std::string> ScalarJson(const oar_value* value) {
  if (value == nullptr || !IsView(value->text)) return std::nullopt;
  switch (value->type) {
    case OAR_TYPE_NULL: return "null";
    case OAR_TYPE_BOOL: return value->as.i64 != 0 ? "true" : "false";
    case OAR_TYPE_I64: return std::to_string(value->as.i64);
    case OAR_TYPE_U64: return std::to_string(value->as.u64);
    case OAR_TYPE_F64:
      if (!std::isfinite(value->as.f64)) return std::nullopt;
      return fmt::format("{}", value->as.f64);
    case OAR_TYPE_NUMBER_TEXT: return TextOf(value->text);  // checked when it is parsed
    case OAR_TYPE_STRING: return kube::JsonQuote(FromView(value->text));
    default: return std::nullopt;
  }
}

base::Status NoScalar() { return base::InvalidArgument("the value is no scalar"); }

int32_t Set(oar_ctx ctx, oar_doc doc, oar_view path, const oar_value* value,
            oar_error* err) noexcept {
  return Change(ctx, doc, err, [&](Context&, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, {}));
    const auto json = ScalarJson(value);
    return json ? document.Set(FromView(path), *json) : NoScalar();
  });
}

int32_t SetJson(oar_ctx ctx, oar_doc doc, oar_view path, oar_view json, oar_error* err) noexcept {
  return Change(ctx, doc, err, [&](Context&, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, json));
    return document.Set(FromView(path), FromView(json));
  });
}

int32_t SetNode(oar_ctx ctx, oar_doc doc, oar_view path, oar_obj obj, oar_node node,
                oar_error* err) noexcept {
  int32_t stale = OAR_OK;
  const int32_t code = Change(ctx, doc, err, [&](Context& call, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, {}));
    const LeasedObject* object = call.Find(obj);
    const auto value = object == nullptr ? std::nullopt : object->Find(node);
    if (!value) {
      stale = OAR_E_STALE;
      return base::InvalidArgument("the object or the node is not valid here");
    }
    return document.Set(FromView(path), *value, kube::Object(object->object()));
  });
  return stale != OAR_OK ? stale : code;
}

int32_t Remove(oar_ctx ctx, oar_doc doc, oar_view path, oar_error* err) noexcept {
  return Change(ctx, doc, err, [&](Context&, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, {}));
    return document.Remove(FromView(path));
  });
}

int32_t Append(oar_ctx ctx, oar_doc doc, oar_view path, const oar_value* value,
               oar_error* err) noexcept {
  return Change(ctx, doc, err, [&](Context&, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, {}));
    const auto json = ScalarJson(value);
    return json ? document.Append(FromView(path), *json) : NoScalar();
  });
}

int32_t AppendJson(oar_ctx ctx, oar_doc doc, oar_view path, oar_view json,
                   oar_error* err) noexcept {
  return Change(ctx, doc, err, [&](Context&, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, json));
    return document.Append(FromView(path), FromView(json));
  });
}

int32_t Merge(oar_ctx ctx, oar_doc doc, oar_view path, oar_view json, oar_error* err) noexcept {
  return Change(ctx, doc, err, [&](Context&, kube::EditDocument& document) {
    OARLOCK_RETURN_IF_ERROR(NotText(path, json));
    return document.Merge(FromView(path), FromView(json));
  });
}

int32_t Json(oar_ctx handle, oar_doc doc, oar_view* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_view{};
  const Pinned<Context> ctx(handle.id);
  LeasedDocument* leased = ctx ? ctx->documents().Find(doc.id) : nullptr;
  if (leased == nullptr) return OAR_E_STALE;
  if (leased->json.empty()) {
    auto json = leased->document.ToJson();
    if (!json.ok()) return ToAbi(json.status().code());
    leased->json = std::move(json).value();
  }
  *out = ToView(leased->json);
  return OAR_OK;
}

base::Result<std::string> DiffOf(const kube::EditDocument& document, int32_t kind) {
  switch (kind) {
    case OAR_PATCH_JSON: return document.JsonPatch();
    case OAR_PATCH_MERGE: return document.MergePatch();
    case OAR_PATCH_APPLY: return document.ApplyConfiguration();
    default: return base::InvalidArgument("no patch of that kind can be made of a document");
  }
}

int32_t Diff(oar_ctx handle, oar_doc doc, int32_t kind, oar_view* out, oar_error* err) noexcept {
  if (err != nullptr) *err = oar_error{};
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_view{};
  const Pinned<Context> ctx(handle.id);
  LeasedDocument* leased = ctx ? ctx->documents().Find(doc.id) : nullptr;
  if (leased == nullptr) return OAR_E_STALE;
  auto diff = DiffOf(leased->document, kind);
  if (!diff.ok()) return ctx->Fail(diff.status(), err);
  leased->diff = std::move(diff).value();
  if (!leased->diff.empty()) *out = ToView(leased->diff);
  return OAR_OK;
}

int32_t ObjectOf(oar_ctx handle, oar_doc doc, oar_obj* out, oar_error* err) noexcept {
  if (err != nullptr) *err = oar_error{};
  if (out == nullptr) return OAR_E_INVALID;
  *out = oar_obj{};
  const Pinned<Context> ctx(handle.id);
  LeasedDocument* leased = ctx ? ctx->documents().Find(doc.id) : nullptr;
  if (leased == nullptr) return OAR_E_STALE;
  const auto json = leased->document.ToJson();
  if (!json.ok()) return ctx->Fail(json.status(), err);
  kube::DecodeOptions options;
  options.drop_managed_fields = false;
  auto object = kube::ObjectFromJson(*json, options);
  if (!object.ok()) return ctx->Fail(object.status(), err);
  *out = ctx->Lease(std::move(object).value());
  return out->id != 0 ? OAR_OK : ctx->Fail(OAR_E_TOO_LARGE, "too many objects in one call", err);
}

int32_t Release(oar_ctx handle, oar_doc doc) noexcept {
  const Pinned<Context> ctx(handle.id);
  return ctx && ctx->documents().Erase(doc.id) ? OAR_OK : OAR_E_STALE;
}

}  // namespace

const oar_edit_api& EditApi() {
  static constexpr oar_edit_api kApi = {sizeof(oar_edit_api),
                                        0,
                                        FromObject,
                                        FromJson,
                                        Empty,
                                        Set,
                                        SetJson,
                                        SetNode,
                                        Remove,
                                        Append,
                                        AppendJson,
                                        Merge,
                                        Json,
                                        Diff,
                                        ObjectOf,
                                        Release};
  return kApi;
}

}  // namespace oarlock::pluginhost
