#include "app/rbac/needs.h"

#include <utility>

#include "app/check/kind_name.h"

namespace oarlock::app {
namespace {

using pluginhost::AccessDecl;
using Texts = std::vector<std::string>;

class Collector {
 public:
  Collector(const Texts& namespaces, const pluginhost::Permissions* permitted)
      : within_({{"*", "*", "*", {"*"}, namespaces, {}}}), permitted_(permitted) {}

  void Type(const std::string& group, const std::string& resource, const Texts& namespaces,
            bool uncached) {
    AccessDecl rule{group, resource, resource == "*" ? "*" : "", {}, namespaces, {}};
    if (!uncached) {
      rule.verbs = {"list", "watch"};
      Add(rule, needs_.host);
      // A shared informer has all names.
      for (AccessDecl& part : needs_.host) part.names.clear();
    }
    rule.verbs = {"get", "list"};
    Add(rule, needs_.calls);
  }
  void Access(const AccessDecl& rule) {
    if (!IsNamespaced(rule.group, rule.resource)) return Add(rule, needs_.calls);
    for (const AccessDecl& part : within_.Within(rule)) Add(part, needs_.calls);
  }
  PluginNeeds Take() { return std::move(needs_); }

 private:
  void Add(const AccessDecl& rule, std::vector<AccessDecl>& to) const {
    if (permitted_ == nullptr) return to.push_back(rule);
    for (AccessDecl& part : permitted_->Within(rule)) to.push_back(std::move(part));
  }

  const pluginhost::Permissions within_;  // the namespaces of the manifest
  const pluginhost::Permissions* permitted_;
  PluginNeeds needs_;
};

// Which types a set has only a server says: "*" where it names no kinds.
void AddSet(const pluginhost::TypeSetDecl& set, Collector& collector) {
  const Texts groups = set.groups.empty() ? Texts{"*"} : set.groups;
  for (const std::string& group : groups) {
    if (set.kinds.empty()) collector.Type(group, "*", set.namespaces, set.uncached);
  }
  for (const std::string& kind : set.kinds) {
    const size_t dot = kind.find('.');
    const std::string name = kind.substr(0, dot);
    const Texts of_kind = dot == std::string::npos ? groups : Texts{kind.substr(dot + 1)};
    for (const std::string& group : of_kind) {
      const KindName known = NameOfKind(group, name);
      collector.Type(group, known.plural, known.namespaced ? set.namespaces : Texts(),
                     set.uncached);
    }
  }
}

AccessDecl In(const std::string& ns, std::string group, std::string resource, Texts verbs,
              Texts names = {}) {
  return {std::move(group), std::move(resource), "", std::move(verbs), {ns}, std::move(names)};
}

// Where rollbacks are remembered; and the manifest itself, where it is an object.
void AddManifest(const HostNeedsOptions& options, std::vector<AccessDecl>& out) {
  if (!options.object) {
    out.push_back(
        In(options.ns, "", "configmaps", {"get", "patch"}, {"oarlock-" + options.manifest}));
    out.push_back(In(options.ns, "", "configmaps", {"create"}));
    return;
  }
  const kube::ObjectRef& object = *options.object;
  AccessDecl rule = In(object.ns, object.resource.gvr.group, object.resource.gvr.resource,
                       {"get", "list", "watch"}, {object.name});
  out.push_back(rule);
  rule.subresource = "status";
  rule.verbs = {"patch"};
  out.push_back(std::move(rule));
}

}  // namespace

PluginNeeds NeedsOf(const pluginhost::Declaration& declaration,
                    const pluginhost::Permissions* permitted) {
  Collector collector(declaration.namespaces, permitted);
  for (const auto& [id, type] : declaration.types) {
    const KindName name = NameOfKind(type.group, type.kind);
    collector.Type(type.group, name.plural, name.namespaced ? type.namespaces : Texts(),
                   type.uncached);
  }
  for (const auto& [id, set] : declaration.type_sets) AddSet(set, collector);
  for (const AccessDecl& access : declaration.access) collector.Access(access);
  return collector.Take();
}

std::vector<AccessDecl> HostNeeds(const HostNeedsOptions& options) {
  std::vector<AccessDecl> out = {{"events.k8s.io", "events", "", {"create", "patch"}, {}, {}}};
  AddManifest(options, out);
  if (!options.lease.empty()) {
    const std::string& ns = options.lease_ns.empty() ? options.ns : options.lease_ns;
    const std::string group = "coordination.k8s.io";
    out.push_back(In(ns, group, "leases", {"get", "update", "watch"}, {options.lease}));
    out.push_back(In(ns, group, "leases", {"create"}));
  }
  for (const kube::ServiceAccount& account : options.accounts) {
    AccessDecl rule = In(account.ns, "", "serviceaccounts", {"create"}, {account.name});
    rule.subresource = "token";
    out.push_back(std::move(rule));
  }
  for (const std::string& secret : options.secrets) {
    out.push_back(In(options.ns, "", "secrets", {"list", "watch"}, {secret}));
  }
  if (options.reviews) {
    out.push_back({"authentication.k8s.io", "tokenreviews", "", {"create"}, {}, {}});
    out.push_back({"authorization.k8s.io", "subjectaccessreviews", "", {"create"}, {}, {}});
  }
  return out;
}

}  // namespace oarlock::app
