#pragma once
// ResourceType: one resource of an API server in one version: what discovery says of it.
//
// Built-in ones are those of the pinned server (generated/); those of CRDs are made by
// schema/crd.h. Used by the server for routing and discovery.
// Values; threads [any]. Errors: none.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/gvk.h"

namespace oarlock::sandbox {

struct Subresource {
  std::string name;             // "status", "scale", "eviction"
  kube::GroupVersionKind kind;  // of its bodies: autoscaling/v1 Scale
  std::vector<std::string> verbs;
};

struct ResourceType {
  std::string group;  // "" = the core group
  std::string version;
  std::string kind;
  std::string list_kind;  // "" where it cannot be listed
  std::string plural;
  std::string singular;
  std::vector<std::string> short_names;
  std::vector<std::string> categories;  // "all"
  std::vector<std::string> verbs;       // in the order of their names
  std::vector<Subresource> subresources;
  std::string storage_version_hash;  // as discovery shows it; may be empty
  bool namespaced = false;
  bool builtin = false;  // decoded by Go types; takes strategic merge patches

  kube::GroupVersion group_version() const { return {group, version}; }
  kube::GroupVersionKind gvk() const { return {group, version, kind}; }
  kube::GroupVersionResource gvr() const { return {group, version, plural}; }
  // "v1", "apps/v1".
  std::string api_version() const { return group_version().ToString(); }
  // "configmaps", "deployments.apps": how messages of errors name it.
  std::string qualified() const { return group.empty() ? plural : plural + "." + group; }
  bool Has(std::string_view verb) const;
  // Null where there is none.
  const Subresource* Find(std::string_view subresource) const;
};

// All of the pinned server, in the order of its discovery: the core group first, then groups by
// priority, preferred versions first. Reads the table anew each time: hold the answer.
std::vector<std::shared_ptr<const ResourceType>> BuiltinTypes();

// Fields beside metadata.name and metadata.namespace by which a type's lists can be selected, as
// paths: "spec.nodeName". Empty for most, and for what is not built-in.
std::vector<std::string_view> SelectableFields(const ResourceType& type);
// The server counts changes of the desired state in metadata.generation.
bool HasGeneration(const ResourceType& type);

}  // namespace oarlock::sandbox
