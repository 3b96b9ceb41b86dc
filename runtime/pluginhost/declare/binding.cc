#include "pluginhost/declare/binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pluginhost/declare/index_function.h"
#include "pluginhost/declare/type_set.h"

namespace oarlock::pluginhost {
namespace {

cache::InformerRequest RequestOf(const BoundType& type, const std::string& ns) {
  cache::InformerRequest request;
  cache::InformerScope& scope = request.scope;
  request.also = type.also;
  scope.resource = type.resource;
  scope.ns = ns;
  scope.label_selector = type.decl.label_selector;
  scope.field_selector = type.decl.field_selector;
  if (type.decl.metadata_only) {
    scope.form = cache::ObjectForm::kMetadataOnly;
  } else if (type.decl.managed_fields) {
    scope.form = cache::ObjectForm::kFullWithManaged;
  }
  return request;
}

// The other accepted versions that the server serves: any of them may be what is watched.
base::Status ResolveOthers(BoundType& type, kube::RestMapper& mapper,
                           const kube::CallContext& call) {
  for (const std::string& version : type.decl.versions) {
    if (version == type.resource.gvr.version) continue;
    auto other = mapper.Map({type.decl.group, type.decl.kind}, {version}, call);
    if (!other.ok() && other.status().code() != base::StatusCode::kNotFound) return other.status();
    if (other.ok()) type.also.push_back(std::move(other).value());
  }
  return base::Status::Ok();
}

base::Status Resolve(BoundType& type, kube::RestMapper& mapper, const kube::CallContext& call) {
  auto resource = mapper.Map({type.decl.group, type.decl.kind}, type.decl.versions, call);
  if (resource.ok()) {
    type.resource = std::move(resource).value();
    type.available = true;
    return type.decl.versions.size() > 1 ? ResolveOthers(type, mapper, call) : base::Status::Ok();
  }
  const base::Status& status = resource.status();
  if (type.decl.optional && status.code() == base::StatusCode::kNotFound) {
    return base::Status::Ok();
  }
  return status.WithContext(kube::GroupKind{type.decl.group, type.decl.kind}.ToString());
}

base::Status AddIndexes(BoundType& type, const Declaration& declaration) {
  for (const auto& [id, index] : declaration.indexes) {
    if (index.type != type.decl.id) continue;
    if (index.callback) {
      type.plugin_indexes.emplace(id, std::make_shared<PluginIndex>());
      continue;
    }
    const std::string name = IndexName(index, declaration);
    type.indexes.emplace(id, name);
    for (const cache::InformerLease& informer : type.informers) {
      OARLOCK_ASSIGN_OR_RETURN(auto lease,
                               informer->EnsureIndex(name, IndexFunction(index, declaration)));
      type.index_leases.push_back(std::move(lease));
    }
  }
  return base::Status::Ok();
}

// Namespaces of which nothing may be seen are not even watched.
base::Status LeavePermitted(BoundType& type, const Permissions* permissions) {
  if (permissions == nullptr) return base::Status::Ok();
  type.visible = permissions->Cached(type.resource);
  std::vector<std::string>& declared = type.decl.namespaces;
  const std::vector<std::string> seen = type.visible.Namespaces();
  if (!seen.empty() && declared.empty()) {
    declared = seen;
  } else if (!seen.empty()) {
    std::erase_if(declared, [&seen](const std::string& ns) {
      return std::find(seen.begin(), seen.end(), ns) == seen.end();
    });
    if (declared.empty()) type.visible = ObjectFilter(std::vector<ObjectFilter::Part>());
  }
  if (!type.visible.nothing()) return base::Status::Ok();
  return {base::StatusCode::kPermissionDenied,
          fmt::format("the manifest's permissions do not allow to list and watch {}, which the "
                      "plugin declares; permit both or disable the plugin",
                      type.resource.gvr.ToString())};
}

base::Status WaitForMember(const BoundType& member, cache::SyncWait wait) {
  wait.fail_fast = true;
  for (const cache::InformerLease& informer : member.informers) {
    const base::Status synced = informer->WaitForSync(wait);
    const bool told = synced.code() == base::StatusCode::kPermissionDenied ||
                      synced.code() == base::StatusCode::kNotFound;
    if (!synced.ok() && !told) return synced.WithContext(member.resource.gvr.ToString());
  }
  return base::Status::Ok();
}

}  // namespace

base::Status AcquireType(BoundType& type, const Instance& instance) {
  if (!type.available || type.decl.uncached) return base::Status::Ok();
  OARLOCK_RETURN_IF_ERROR(LeavePermitted(type, instance.permissions()));
  std::vector<std::string> namespaces = type.decl.namespaces;
  if (namespaces.empty() || !type.resource.namespaced) namespaces = {""};
  for (const std::string& ns : namespaces) {
    OARLOCK_ASSIGN_OR_RETURN(
        auto lease, instance.env().informers.Acquire(RequestOf(type, ns), instance.name().plugin));
    type.informers.push_back(std::move(lease));
  }
  return AddIndexes(type, instance.declaration());
}

base::Status BindTypes(Instance& instance, const kube::CallContext& call) {
  const Declaration& declaration = instance.declaration();
  std::map<uint32_t, BoundType> types;
  for (const auto& [id, decl] : declaration.types) {
    BoundType& type = types[id];
    type.decl = decl;
    OARLOCK_RETURN_IF_ERROR(Resolve(type, instance.env().mapper, call));
  }
  for (auto& [id, type] : types) {
    OARLOCK_RETURN_IF_ERROR(AcquireType(type, instance));
  }
  instance.set_types(std::move(types));
  if (declaration.type_sets.empty()) return base::Status::Ok();
  OARLOCK_ASSIGN_OR_RETURN(const kube::ServedKinds served, instance.env().mapper.All(call));
  (void)ResolveTypeSets(instance, served);
  return base::Status::Ok();
}

base::Status WaitForTypes(const Instance& instance, const cache::SyncWait& wait) {
  for (const auto& [id, type] : instance.types()) {
    for (const cache::InformerLease& informer : type.informers) {
      const base::Status synced = informer->WaitForSync(wait);
      if (!synced.ok()) return synced.WithContext(type.resource.gvr.ToString());
    }
  }
  for (const auto& [id, set] : instance.declaration().type_sets) {
    for (const auto& member : instance.Members(id)) {
      OARLOCK_RETURN_IF_ERROR(WaitForMember(*member, wait));
    }
  }
  return base::Status::Ok();
}

}  // namespace oarlock::pluginhost
