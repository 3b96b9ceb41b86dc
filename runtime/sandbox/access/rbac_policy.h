#pragma once
// RbacPolicy: what the Roles, ClusterRoles and bindings of one state of the store allow.
//
// Read by AccessControl when one of them has changed; decides without looking at the store again.
// A cluster role with an aggregationRule has the rules of those that it selects. Threads:
// immutable, [any]. Errors: none; a binding to a role that is not there is a reason in the refusal.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/access/identity.h"
#include "sandbox/store/store.h"

namespace oarlock::sandbox {

struct PolicyRule {
  std::vector<std::string> verbs, groups, resources, names, paths;

  static PolicyRule Read(const Json& rule);
  bool Covers(const AccessRequest& request) const;
};

struct Decision {
  bool allowed = false;
  std::string reason;  // "RBAC: allowed by …", or why a binding counts for nothing
};

class RbacPolicy {
 public:
  // The resources it depends on, as the store names them.
  static constexpr std::string_view kResources[] = {
      "clusterrolebindings.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io",
      "rolebindings.rbac.authorization.k8s.io", "roles.rbac.authorization.k8s.io"};

  explicit RbacPolicy(const StoreState& state);
  Decision Decide(const Identity& who, const AccessRequest& request) const;
  // What the identity may do in that namespace, and everywhere.
  std::vector<PolicyRule> RulesOf(const Identity& who, std::string_view ns) const;

 private:
  using Rules = std::shared_ptr<const std::vector<PolicyRule>>;
  struct Subject {
    std::string kind, name, ns;
    bool Is(const Identity& who) const;
    std::string Shown() const;
  };
  struct Binding {
    std::string ns;     // "" = of the whole cluster
    std::string shown;  // RoleBinding "a/ns" of Role "b"
    std::string missing;
    std::vector<Subject> subjects;
    Rules rules;  // null: missing says why
  };
  static Binding ReadBinding(std::string_view kind, const StoredObject& stored,
                             const StoreState& state);
  static Rules FindRules(const Json& role_ref, std::string_view ns, const StoreState& state);
  // The subject by which the binding holds for the identity in that namespace; null: it does not.
  static const Subject* Holds(const Binding& binding, const Identity& who, std::string_view ns);

  std::vector<Binding> bindings_;
};

}  // namespace oarlock::sandbox
