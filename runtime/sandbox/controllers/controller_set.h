#pragma once
// ControllerSet: which of the sandbox's controllers run. A value; threads [any].
// Errors: Parse → kInvalidArgument that names the word.

#include <string_view>

#include "base/status.h"

namespace oarlock::sandbox {

struct ControllerSet {
  bool gc = false;                // what owners leave behind
  bool namespaces = false;        // a deleted namespace is emptied and goes
  bool workloads = false;         // Deployments and the like make Pods, which become ready
  bool service_accounts = false;  // "default" and kube-root-ca.crt in every namespace

  static ControllerSet All() { return {true, true, true, true}; }
  bool any() const { return gc || namespaces || workloads || service_accounts; }
  // "all", "none" or a list of gc, namespaces, workloads, serviceaccounts with commas.
  static base::Result<ControllerSet> Parse(std::string_view text);
};

}  // namespace oarlock::sandbox
