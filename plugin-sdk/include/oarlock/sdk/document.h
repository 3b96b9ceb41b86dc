#pragma once
// Document: an object, JSON text or nothing that is changed step by step, and the patch that says
// what was changed.
//
//   auto doc = Document::From(ctx, object);
//   doc->Set("/spec/replicas", 3);
//   ctx.client().Patch(key, OAR_PATCH_MERGE, *doc->Diff(OAR_PATCH_MERGE));
// Paths are JSON Pointers plus `[key=value]`. It belongs to its context. Threads: as the context.

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "oarlock/sdk/context.h"

namespace oarlock::sdk {

class Document {
 public:
  static Result<Document> From(const Context& ctx, const Object& object) {
    oar_doc doc{};
    const int32_t code = ctx.api().edit.from_object(ctx.raw(), object.ref().obj, &doc);
    return Made(ctx, code, doc, {});
  }
  static Result<Document> FromJson(const Context& ctx, std::string_view json) {
    oar_doc doc{};
    oar_error err{};
    const int32_t code = ctx.api().edit.from_json(ctx.raw(), ToView(json), &doc, &err);
    return Made(ctx, code, doc, err);
  }
  static Result<Document> Empty(const Context& ctx) {
    oar_doc doc{};
    const int32_t code = ctx.api().edit.empty(ctx.raw(), &doc);
    return Made(ctx, code, doc, {});
  }
  Document(Document&& other) noexcept
      : ctx_(other.ctx_), doc_(std::exchange(other.doc_, oar_doc{})) {}
  Document& operator=(Document&&) = delete;
  ~Document() {
    if (doc_.id != 0) edit().release(ctx_.raw(), doc_);
  }

  Status Set(std::string_view path, std::string_view text) {
    oar_value value{};
    value.type = OAR_TYPE_STRING;
    value.text = ToView(text);
    return SetScalar(path, value);
  }
  Status Set(std::string_view path, const char* text) { return Set(path, std::string_view(text)); }
  Status Set(std::string_view path, std::integral auto number) {
    oar_value value{};
    value.type = std::same_as<decltype(number), bool> ? OAR_TYPE_BOOL : OAR_TYPE_I64;
    value.as.i64 = static_cast<int64_t>(number);
    return SetScalar(path, value);
  }
  Status Set(std::string_view path, double number) {
    oar_value value{};
    value.type = OAR_TYPE_F64;
    value.as.f64 = number;
    return SetScalar(path, value);
  }
  Status SetJson(std::string_view path, std::string_view json) {
    return Do([&](oar_error* err) {
      return edit().set_json(ctx_.raw(), doc_, ToView(path), ToView(json), err);
    });
  }
  Status Remove(std::string_view path) {
    return Do([&](oar_error* err) { return edit().remove(ctx_.raw(), doc_, ToView(path), err); });
  }
  Status AppendJson(std::string_view path, std::string_view json) {
    return Do([&](oar_error* err) {
      return edit().append_json(ctx_.raw(), doc_, ToView(path), ToView(json), err);
    });
  }
  Status Merge(std::string_view path, std::string_view json) {
    return Do([&](oar_error* err) {
      return edit().merge(ctx_.raw(), doc_, ToView(path), ToView(json), err);
    });
  }

  Result<std::string> Json() const {
    oar_view out{};
    const int32_t code = edit().json(ctx_.raw(), doc_, &out);
    if (code < OAR_OK) return ctx_.StatusOf(code, {});
    return std::string(FromView(out));
  }
  // kind: OAR_PATCH_JSON, _MERGE or _APPLY. Empty: nothing was changed.
  Result<std::optional<std::string>> Diff(int32_t kind) const {
    oar_view out{};
    oar_error err{};
    const int32_t code = edit().diff(ctx_.raw(), doc_, kind, &out, &err);
    if (code < OAR_OK) return ctx_.StatusOf(code, err);
    std::optional<std::string> patch;
    if (out.ptr != nullptr) patch.emplace(FromView(out));
    return patch;
  }

 private:
  Document(const Context& ctx, oar_doc doc) : ctx_(ctx), doc_(doc) {}
  static Result<Document> Made(const Context& ctx, int32_t code, oar_doc doc, oar_error err) {
    if (code < OAR_OK) return ctx.StatusOf(code, err);
    return Document(ctx, doc);
  }
  Status SetScalar(std::string_view path, const oar_value& value) {
    return Do(
        [&](oar_error* err) { return edit().set(ctx_.raw(), doc_, ToView(path), &value, err); });
  }
  template <typename Call>
  Status Do(Call&& call) {
    oar_error err{};
    const int32_t code = call(&err);
    return ctx_.StatusOf(code, err);
  }
  const oar_edit_api& edit() const { return ctx_.api().edit; }

  Context ctx_;
  oar_doc doc_;
};

}  // namespace oarlock::sdk
