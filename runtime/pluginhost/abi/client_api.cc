// The ABI's extension oarlock.client/1: cache reads and every verb, checked against the instance's
// declaration and access view before anything is read or sent.
#include <algorithm>
#include <optional>
#include <utility>

#include "kube/decode.h"
#include "kube/names.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/cache_read.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/abi/write_body.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

// What a verb works on: the context, the type it names and the checks that all verbs share.
// Converts to false when the call ends here, with `code` as its answer.
class Verb {
 public:
  // `wanted` is empty where the plugin's structs could not be read.
  Verb(oar_ctx handle, std::optional<uint32_t> wanted, oar_error* err) : ctx(handle.id), err_(err) {
    if (err != nullptr) *err = oar_error{};
    if (!ctx) {
      code = OAR_E_STALE;
      return;
    }
    if (!wanted) {
      code = ctx->Fail(OAR_E_INVALID, "a struct is null, too small or has unknown flags", err);
      return;
    }
    const uint32_t type_id = *wanted;
    type = ctx->instance().FindType(type_id);
    if (type == nullptr) {
      code =
          ctx->Fail(OAR_E_UNDECLARED, "type " + std::to_string(type_id) + " is not declared", err);
    } else if (!type->available) {
      code = ctx->Fail(OAR_E_UNAVAILABLE, "the server does not serve " + type->decl.kind, err);
    }
  }
  explicit operator bool() const { return code == OAR_OK; }

  bool NeedsReads() {
    if (ctx->rights().reads) return true;
    code = ctx->Fail(OAR_E_INVALID, std::string("no reads in ") + ctx->rights().call, err_);
    return false;
  }
  bool NeedsWrites() {
    if (ctx->rights().writes) return true;
    code = ctx->Fail(OAR_E_SHUTTING_DOWN, std::string("no writes in ") + ctx->rights().call, err_);
    return false;
  }
  bool Allowed(std::string_view verb, std::string_view subresource, std::string_view ns,
               std::string_view name) {
    const base::Status allowed =
        ctx->instance().access().Check({verb, type->resource, subresource, ns, name});
    if (allowed.ok()) return true;
    code = Fail(allowed);
    return false;
  }
  int32_t Fail(const base::Status& status) { return ctx->Fail(status, err_); }
  int32_t Refuse(int32_t status, const std::string& message) {
    return ctx->Fail(status, message, err_);
  }
  kube::Client& client() { return *ctx->instance().env().client; }
  kube::ObjectRef Ref(const oar_key& key, std::string_view subresource) const {
    return {type->resource, TextOf(key.ns), TextOf(key.name), std::string(subresource)};
  }
  // The object as the cache has it; null where there is none.
  kube::Object Known(const oar_key& key) const {
    if (type->informers.empty()) return {};
    auto object = type->lister().Get(FromView(key.ns), FromView(key.name));
    return object.ok() ? *std::move(object) : kube::Object();
  }

  Pinned<Context> ctx;
  const BoundType* type = nullptr;
  int32_t code = OAR_OK;

 private:
  oar_error* err_;
};

// The type id of the struct that names what a verb works on, where all its structs could be read.
template <typename Struct, typename Options>
std::optional<uint32_t> TypeIn(const std::optional<Struct>& what,
                               const std::optional<Options>& options) {
  if (!what || !options) return std::nullopt;
  return what->type;
}
template <typename Struct>
std::optional<uint32_t> TypeIn(const std::optional<Struct>& what) {
  return TypeIn(what, what);
}

// For a call without the out-pointer it needs: zeroes the other one.
int32_t NoOut(oar_error* err) {
  if (err != nullptr) *err = oar_error{};
  return OAR_E_INVALID;
}

// Some subresources answer with an object of another kind (Scale, Eviction): nothing to cache.
bool IsOfType(const kube::Object& answer, const BoundType& type) {
  return answer.gvk() == type.resource.gvk();
}

// Leases the object a verb returned and tells the cache of it.
int32_t Answer(Verb& verb, base::Result<kube::Object> result, oar_obj* out, bool to_cache) {
  if (!result.ok()) return verb.Fail(result.status());
  if (to_cache && IsOfType(*result, *verb.type)) {
    for (const cache::InformerLease& informer : verb.type->informers) informer->ApplyWrite(*result);
  }
  if (out == nullptr) return OAR_OK;
  *out = verb.ctx->Lease(std::move(result).value());
  return out->id != 0 ? OAR_OK : verb.Refuse(OAR_E_TOO_LARGE, "too many objects in one call");
}

int32_t AnswerList(Verb& verb, LeasedList list, oar_list* out) {
  *out = {verb.ctx->lists().Insert(std::move(list))};
  return out->id != 0 ? OAR_OK : verb.Refuse(OAR_E_TOO_LARGE, "too many lists in one call");
}

int32_t Get(oar_ctx handle, const oar_key* key_in, oar_obj* out, oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_obj{};
  const auto key = ReadStruct(key_in);
  Verb verb(handle, TypeIn(key), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  if (verb.type->decl.uncached) {
    return verb.Refuse(OAR_E_UNDECLARED, verb.type->decl.kind + " is declared uncached");
  }
  if (!verb.Allowed("get", "", FromView(key->ns), FromView(key->name))) return verb.code;
  return Answer(verb, verb.type->lister().Get(FromView(key->ns), FromView(key->name)), out, false);
}

int32_t List(oar_ctx handle, const oar_cache_list* what_in, oar_list* out,
             oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_list{};
  const auto what = ReadStruct(what_in);
  Verb verb(handle, TypeIn(what), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  if (verb.type->decl.uncached) {
    return verb.Refuse(OAR_E_UNDECLARED, verb.type->decl.kind + " is declared uncached");
  }
  // Without a namespace: all that is cached, which is what was declared.
  if (!FromView(what->ns).empty() && !verb.Allowed("list", "", FromView(what->ns), "")) {
    return verb.code;
  }
  if (what->index != 0 && !verb.type->indexes.contains(what->index)) {
    return verb.Refuse(OAR_E_UNDECLARED, "index " + std::to_string(what->index) + " of " +
                                             verb.type->decl.kind + " is not declared");
  }
  auto list = ReadCacheList(*verb.type, *what);
  if (!list.ok()) return verb.Fail(list.status());
  return AnswerList(verb, std::move(list).value(), out);
}

int32_t GetLive(oar_ctx handle, const oar_key* key_in, const oar_get_options* options_in,
                oar_obj* out, oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_obj{};
  const auto key = ReadStruct(key_in);
  const auto options = ReadOptions(options_in);
  Verb verb(handle, TypeIn(key, options), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  const std::string_view subresource = FromView(options->subresource);
  if (!verb.Allowed("get", subresource, FromView(key->ns), FromView(key->name))) return verb.code;
  if (!FromView(options->resource_version).empty()) {
    return verb.Refuse(OAR_E_UNIMPLEMENTED, "get at a resourceVersion is not offered");
  }
  return Answer(verb, verb.client().Get(verb.Ref(*key, subresource), verb.ctx->call()), out, false);
}

kube::ListOptions LiveOptions(const oar_live_list& what) {
  kube::ListOptions options;
  options.resource_version = TextOf(what.resource_version);
  if (what.version_match == OAR_MATCH_NOT_OLDER_THAN) {
    options.match = kube::ResourceVersionMatch::kNotOlderThan;
  } else if (what.version_match == OAR_MATCH_EXACT) {
    options.match = kube::ResourceVersionMatch::kExact;
  }
  options.limit = what.limit == 0 ? kLivePageSize
                                  : static_cast<uint32_t>(std::min<uint64_t>(what.limit, 10'000));
  options.continue_token = TextOf(what.cursor);
  return options;
}

kube::ListScope ScopeOf(const Verb& verb, const oar_live_list& what) {
  return {verb.type->resource, TextOf(what.ns), TextOf(what.label_selector),
          TextOf(what.field_selector)};
}

int32_t ListLive(oar_ctx handle, const oar_live_list* what_in, oar_list* out,
                 oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_list{};
  const auto what = ReadStruct(what_in);
  Verb verb(handle, TypeIn(what), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  if (!verb.Allowed("list", "", FromView(what->ns), "")) return verb.code;
  auto list = ReadLiveList(verb.client(), ScopeOf(verb, *what), LiveOptions(*what),
                           what->limit == 0, verb.ctx->call());
  if (!list.ok()) return verb.Fail(list.status());
  return AnswerList(verb, std::move(list).value(), out);
}

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
  kube::ObjectRef ref() const { return verb.Ref(*key, FromView(options->subresource)); }
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
  Verb verb;
};

int32_t Create(oar_ctx handle, const oar_key* key, oar_view json, const oar_write_options* options,
               oar_obj* out, oar_error* err) noexcept {
  WriteCall call(handle, key, options, out, err);
  if (!call.Ready("create")) return call.verb.code;
  const base::Status body = CheckCreateBody(call.ref(), FromView(json));
  if (!body.ok()) return call.verb.Fail(body);
  return call.Finish(call.verb.client().Create(call.ref(), FromView(json), call.write_options(),
                                               call.verb.ctx->call()),
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
  const auto body = UpdateBody(call.ref(), FromView(json));
  if (!body.ok()) return call.verb.Fail(body.status());
  return call.Finish(
      call.verb.client().Update(call.ref(), *body, call.write_options(), call.verb.ctx->call()),
      out);
}

std::optional<kube::PatchType> PatchTypeOf(int32_t kind) {
  switch (kind) {
    case OAR_PATCH_JSON: return kube::PatchType::kJson;
    case OAR_PATCH_MERGE: return kube::PatchType::kMerge;
    case OAR_PATCH_STRATEGIC: return kube::PatchType::kStrategic;
    case OAR_PATCH_APPLY: return kube::PatchType::kApply;
    default: return std::nullopt;
  }
}

int32_t PatchVerb(oar_ctx handle, const oar_key* key, int32_t kind, oar_view body,
                  const oar_write_options* options, oar_obj* out, oar_error* err) noexcept {
  WriteCall call(handle, key, options, out, err);
  if (!call.Ready("patch")) return call.verb.code;
  const auto type = PatchTypeOf(kind);
  if (!type) return call.verb.Refuse(OAR_E_INVALID, "unknown kind of patch");
  const kube::Patch patch{*type, TextOf(body)};
  const base::Status checked = CheckPatchBody(call.ref(), patch, call.verb.Known(*call.key));
  if (!checked.ok()) return call.verb.Fail(checked);
  return call.Finish(call.verb.client().PatchObject(call.ref(), patch, call.write_options(),
                                                    call.verb.ctx->call()),
                     out);
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
void TellCacheOfDelete(const Verb& verb, const oar_key& key, const kube::Object& answer) {
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

int32_t DeleteObject(oar_ctx handle, const oar_key* key_in, const oar_delete_options* options_in,
                     oar_error* err) noexcept {
  const auto key = ReadStruct(key_in);
  const auto options = ReadOptions(options_in);
  Verb verb(handle, TypeIn(key, options), err);
  if (!verb || !verb.NeedsWrites()) return verb.code;
  if (!verb.Allowed("delete", "", FromView(key->ns), FromView(key->name))) return verb.code;
  const auto answer =
      verb.client().Delete(verb.Ref(*key, ""), DeleteOptionsOf(*options), verb.ctx->call());
  if (!answer.ok()) return verb.Fail(answer.status());
  if (options->dry_run == 0) TellCacheOfDelete(verb, *key, *answer);
  return OAR_OK;
}

int32_t DeleteCollection(oar_ctx handle, const oar_live_list* what_in,
                         const oar_delete_options* options_in, oar_error* err) noexcept {
  const auto what = ReadStruct(what_in);
  const auto options = ReadOptions(options_in);
  Verb verb(handle, TypeIn(what, options), err);
  if (!verb || !verb.NeedsWrites()) return verb.code;
  if (!verb.Allowed("deletecollection", "", FromView(what->ns), "")) return verb.code;
  const base::Status done = verb.client().DeleteCollection(
      ScopeOf(verb, *what), DeleteOptionsOf(*options), verb.ctx->call());
  return done.ok() ? OAR_OK : verb.Fail(done);
}

}  // namespace

const oar_client_api& ClientApi() {
  static constexpr oar_client_api kApi = {sizeof(oar_client_api),
                                          0,
                                          Get,
                                          List,
                                          GetLive,
                                          ListLive,
                                          Create,
                                          Update,
                                          PatchVerb,
                                          DeleteObject,
                                          DeleteCollection};
  return kApi;
}

}  // namespace oarlock::pluginhost
