#include "pluginhost/abi/type_info.h"

#include <algorithm>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost::type_info {
namespace {

bool IsSet(const Instance& instance, uint32_t type) {
  return instance.declaration().type_sets.contains(type);
}

bool Synced(const BoundType& type) {
  return !type.informers.empty() &&
         std::all_of(type.informers.begin(), type.informers.end(),
                     [](const cache::InformerLease& informer) { return informer->HasSynced(); });
}

void Fill(Context& ctx, const BoundType& type, oar_type_info& out) {
  out.type = type.decl.id;
  out.type_index = type.type_index;
  out.group = ToView(ctx.Remember(type.decl.group));
  out.kind = ToView(ctx.Remember(type.decl.kind));
  out.version = ToView(ctx.Remember(type.Serving("").gvr.version));
  out.resource = ToView(ctx.Remember(type.resource.gvr.resource));
  out.available = type.available ? 1 : 0;
  out.synced = Synced(type) ? 1 : 0;
  out.namespaced = type.resource.namespaced ? 1 : 0;
}

// Answers with what `find` finds for the instance; `find` sets the code where it is null.
template <typename Find>
int32_t Answer(oar_ctx handle, oar_type_info* out, Find find) {
  if (out == nullptr) return OAR_E_INVALID;
  oar_type_info info{};
  const Pinned<Context> ctx(handle.id);
  int32_t code = ctx ? OAR_OK : OAR_E_STALE;
  if (ctx && out->flags != 0) code = OAR_E_INVALID;
  if (code == OAR_OK) {
    std::shared_ptr<const BoundType> kept;
    const BoundType* type = find(ctx->instance(), kept, code);
    if (type != nullptr) Fill(*ctx, *type, info);
  }
  FillStruct(out, info);
  return code;
}

}  // namespace

int32_t Info(oar_ctx handle, uint32_t type, uint32_t type_index, oar_type_info* out) noexcept {
  return Answer(handle, out,
                [&](const Instance& instance, auto& kept, int32_t& code) -> const BoundType* {
                  const BoundType* found = instance.FindType(type);
                  if (IsSet(instance, type)) {
                    kept = instance.FindMember(type, type_index);
                    found = kept.get();
                    if (found == nullptr) code = OAR_E_NOT_FOUND;
                  } else if (found == nullptr) {
                    code = OAR_E_UNDECLARED;
                  } else if (type_index != 0) {
                    code = OAR_E_NOT_FOUND;
                    found = nullptr;
                  }
                  return found;
                });
}

int32_t At(oar_ctx handle, uint32_t type, uint64_t position, oar_type_info* out) noexcept {
  return Answer(handle, out,
                [&](const Instance& instance, auto& kept, int32_t& code) -> const BoundType* {
                  if (IsSet(instance, type)) {
                    const auto members = instance.Members(type);
                    code = position < members.size() ? OAR_OK : OAR_END;
                    if (code == OAR_OK) kept = members[position];
                    return kept.get();
                  }
                  const BoundType* found = instance.FindType(type);
                  code = found == nullptr ? OAR_E_UNDECLARED : position == 0 ? OAR_OK : OAR_END;
                  return code == OAR_OK ? found : nullptr;
                });
}

}  // namespace oarlock::pluginhost::type_info
