#pragma once
// Declaration: what one instance declared, copied out of the ABI and checked; pure data.
//
// Made by DeclarationBuilder during the plugin's declare, consumed by Binding. Ids are the
// plugin's. Values; threads [any] once built. Limits: kDeclarationsMax of each kind.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "kube/path.h"

namespace oarlock::pluginhost {

inline constexpr size_t kDeclarationsMax = 1000;
inline constexpr size_t kPredicateDepthMax = 8;

struct TypeDecl {
  uint32_t id = 0;
  std::string group;
  std::string kind;
  std::vector<std::string> versions;
  std::vector<std::string> namespaces;
  std::string label_selector;
  std::string field_selector;
  bool metadata_only = false;
  bool optional = false;
  bool uncached = false;
  bool managed_fields = false;

  friend bool operator==(const TypeDecl&, const TypeDecl&) = default;
};

// A selector over discovery; its id is of the types' number space.
struct TypeSetDecl {
  uint32_t id = 0;
  std::vector<std::string> groups;   // none: all
  std::vector<std::string> kinds;    // "Kind" or "Kind.group"; none: all
  std::vector<std::string> exclude;  // likewise
  std::vector<std::string> verbs;
  std::vector<std::string> namespaces;
  std::string label_selector;
  int32_t scope = 0;  // OAR_SCOPE_*
  bool metadata_only = false;
  bool uncached = false;

  friend bool operator==(const TypeSetDecl&, const TypeSetDecl&) = default;
};

struct MetricDecl {
  int32_t kind = 0;  // OAR_METRIC_*
  std::string name;
  std::string help;
  std::vector<std::string> labels;
  std::vector<double> buckets;

  friend bool operator==(const MetricDecl&, const MetricDecl&) = default;
};

struct AccessDecl {
  std::string group;
  std::string resource;
  std::string subresource;
  std::vector<std::string> verbs;
  std::vector<std::string> namespaces;
  std::vector<std::string> names;

  friend bool operator==(const AccessDecl&, const AccessDecl&) = default;
};

struct PredicateDecl {
  int32_t kind = 0;
  std::string text;
  std::vector<uint32_t> ids;
  uint32_t changes = 0;

  friend bool operator==(const PredicateDecl&, const PredicateDecl&) = default;
};

struct MapperDecl {
  int32_t kind = 0;
  uint32_t target = 0;
  uint32_t path = 0;
  uint32_t index = 0;
  std::string text;
  std::string template_text;
  bool any_owner = false;

  friend bool operator==(const MapperDecl&, const MapperDecl&) = default;
};

struct IndexPart {
  std::vector<uint32_t> paths;
  std::string split;
  std::string strip_prefix;
  bool lower_case = false;

  friend bool operator==(const IndexPart&, const IndexPart&) = default;
};

struct IndexDecl {
  uint32_t type = 0;
  std::vector<IndexPart> parts;
  std::string separator;
  bool callback = false;  // by the plugin, then without parts

  friend bool operator==(const IndexDecl&, const IndexDecl&) = default;
};

struct PrimaryDecl {
  uint32_t type = 0;
  int32_t priority = 0;
  std::vector<uint32_t> predicates;

  friend bool operator==(const PrimaryDecl&, const PrimaryDecl&) = default;
};

struct OwnedDecl {
  uint32_t type = 0;
  uint32_t target = 0;
  int32_t priority = 0;
  bool any_owner = false;
  std::vector<uint32_t> predicates;

  friend bool operator==(const OwnedDecl&, const OwnedDecl&) = default;
};

struct WatchDecl {
  uint32_t type = 0;
  uint32_t mapper = 0;
  int32_t priority = 0;
  std::vector<uint32_t> predicates;

  friend bool operator==(const WatchDecl&, const WatchDecl&) = default;
};

struct ControllerDecl {
  std::vector<PrimaryDecl> primaries;
  uint32_t max_concurrent = 0;
  int32_t priority = 0;
  base::Duration resync{0};
  base::Duration backoff_base{0};
  base::Duration backoff_max{0};
  double rate_qps = 0;
  uint32_t rate_burst = 0;
  bool all_replicas = false;
  bool external = false;  // it has keys of its own, of type 0

  friend bool operator==(const ControllerDecl&, const ControllerDecl&) = default;
};

struct Declaration {
  std::map<uint32_t, TypeDecl> types;
  std::map<uint32_t, TypeSetDecl> type_sets;
  std::vector<AccessDecl> access;
  std::vector<std::string> namespaces;  // that the manifest leaves it; empty: all
  std::map<uint32_t, kube::Path> paths;
  std::map<uint32_t, PredicateDecl> predicates;
  std::map<uint32_t, MapperDecl> mappers;
  std::map<uint32_t, IndexDecl> indexes;
  std::map<uint32_t, MetricDecl> metrics;
  ControllerDecl controller;
  std::vector<OwnedDecl> owned;
  std::vector<WatchDecl> watches;

  // Types of all namespaces become types of these, others lose the namespaces that are not among
  // them; empty = no bound. kInvalidArgument for a type that would be left with none. Access stays
  // as declared: only a server knows what has a namespace (AccessView).
  base::Status NarrowTo(const std::vector<std::string>& namespaces);
  // Every id that is referred to exists and fits; kInvalidArgument names the first that does not.
  base::Status Check() const;
  // The primary type that `target` means: itself, or the only one where it is 0.
  base::Result<uint32_t> TargetOf(uint32_t target) const;
  bool IsPrimary(uint32_t type) const;
  // A key of that type can be one of this controller's.
  bool HasKeysOf(uint32_t type) const { return type == 0 ? controller.external : IsPrimary(type); }
};

}  // namespace oarlock::pluginhost
