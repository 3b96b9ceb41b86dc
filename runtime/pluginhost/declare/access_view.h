#pragma once
// AccessView: what one instance may ask of the API server, compiled from its declaration; asked
// before anything is read or sent.
//
// Reading a declared type is allowed, everything else needs an access declaration. In-process this
// is a guard-rail against mistakes, not a security boundary: plugins share the host's memory.
// Immutable; threads [any]. Errors: kPermissionDenied that says what to declare.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/rest_mapper.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

struct AccessQuery {
  std::string_view verb;  // "get", "patch", "deletecollection", …
  const kube::ResourceInfo& resource;
  std::string_view subresource;
  std::string_view ns;
  std::string_view name;
};

class AccessView {
 public:
  AccessView() = default;
  explicit AccessView(std::vector<AccessDecl> rules) : rules_(std::move(rules)) {}

  base::Status Check(const AccessQuery& query) const;

 private:
  std::vector<AccessDecl> rules_;
};

}  // namespace oarlock::pluginhost
