#include "pluginhost/abi/client_writes.h"

#include <optional>
#include <utility>

#include "kube/decode.h"
#include "pluginhost/abi/client_verb.h"
#include "pluginhost/abi/write_body.h"

namespace oarlock::pluginhost::client_writes {
namespace {

// What the writing verbs share: options read, rights and permission checked.
struct WriteCall {
  WriteCall(oar_ctx handle, const oar_key* key_in, const oar_write_options* options_in,
            oar_obj* out, oar_error* err)
      : key(ReadStruct(key_in)),
        options(ReadOptions(options_in)),
        verb(handle, TypeIn(key, options), err) {
    if (out != nullptr) *out = oar_obj{};
  }
  bool Ready(std::string_view name) {
    return verb && verb.NeedsWrites() &&
           verb.Allowed(name, FromView(options->subresource), FromView(key->ns),
                        FromView(key->name));
  }
  // Where `body` goes: to the version that it says it is of, else to the one that reads are in.
  kube::ObjectRef ref(std::string_view body) const {
    kube::ObjectRef out = verb.Ref(*key, FromView(options->subresource));
    if (verb.type->also.empty()) return out;
    const auto document = kube::DocumentFromJson(body);
    if (!document.ok()) return out;
    const auto* named = verb.type->In(document->root()["apiVersion"].AsString());
    if (named != nullptr) out.resource = *named;
    return out;
  }
  kube::WriteOptions write_options() const {
    std::string manager = TextOf(options->field_manager);
    if (manager.empty()) manager = verb.ctx->instance().name().plugin_id;
    return {std::move(manager), options->dry_run != 0, TextOf(options->field_validation),
            options->force != 0};
  }
  int32_t Finish(base::Result<kube::Object> answer, oar_obj* out) {
    return Answer(verb, std::move(answer), out, options->dry_run == 0);
  }

  std::optional<oar_key> key;
  std::optional<oar_write_options> options;
  ClientVerb verb;
};

std::optional<kube::PatchType> PatchTypeOf(int32_t kind) {
  switch (kind) {
    case OAR_PATCH_JSON: return kube::PatchType::kJson;
    case OAR_PATCH_MERGE: return kube::PatchType::kMerge;
    case OAR_PATCH_STRATEGIC: return kube::PatchType::kStrategic;
    case OAR_PATCH_APPLY: return kube::PatchType::kApply;
    default: return std::nullopt;
  }
}

kube::DeleteOptions DeleteOptionsOf(const oar_delete_options& in) {
  kube::DeleteOptions out;
  if (in.propagation == OAR_PROPAGATION_BACKGROUND) out.propagation = "Background";
  if (in.propagation == OAR_PROPAGATION_FOREGROUND) out.propagation = "Foreground";
  if (in.propagation == OAR_PROPAGATION_ORPHAN) out.propagation = "Orphan";
  if (in.has_grace != 0) out.grace_period_seconds = in.grace_seconds;
  out.precondition_uid = TextOf(in.uid);
  out.precondition_resource_version = TextOf(in.resource_version);
  out.dry_run = in.dry_run != 0;
  return out;
}

// An answer with the object shows it as it is now, waiting for its finalizers or its grace period,
// or as it was last: for some types the server gives back what it deleted at once.
bool IsStillThere(const kube::Object& answer) {
  return answer.is_deleting() && (!answer.finalizers().empty() ||
                                  answer.metadata()["deletionGracePeriodSeconds"].AsInt() > 0);
}

// The answer of a delete is the object, or the server's Status, which names the uid.
void TellCacheOfDelete(const ClientVerb& verb, const oar_key& key, const kube::Object& answer) {
  const bool is_object = IsOfType(answer, *verb.type);
  const std::string_view uid = is_object ? answer.uid() : answer["details"]["uid"].AsString();
  for (const cache::InformerLease& informer : verb.type->informers) {
    if (is_object && IsStillThere(answer)) {
      informer->ApplyWrite(answer);
    } else {
      informer->ApplyDelete(FromView(key.ns), FromView(key.name), uid, "");
    }
  }
}

}  // namespace

int32_t Create(oar_ctx handle, const oar_key* key, oar_view json, const oar_write_options* options,
               oar_obj* out, oar_error* err) noexcept {
  WriteCall call(handle, key, options, out, err);
  if (!call.Ready("create")) return call.verb.code;
  const kube::ObjectRef ref = call.ref(FromView(json));
  const base::Status body = CheckCreateBody(ref, FromView(json));
  if (!body.ok()) return call.verb.Fail(body);
  return call.Finish(
      call.verb.client().Create(ref, FromView(json), call.write_options(), call.verb.ctx->call()),
      out);
}

int32_t Update(oar_ctx handle, const oar_key* key, oar_view json, const oar_write_options* options,
               oar_obj* out, oar_error* err) noexcept {
  WriteCall call(handle, key, options, out, err);
  if (!call.Ready("update")) return call.verb.code;
  if (call.verb.type->decl.metadata_only) {
    return call.verb.Refuse(OAR_E_INVALID,
                            "an update from a metadata-only object would delete the rest of it; "
                            "use patch");
  }
  const kube::ObjectRef ref = call.ref(FromView(json));
  const auto body = UpdateBody(ref, FromView(json), call.verb.Known(*call.key));
  if (!body.ok()) return call.verb.Fail(body.status());
  return call.Finish(
      call.verb.client().Update(ref, *body, call.write_options(), call.verb.ctx->call()), out);
}

// NOLINTNEXTLINE(readability-function-size): the parameters are the ABI's
int32_t Patch(oar_ctx handle, const oar_key* key, int32_t kind, oar_view body,
              const oar_write_options* options, oar_obj* out, oar_error* err) noexcept {
  WriteCall call(handle, key, options, out, err);
  if (!call.Ready("patch")) return call.verb.code;
  const auto type = PatchTypeOf(kind);
  if (!type) return call.verb.Refuse(OAR_E_INVALID, "unknown kind of patch");
  const kube::Patch patch{*type, TextOf(body)};
  const kube::ObjectRef ref = call.ref(patch.body);
  const base::Status checked = CheckPatchBody(ref, patch, call.verb.Known(*call.key));
  if (!checked.ok()) return call.verb.Fail(checked);
  return call.Finish(
      call.verb.client().PatchObject(ref, patch, call.write_options(), call.verb.ctx->call()), out);
}

int32_t Delete(oar_ctx handle, const oar_key* key_in, const oar_delete_options* options_in,
               oar_error* err) noexcept {
  const auto key = ReadStruct(key_in);
  const auto options = ReadOptions(options_in);
  ClientVerb verb(handle, TypeIn(key, options), err);
  if (!verb || !verb.NeedsWrites()) return verb.code;
  if (!verb.Allowed("delete", "", FromView(key->ns), FromView(key->name))) return verb.code;
  kube::DeleteOptions how = DeleteOptionsOf(*options);
  if (how.precondition_uid.empty()) how.precondition_uid = verb.Known(*key).uid();
  const auto answer = verb.client().Delete(verb.Ref(*key, ""), how, verb.ctx->call());
  if (!answer.ok()) return verb.Fail(answer.status());
  if (options->dry_run == 0) TellCacheOfDelete(verb, *key, *answer);
  return OAR_OK;
}

int32_t DeleteCollection(oar_ctx handle, const oar_live_list* what_in,
                         const oar_delete_options* options_in, oar_error* err) noexcept {
  const auto what = ReadStruct(what_in);
  const auto options = ReadOptions(options_in);
  ClientVerb verb(handle, TypeIn(what, options), err);
  if (!verb || !verb.NeedsWrites()) return verb.code;
  if (!verb.Allowed("deletecollection", "", FromView(what->ns), "")) return verb.code;
  const base::Status done = verb.client().DeleteCollection(
      ScopeOf(verb, *what), DeleteOptionsOf(*options), verb.ctx->call());
  return done.ok() ? OAR_OK : verb.Fail(done);
}

}  // namespace oarlock::pluginhost::client_writes
