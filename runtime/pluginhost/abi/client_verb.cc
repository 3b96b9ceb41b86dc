#include "pluginhost/abi/client_verb.h"

#include <utility>

namespace oarlock::pluginhost {

ClientVerb::ClientVerb(oar_ctx handle, std::optional<TypeRef> wanted, oar_error* err)
    : ctx(handle.id), err_(err) {
  if (err != nullptr) *err = oar_error{};
  if (!ctx) {
    code = OAR_E_STALE;
  } else if (!wanted) {
    code = Refuse(OAR_E_INVALID, "a struct is null, too small or has unknown flags");
  } else {
    FindType(*wanted);
  }
}

void ClientVerb::FindType(const TypeRef& wanted) {
  Instance& instance = ctx->instance();
  if (wanted.index == 0) {
    type = instance.FindType(wanted.type);
  } else {
    member_ = instance.FindMember(wanted.type, wanted.index);
    type = member_.get();
  }
  if (type == nullptr) {
    const std::string index =
        wanted.index == 0 ? "" : " with index " + std::to_string(wanted.index);
    code = Refuse(OAR_E_UNDECLARED,
                  "type " + std::to_string(wanted.type) + index + " is not declared");
  } else if (!type->available) {
    code = Refuse(OAR_E_UNAVAILABLE, "the server does not serve " + type->decl.kind);
  }
}

bool ClientVerb::NeedsReads() {
  if (ctx->rights().reads) return true;
  code = ctx->Fail(OAR_E_INVALID, std::string("no reads in ") + ctx->rights().call, err_);
  return false;
}

bool ClientVerb::NeedsWrites() {
  if (ctx->rights().writes) return true;
  code = ctx->Fail(OAR_E_SHUTTING_DOWN, std::string("no writes in ") + ctx->rights().call, err_);
  return false;
}

bool ClientVerb::Allowed(std::string_view verb, std::string_view subresource, std::string_view ns,
                         std::string_view name) {
  const AccessQuery query{verb, type->resource, subresource, ns, name};
  Instance& instance = ctx->instance();
  // Those of plain types are compiled into the view.
  const bool by_set = member_ != nullptr && Allows(member_->ReadRule(), query);
  const base::Status allowed =
      by_set ? instance.access().CheckPermitted(query) : instance.access().Check(query);
  if (allowed.ok()) return true;
  instance.TellDenied(query, allowed);
  code = Fail(allowed);
  return false;
}

kube::Object ClientVerb::Known(const oar_key& key) const {
  if (type->informers.empty()) return {};
  auto object = type->lister().Get(FromView(key.ns), FromView(key.name));
  return object.ok() ? *std::move(object) : kube::Object();
}

bool IsOfType(const kube::Object& answer, const BoundType& type) {
  return answer.kind() == type.resource.kind && type.In(answer.api_version()) != nullptr;
}

int32_t Answer(ClientVerb& verb, base::Result<kube::Object> result, oar_obj* out, bool to_cache) {
  if (!result.ok()) return verb.Fail(result.status());
  if (to_cache && IsOfType(*result, *verb.type)) {
    for (const cache::InformerLease& informer : verb.type->informers) informer->ApplyWrite(*result);
  }
  if (out == nullptr) return OAR_OK;
  return AnswerLease(verb, cache::ObjectLease(std::move(result).value()), out);
}

int32_t AnswerLease(ClientVerb& verb, base::Result<cache::ObjectLease> lease, oar_obj* out) {
  if (!lease.ok()) return verb.Fail(lease.status());
  *out = verb.ctx->Lease(std::move(lease).value());
  return out->id != 0 ? OAR_OK : verb.Refuse(OAR_E_TOO_LARGE, "too many objects in one call");
}

kube::ListScope ScopeOf(const ClientVerb& verb, const oar_live_list& what) {
  return {verb.type->Serving(FromView(what.ns)), TextOf(what.ns), TextOf(what.label_selector),
          TextOf(what.field_selector)};
}

}  // namespace oarlock::pluginhost
