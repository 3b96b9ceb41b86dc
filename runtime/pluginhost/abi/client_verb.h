#pragma once
// ClientVerb: what the verbs of oarlock.client/1 share: the context, the type a verb works on, the
// checks against declaration and access view, and how an answer goes back. Used by client_api and
// client_writes. Threads: that of the call. Ownership: pins the context for the call.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kube/client.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {

// Converts to false when the call ends here, with `code` as its answer.
class ClientVerb {
 public:
  // `wanted`: empty where the plugin's structs could not be read.
  ClientVerb(oar_ctx handle, std::optional<TypeRef> wanted, oar_error* err);
  explicit operator bool() const { return code == OAR_OK; }

  bool NeedsReads();
  bool NeedsWrites();
  bool Allowed(std::string_view verb, std::string_view subresource, std::string_view ns,
               std::string_view name);
  int32_t Fail(const base::Status& status) { return ctx->Fail(status, err_); }
  int32_t Refuse(int32_t status, const std::string& message) {
    return ctx->Fail(status, message, err_);
  }
  kube::Client& client() { return ctx->instance().client(); }
  kube::ObjectRef Ref(const oar_key& key, std::string_view subresource) const {
    return {type->Serving(FromView(key.ns)), TextOf(key.ns), TextOf(key.name),
            std::string(subresource)};
  }
  // The object as the cache has it; null where there is none.
  kube::Object Known(const oar_key& key) const;

  Pinned<Context> ctx;
  const BoundType* type = nullptr;
  int32_t code = OAR_OK;

 private:
  void FindType(const TypeRef& wanted);

  oar_error* err_;
  std::shared_ptr<const BoundType> member_;  // keeps a type of a set
};

// The type in the struct that names what a verb works on, where all its structs could be read.
template <typename Struct, typename Options>
std::optional<TypeRef> TypeIn(const std::optional<Struct>& what,
                              const std::optional<Options>& options) {
  if (!what || !options) return std::nullopt;
  return TypeRef{what->type, what->type_index};
}
template <typename Struct>
std::optional<TypeRef> TypeIn(const std::optional<Struct>& what) {
  return TypeIn(what, what);
}

// Some subresources answer with an object of another kind (Scale, Eviction): nothing to cache.
bool IsOfType(const kube::Object& answer, const BoundType& type);

// Leases the object a verb returned and tells the cache of it.
int32_t Answer(ClientVerb& verb, base::Result<kube::Object> result, oar_obj* out, bool to_cache);

// Gives a handle for an object of the cache.
int32_t AnswerLease(ClientVerb& verb, base::Result<cache::ObjectLease> lease, oar_obj* out);

kube::ListScope ScopeOf(const ClientVerb& verb, const oar_live_list& what);

}  // namespace oarlock::pluginhost
