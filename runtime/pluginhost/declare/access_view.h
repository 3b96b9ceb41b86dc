#pragma once
// AccessView: what one instance may ask of the API server: what it declared, within the namespaces
// and the permissions of the manifest; asked before anything is read or sent.
//
// Reading a declared type is declared, everything else needs an access declaration. In-process this
// is a guard-rail against mistakes, not a security boundary: plugins share the host's memory.
// Immutable; threads [any]. Errors: kPermissionDenied that says what to declare or to permit.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "pluginhost/declare/declaration.h"
#include "pluginhost/declare/permissions.h"

namespace oarlock::pluginhost {

class AccessView {
 public:
  AccessView() = default;
  // `namespaces`: empty for all; of types that have none, no bound. `permitted`: null where the
  // manifest says nothing, which permits what is declared.
  AccessView(std::vector<AccessDecl> declared, std::vector<std::string> namespaces,
             std::shared_ptr<const Permissions> permitted)
      : declared_(std::move(declared)),
        namespaces_(std::move(namespaces)),
        permitted_(std::move(permitted)) {}

  base::Status Check(const AccessQuery& query) const;
  // For a type that is declared by other means.
  base::Status CheckPermitted(const AccessQuery& query) const;

 private:
  bool IsOutside(const AccessQuery& query) const;

  std::vector<AccessDecl> declared_;
  std::vector<std::string> namespaces_;
  std::shared_ptr<const Permissions> permitted_;
};

}  // namespace oarlock::pluginhost
