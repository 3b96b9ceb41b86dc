#pragma once
// RulesCheck: which of the rules that an account needs the cluster does not grant it.
//
// The server itself says what it grants (SelfSubjectRulesReview), once per namespace. For
// `oarlock rbac --check`. Blocks. Threads: any, one at a time. Errors: those of the call;
// kUnimplemented where the server's authorizer cannot list its rules.

#include <string>
#include <vector>

#include "app/rbac/rule_set.h"
#include "base/status.h"
#include "kube/client.h"

namespace oarlock::app {

// One line each: "list, watch configmaps in namespace shop".
base::Result<std::vector<std::string>> MissingRules(const RuleSet& needed, kube::Client& client,
                                                    const kube::CallContext& call);

}  // namespace oarlock::app
