// The ABI's extension oarlock.client/1: reads of the cache and live reads, checked against the
// instance's declaration and access view; the writing verbs are client_writes.
#include <algorithm>
#include <optional>
#include <utility>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/cache_read.h"
#include "pluginhost/abi/client_verb.h"
#include "pluginhost/abi/client_writes.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/abi/type_info.h"

namespace oarlock::pluginhost {
namespace {

// For a call without the out-pointer it needs: zeroes the other one.
int32_t NoOut(oar_error* err) {
  if (err != nullptr) *err = oar_error{};
  return OAR_E_INVALID;
}

int32_t AnswerList(ClientVerb& verb, LeasedList list, oar_list* out) {
  *out = {verb.ctx->lists().Insert(std::move(list))};
  return out->id != 0 ? OAR_OK : verb.Refuse(OAR_E_TOO_LARGE, "too many lists in one call");
}

int32_t Get(oar_ctx handle, const oar_key* key_in, oar_obj* out, oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_obj{};
  const auto key = ReadStruct(key_in);
  ClientVerb verb(handle, TypeIn(key), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  if (verb.type->decl.uncached) {
    return verb.Refuse(OAR_E_UNDECLARED, verb.type->decl.kind + " is declared uncached");
  }
  if (!verb.Allowed("get", "", FromView(key->ns), FromView(key->name))) return verb.code;
  auto lease =
      verb.type->lister().Lease(FromView(key->ns), FromView(key->name), verb.ctx->leases());
  return AnswerLease(verb, std::move(lease), out);
}

int32_t List(oar_ctx handle, const oar_cache_list* what_in, oar_list* out,
             oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_list{};
  const auto what = ReadStruct(what_in);
  ClientVerb verb(handle, TypeIn(what), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  if (verb.type->decl.uncached) {
    return verb.Refuse(OAR_E_UNDECLARED, verb.type->decl.kind + " is declared uncached");
  }
  // Without a namespace: all that is cached, which is what was declared.
  if (!FromView(what->ns).empty() && !verb.Allowed("list", "", FromView(what->ns), "")) {
    return verb.code;
  }
  if (what->index != 0 && !verb.type->indexes.contains(what->index) &&
      !verb.type->plugin_indexes.contains(what->index)) {
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
  ClientVerb verb(handle, TypeIn(key, options), err);
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

int32_t ListLive(oar_ctx handle, const oar_live_list* what_in, oar_list* out,
                 oar_error* err) noexcept {
  if (out == nullptr) return NoOut(err);
  *out = oar_list{};
  const auto what = ReadStruct(what_in);
  ClientVerb verb(handle, TypeIn(what), err);
  if (!verb || !verb.NeedsReads()) return verb.code;
  if (!verb.Allowed("list", "", FromView(what->ns), "")) return verb.code;
  auto list = ReadLiveList(verb.client(), ScopeOf(verb, *what), LiveOptions(*what),
                           what->limit == 0, verb.ctx->call());
  if (!list.ok()) return verb.Fail(list.status());
  return AnswerList(verb, std::move(list).value(), out);
}

}  // namespace

const oar_client_api& ClientApi() {
  static constexpr oar_client_api kApi = {sizeof(oar_client_api),
                                          0,
                                          Get,
                                          List,
                                          GetLive,
                                          ListLive,
                                          client_writes::Create,
                                          client_writes::Update,
                                          client_writes::Patch,
                                          client_writes::Delete,
                                          client_writes::DeleteCollection,
                                          type_info::Info,
                                          type_info::At};
  return kApi;
}

}  // namespace oarlock::pluginhost
