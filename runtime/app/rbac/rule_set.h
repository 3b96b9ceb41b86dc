#pragma once
// RuleSet: what an account needs, as the fewest rules of RBAC: by namespace, without what the rules
// for all namespaces grant anyway, resources with equal verbs in one rule.
//
// Filled from declarations (needs.h), printed by `oarlock rbac` and `oarlock inspect`, compared
// with what a cluster grants by rules_check.h. Value; threads [any]. Errors: none.

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "pluginhost/declare/declaration.h"

namespace oarlock::app {

struct RbacRule {
  std::string group;
  std::vector<std::string> resources;  // "pods/log"
  std::vector<std::string> names;      // none: all
  std::vector<std::string> verbs;
  friend auto operator<=>(const RbacRule&, const RbacRule&) = default;
};

class RuleSet {
 public:
  // By namespace; "" = all of them, and what is in none.
  using ByNamespace = std::map<std::string, std::vector<RbacRule>>;

  void Add(const pluginhost::AccessDecl& access);
  bool empty() const { return needed_.empty(); }
  ByNamespace Rules() const;

 private:
  struct Target {
    std::string group;
    std::string resource;
    std::vector<std::string> names;
    friend auto operator<=>(const Target&, const Target&) = default;
  };
  using Verbs = std::set<std::string>;
  using Needed = std::map<Target, Verbs>;

  void AddTo(const std::string& ns, const pluginhost::AccessDecl& access);
  static bool Covers(const Target& wide, const Target& narrow);
  static Verbs Without(const Needed& rules, const Target& target, Verbs verbs);
  Needed Reduced(const std::string& ns) const;

  std::map<std::string, Needed> needed_;  // by namespace
};

// `rules:` of a Role or ClusterRole, as YAML.
std::string RulesText(const std::vector<RbacRule>& rules);

}  // namespace oarlock::app
