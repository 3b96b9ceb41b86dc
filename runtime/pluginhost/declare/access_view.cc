#include "pluginhost/declare/access_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace oarlock::pluginhost {
namespace {

base::Status Denied(std::string_view why, const AccessQuery& query) {
  const std::string resource =
      query.resource.gvr.resource +
      (query.subresource.empty() ? "" : "/" + std::string(query.subresource));
  return {base::StatusCode::kPermissionDenied,
          fmt::format("{} {} {}{}{}{}", why, query.verb, resource,
                      query.resource.gvr.group.empty() ? "" : "." + query.resource.gvr.group,
                      query.ns.empty() ? "" : " in namespace ", query.ns)};
}

}  // namespace

base::Status AccessView::Check(const AccessQuery& query) const {
  const bool declared =
      std::any_of(declared_.begin(), declared_.end(),
                  [&query](const AccessDecl& rule) { return Allows(rule, query); });
  if (!declared) return Denied("the plugin did not declare access to", query);
  return CheckPermitted(query);
}

bool AccessView::IsOutside(const AccessQuery& query) const {
  if (namespaces_.empty() || !query.resource.namespaced) return false;
  return std::find(namespaces_.begin(), namespaces_.end(), query.ns) == namespaces_.end();
}

base::Status AccessView::CheckPermitted(const AccessQuery& query) const {
  if (IsOutside(query)) {
    return Denied("the namespaces of the manifest do not allow to", query);
  }
  if (!permitted_ || permitted_->Allow(query)) return base::Status::Ok();
  return Denied("the manifest's permissions do not allow to", query);
}

}  // namespace oarlock::pluginhost
