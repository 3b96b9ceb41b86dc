#include "sandbox/access/rbac_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "kube/decode.h"
#include "kube/selector.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kAll = "*";

bool Has(const std::vector<std::string>& list, std::string_view value) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& one) { return one == kAll || one == value; });
}

// "pods", "pods/log", "*/scale", "*".
bool NamesResource(const std::vector<std::string>& resources, const AccessRequest& request) {
  if (request.subresource.empty()) return Has(resources, request.resource);
  const std::string whole = request.resource + "/" + request.subresource;
  return Has(resources, whole) || Has(resources, "*/" + request.subresource);
}

// "/healthz", "/apis/*", "*".
bool NamesPath(const std::vector<std::string>& paths, std::string_view path) {
  return std::any_of(paths.begin(), paths.end(), [&](std::string_view one) {
    if (one.ends_with('*')) return path.starts_with(one.substr(0, one.size() - 1));
    return one == path;
  });
}

void ReadRules(const Json& role, std::vector<PolicyRule>& out) {
  const Json& rules = Member(role, "rules");
  if (!rules.is_array()) return;
  for (const Json& rule : rules) out.push_back(PolicyRule::Read(rule));
}

bool IsSelected(const Json& aggregation, const StoredObject& role) {
  const Json& selectors = Member(aggregation, "clusterRoleSelectors");
  return selectors.is_array() &&
         std::any_of(selectors.begin(), selectors.end(), [&](const Json& selector) {
           const auto document = kube::DocumentFromJson(WriteJson(selector));
           if (!document.ok()) return false;
           const auto read = kube::LabelSelector::FromValue(document->root());
           return read.ok() && read->Matches(role.labels.root());
         });
}

// Of every object of the resource.
template <typename Use>
void ForEach(const StoreState& state, std::string_view resource, const Use& use) {
  const ObjectMap& objects = state.Table(resource).objects;
  for (auto at = objects.First(); at.valid(); at.Next()) use(*at.value());
}

}  // namespace

PolicyRule PolicyRule::Read(const Json& rule) {
  return {TextsOf(Member(rule, "verbs")), TextsOf(Member(rule, "apiGroups")),
          TextsOf(Member(rule, "resources")), TextsOf(Member(rule, "resourceNames")),
          TextsOf(Member(rule, "nonResourceURLs"))};
}

bool PolicyRule::Covers(const AccessRequest& request) const {
  if (!Has(verbs, request.verb)) return false;
  if (!request.path.empty()) return NamesPath(paths, request.path);
  return Has(groups, request.group) && NamesResource(resources, request) &&
         (names.empty() || std::find(names.begin(), names.end(), request.name) != names.end());
}

bool RbacPolicy::Subject::Is(const Identity& who) const {
  if (kind == "User") return name == who.user;
  if (kind == "Group") {
    return std::find(who.groups.begin(), who.groups.end(), name) != who.groups.end();
  }
  return kind == "ServiceAccount" && who.user == AccountUser(ns, name);
}

std::string RbacPolicy::Subject::Shown() const {
  return fmt::format("{} \"{}{}{}\"", kind, name, ns.empty() ? "" : "/", ns);
}

RbacPolicy::RbacPolicy(const StoreState& state) {
  for (const auto& [resource, kind] :
       {std::pair(kResources[0], "ClusterRoleBinding"), std::pair(kResources[2], "RoleBinding")}) {
    ForEach(state, resource, [&, kind = kind](const StoredObject& stored) {
      bindings_.push_back(ReadBinding(kind, stored, state));
    });
  }
}

RbacPolicy::Binding RbacPolicy::ReadBinding(std::string_view kind, const StoredObject& stored,
                                            const StoreState& state) {
  const Json object = ParseTrustedJson(stored.text);
  const Json& role = Member(object, "roleRef");
  Binding out;
  out.ns = stored.ns;
  out.rules = FindRules(role, stored.ns, state);
  const std::string_view role_kind = TextAt(role, {"kind"});
  const std::string_view role_name = TextAt(role, {"name"});
  out.shown = fmt::format("{} \"{}{}{}\" of {} \"{}\"", kind, stored.name,
                          stored.ns.empty() ? "" : "/", stored.ns, role_kind, role_name);
  if (!out.rules) {
    out.missing = fmt::format("{}.rbac.authorization.k8s.io \"{}\" not found",
                              role_kind == "Role" ? "role" : "clusterrole", role_name);
  }
  if (const Json& subjects = Member(object, "subjects"); subjects.is_array()) {
    for (const Json& one : subjects) {
      out.subjects.push_back({std::string(TextAt(one, {"kind"})),
                              std::string(TextAt(one, {"name"})),
                              std::string(TextAt(one, {"namespace"}))});
    }
  }
  return out;
}

RbacPolicy::Rules RbacPolicy::FindRules(const Json& role_ref, std::string_view ns,
                                        const StoreState& state) {
  const std::string name(TextAt(role_ref, {"name"}));
  const bool in_namespace = TextAt(role_ref, {"kind"}) == "Role";
  const StoredPtr* found =
      in_namespace ? state.Table(kResources[3]).objects.Find(std::string(ns) + "/" + name)
                   : state.Table(kResources[1]).objects.Find(name);
  if (found == nullptr) return nullptr;
  const Json role = ParseTrustedJson((*found)->text);
  auto rules = std::make_shared<std::vector<PolicyRule>>();
  ReadRules(role, *rules);
  const Json& aggregation = Member(role, "aggregationRule");
  if (aggregation.is_object()) {
    ForEach(state, kResources[1], [&](const StoredObject& other) {
      if (IsSelected(aggregation, other)) ReadRules(ParseTrustedJson(other.text), *rules);
    });
  }
  return rules;
}

const RbacPolicy::Subject* RbacPolicy::Holds(const Binding& binding, const Identity& who,
                                             std::string_view ns) {
  if (!binding.ns.empty() && binding.ns != ns) return nullptr;
  const auto found = std::find_if(binding.subjects.begin(), binding.subjects.end(),
                                  [&](const Subject& subject) { return subject.Is(who); });
  return found == binding.subjects.end() ? nullptr : &*found;
}

Decision RbacPolicy::Decide(const Identity& who, const AccessRequest& request) const {
  std::string missing;
  for (const Binding& binding : bindings_) {
    const Subject* subject = Holds(binding, who, request.ns);
    if (subject == nullptr) continue;
    if (!binding.rules) {
      missing += (missing.empty() ? "" : ", ") + binding.missing;
      continue;
    }
    const bool covered = std::any_of(binding.rules->begin(), binding.rules->end(),
                                     [&](const PolicyRule& rule) { return rule.Covers(request); });
    if (covered) {
      return {true, fmt::format("RBAC: allowed by {} to {}", binding.shown, subject->Shown())};
    }
  }
  return {false, missing.empty() ? "" : "RBAC: " + missing};
}

std::vector<PolicyRule> RbacPolicy::RulesOf(const Identity& who, std::string_view ns) const {
  std::vector<PolicyRule> out;
  for (const Binding& binding : bindings_) {
    if (!binding.rules || Holds(binding, who, ns) == nullptr) continue;
    out.insert(out.end(), binding.rules->begin(), binding.rules->end());
  }
  return out;
}

}  // namespace oarlock::sandbox
