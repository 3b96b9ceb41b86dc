#include "sandbox/access/default_roles.h"

#include <map>
#include <set>
#include <string>

#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kGroup = "rbac.authorization.k8s.io";

Json Meta(const std::string& name) {
  return {{"name", name},
          {"labels", {{"kubernetes.io/bootstrapping", "rbac-defaults"}}},
          {"annotations", {{"rbac.authorization.kubernetes.io/autoupdate", "true"}}}};
}

Json Role(const std::string& name, Json rules) {
  return {{"apiVersion", "rbac.authorization.k8s.io/v1"},
          {"kind", "ClusterRole"},
          {"metadata", Meta(name)},
          {"rules", std::move(rules)}};
}

Json Binding(const std::string& role, const std::vector<const char*>& groups) {
  Json subjects = Json::array();
  for (const char* group : groups) {
    subjects.push_back({{"kind", "Group"}, {"name", group}, {"apiGroup", kGroup}});
  }
  return {{"apiVersion", "rbac.authorization.k8s.io/v1"},
          {"kind", "ClusterRoleBinding"},
          {"metadata", Meta(role)},
          {"roleRef", {{"kind", "ClusterRole"}, {"name", role}, {"apiGroup", kGroup}}},
          {"subjects", std::move(subjects)}};
}

Json Rule(Json groups, Json resources, Json verbs) {
  return {{"apiGroups", std::move(groups)},
          {"resources", std::move(resources)},
          {"verbs", std::move(verbs)}};
}

Json Paths(Json paths) {
  return Json::array({{{"nonResourceURLs", std::move(paths)}, {"verbs", Json::array({"get"})}}});
}

Json All() {
  const Json all = Json::array({"*"});
  return Json::array({Rule(all, all, all), {{"nonResourceURLs", all}, {"verbs", all}}});
}

// Nobody who only looks may see them.
bool IsSecret(const ResourceType& type) { return type.group.empty() && type.plural == "secrets"; }
bool IsAboutRights(const ResourceType& type) { return type.group == kGroup; }

// By group, the built-in resources in namespaces that `use` wants, with their subresources.
template <typename Wanted>
std::map<std::string, std::set<std::string>> Resources(const Wanted& wanted) {
  std::map<std::string, std::set<std::string>> out;
  for (const auto& type : BuiltinTypes()) {
    if (!type->namespaced || !type->Has("get") || !wanted(*type)) continue;
    out[type->group].insert(type->plural);
    for (const Subresource& sub : type->subresources) {
      out[type->group].insert(type->plural + "/" + sub.name);
    }
  }
  return out;
}

void Add(const std::map<std::string, std::set<std::string>>& resources, const Json& verbs,
         Json& rules) {
  for (const auto& [group, names] : resources) {
    rules.push_back(Rule(Json::array({group}), Json(names), verbs));
  }
}

Json ViewRules() {
  Json rules = Json::array();
  Add(Resources([](const ResourceType& type) { return !IsSecret(type) && !IsAboutRights(type); }),
      Json::array({"get", "list", "watch"}), rules);
  rules.push_back(
      Rule(Json::array({""}), Json::array({"namespaces"}), Json::array({"get", "list", "watch"})));
  return rules;
}

// Of edit; with the rights themselves: of admin.
Json ChangeRules(bool rights) {
  Json rules = ViewRules();
  Add(Resources([rights](const ResourceType& type) { return rights || !IsAboutRights(type); }),
      Json::array(
          {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"}),
      rules);
  rules.push_back(
      Rule(Json::array({""}), Json::array({"serviceaccounts"}), Json::array({"impersonate"})));
  return rules;
}

}  // namespace

std::vector<Json> DefaultRoles() {
  const Json health = Json::array({"/healthz", "/livez", "/readyz", "/version", "/version/"});
  Json discovery = health;
  for (const char* path : {"/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*"}) {
    discovery.push_back(path);
  }
  const Json create = Json::array({"create"});
  const Json self = Json::array(
      {Rule(Json::array({"authorization.k8s.io"}),
            Json::array({"selfsubjectaccessreviews", "selfsubjectrulesreviews"}), create),
       Rule(Json::array({"authentication.k8s.io"}), Json::array({"selfsubjectreviews"}), create)});
  return {Role("cluster-admin", All()),
          Role("system:discovery", Paths(discovery)),
          Role("system:public-info-viewer", Paths(health)),
          Role("system:basic-user", self),
          Role("admin", ChangeRules(true)),
          Role("edit", ChangeRules(false)),
          Role("view", ViewRules()),
          Binding("cluster-admin", {"system:masters"}),
          Binding("system:discovery", {"system:authenticated"}),
          Binding("system:public-info-viewer", {"system:authenticated", "system:unauthenticated"}),
          Binding("system:basic-user", {"system:authenticated"})};
}

}  // namespace oarlock::sandbox
