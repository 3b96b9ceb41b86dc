#pragma once
// AccessControl: who a request comes from, and whether it may.
//
// A client is known by its certificate, by a ServiceAccount's token, or is anonymous; it may act as
// somebody else with the Impersonate headers. With kAlwaysAllow everybody may do everything; with
// kRbac what the roles and bindings in the store say, and system:masters everything.
// Asked by ApiServer before it looks at any object, and by the reviews. Threads: [any]; one lock
// for the policy, which is read anew after a change of a role or binding. Ownership: borrows store
// and clock. Errors: ApiError 401 for credentials that are none, 403 for what is not allowed.

#include <array>
#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "sandbox/access/rbac_policy.h"
#include "sandbox/access/token_signer.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

enum class AuthorizationMode { kAlwaysAllow, kRbac };

// Of requests that the sandbox makes of itself.
std::shared_ptr<const server::HttpPeer> Administrator();

class AccessControl {
 public:
  AccessControl(Store& store, const base::Clock& clock, AuthorizationMode mode);
  AccessControl(const AccessControl&) = delete;
  AccessControl& operator=(const AccessControl&) = delete;

  ApiResult<Identity> Identify(const server::HttpRequest& request) const;
  Decision Decide(const Identity& who, const AccessRequest& request) const;
  // Refuses what may not be; gives who may.
  ApiResult<Identity> Admit(const server::HttpRequest& request, const RequestPath& path,
                            const Query& query) const;
  std::vector<PolicyRule> RulesOf(const Identity& who, std::string_view ns) const;

  // The ServiceAccount of a token; nothing where it is none, or not any more.
  std::optional<Identity> ReadToken(std::string_view token) const;
  const TokenSigner& tokens() const { return tokens_; }

 private:
  ApiResult<Identity> Impersonate(Identity who, const server::HttpRequest& request) const;
  std::shared_ptr<const RbacPolicy> Policy() const;

  Store& store_;
  const AuthorizationMode mode_;
  const TokenSigner tokens_;
  mutable std::atomic<bool> stale_{true};
  std::array<std::shared_ptr<void>, std::size(RbacPolicy::kResources)> subscriptions_;
  mutable base::Mutex mutex_;
  mutable std::shared_ptr<const RbacPolicy> policy_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::sandbox
