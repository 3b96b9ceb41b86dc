#pragma once
// Names of API types: group, version, kind and resource.
// Values; comparable and hashable by their text. Threads: [any].

#include <compare>
#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::kube {

struct GroupVersion {
  std::string group;  // "" = the core group
  std::string version;

  // "v1" or "apps/v1". More than one slash or an empty version is an error.
  static base::Result<GroupVersion> Parse(std::string_view api_version);
  // "v1", "apps/v1": the form of the apiVersion field.
  std::string ToString() const;
  friend auto operator<=>(const GroupVersion&, const GroupVersion&) = default;
};

struct GroupKind {
  std::string group;
  std::string kind;

  // "ConfigMap", "Deployment.apps".
  std::string ToString() const;
  friend auto operator<=>(const GroupKind&, const GroupKind&) = default;
};

struct GroupVersionKind {
  std::string group;
  std::string version;
  std::string kind;

  GroupVersion group_version() const { return {group, version}; }
  GroupKind group_kind() const { return {group, kind}; }
  // "apps/v1 Deployment".
  std::string ToString() const;
  friend auto operator<=>(const GroupVersionKind&, const GroupVersionKind&) = default;
};

struct GroupVersionResource {
  std::string group;
  std::string version;
  std::string resource;  // plural, lower case: "deployments"

  GroupVersion group_version() const { return {group, version}; }
  // "deployments.v1.apps", "configmaps.v1": short and unambiguous, for logs and metric labels.
  std::string ToString() const;
  friend auto operator<=>(const GroupVersionResource&, const GroupVersionResource&) = default;
};

}  // namespace oarlock::kube
