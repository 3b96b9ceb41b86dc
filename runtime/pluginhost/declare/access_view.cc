#include "pluginhost/declare/access_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace oarlock::pluginhost {
namespace {

bool Has(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool Matches(std::string_view rule, std::string_view word) { return rule == "*" || rule == word; }

bool Allows(const AccessDecl& rule, const AccessQuery& query) {
  return Matches(rule.group, query.resource.gvr.group) &&
         Matches(rule.resource, query.resource.gvr.resource) &&
         Matches(rule.subresource, query.subresource) &&
         (Has(rule.verbs, query.verb) || Has(rule.verbs, "*")) &&
         (rule.namespaces.empty() || Has(rule.namespaces, query.ns)) &&
         (rule.names.empty() || Has(rule.names, query.name));
}

}  // namespace

base::Status AccessView::Check(const AccessQuery& query) const {
  const bool allowed = std::any_of(rules_.begin(), rules_.end(), [&query](const AccessDecl& rule) {
    return Allows(rule, query);
  });
  if (allowed) return base::Status::Ok();
  const std::string resource =
      query.resource.gvr.resource +
      (query.subresource.empty() ? "" : "/" + std::string(query.subresource));
  return {base::StatusCode::kPermissionDenied,
          fmt::format("the plugin did not declare access to {} {}{}{}{}", query.verb, resource,
                      query.resource.gvr.group.empty() ? "" : "." + query.resource.gvr.group,
                      query.ns.empty() ? "" : " in namespace ", query.ns)};
}

}  // namespace oarlock::pluginhost
