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
};

struct AccessDecl {
  std::string group;
  std::string resource;
  std::string subresource;
  std::vector<std::string> verbs;
  std::vector<std::string> namespaces;
  std::vector<std::string> names;
};

struct PredicateDecl {
  int32_t kind = 0;
  std::string text;
  std::vector<uint32_t> ids;
  uint32_t changes = 0;
};

struct MapperDecl {
  int32_t kind = 0;
  uint32_t target = 0;
  uint32_t path = 0;
  uint32_t index = 0;
  std::string text;
  std::string template_text;
  bool any_owner = false;
};

struct IndexPart {
  std::vector<uint32_t> paths;
  std::string split;
  std::string strip_prefix;
  bool lower_case = false;
};

struct IndexDecl {
  uint32_t type = 0;
  std::vector<IndexPart> parts;
  std::string separator;
};

struct PrimaryDecl {
  uint32_t type = 0;
  int32_t priority = 0;
  std::vector<uint32_t> predicates;
};

struct OwnedDecl {
  uint32_t type = 0;
  uint32_t target = 0;
  int32_t priority = 0;
  bool any_owner = false;
  std::vector<uint32_t> predicates;
};

struct WatchDecl {
  uint32_t type = 0;
  uint32_t mapper = 0;
  int32_t priority = 0;
  std::vector<uint32_t> predicates;
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
};

struct Declaration {
  std::map<uint32_t, TypeDecl> types;
  std::vector<AccessDecl> access;
  std::map<uint32_t, kube::Path> paths;
  std::map<uint32_t, PredicateDecl> predicates;
  std::map<uint32_t, MapperDecl> mappers;
  std::map<uint32_t, IndexDecl> indexes;
  ControllerDecl controller;
  std::vector<OwnedDecl> owned;
  std::vector<WatchDecl> watches;

  // Every id that is referred to exists and fits; kInvalidArgument names the first that does not.
  base::Status Check() const;
  // The primary type that `target` means: itself, or the only one where it is 0.
  base::Result<uint32_t> TargetOf(uint32_t target) const;
  bool IsPrimary(uint32_t type) const;
};

}  // namespace oarlock::pluginhost
