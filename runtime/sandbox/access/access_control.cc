#include "sandbox/access/access_control.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kBearer = "Bearer ";
constexpr const char* kAuthenticated = "system:authenticated";

ApiError Unauthorized() { return {401, "Unauthorized", "Unauthorized", {}}; }

bool IsMaster(const Identity& who) {
  return std::find(who.groups.begin(), who.groups.end(), kMastersGroup) != who.groups.end();
}

void AddGroup(const char* group, Identity& who) {
  if (std::find(who.groups.begin(), who.groups.end(), group) == who.groups.end()) {
    who.groups.emplace_back(group);
  }
}

Identity AccountIdentity(std::string_view ns, std::string_view name) {
  Identity out;
  out.user = AccountUser(ns, name);
  out.groups = {"system:serviceaccounts", "system:serviceaccounts:" + std::string(ns),
                kAuthenticated};
  return out;
}

// What must be allowed before somebody may act as a user or a group.
AccessRequest ImpersonationOf(const char* resource, const std::string& name) {
  AccessRequest out;
  out.verb = "impersonate";
  out.resource = resource;
  out.name = name;
  const std::string_view prefix(kAccountPrefix);
  const size_t colon = name.find(':', prefix.size());
  if (out.resource == "users" && name.starts_with(prefix) && colon != std::string::npos) {
    out.resource = "serviceaccounts";
    out.ns = name.substr(prefix.size(), colon - prefix.size());
    out.name = name.substr(colon + 1);
  }
  return out;
}

}  // namespace

std::shared_ptr<const server::HttpPeer> Administrator() {
  static const auto peer =
      std::make_shared<const server::HttpPeer>(server::HttpPeer{kAdministrator, {kMastersGroup}});
  return peer;
}

AccessControl::AccessControl(Store& store, const base::Clock& clock, AuthorizationMode mode)
    : store_(store), mode_(mode), tokens_(clock) {
  for (size_t i = 0; i < subscriptions_.size(); ++i) {
    subscriptions_[i] = store.Subscribe(RbacPolicy::kResources[i], [this] { stale_ = true; });
  }
}

ApiResult<Identity> AccessControl::Identify(const server::HttpRequest& request) const {
  const std::string_view authorization = request.Header("Authorization");
  Identity who;
  if (request.peer) {
    who.user = request.peer->common_name;
    who.groups = request.peer->organizations;
    AddGroup(kAuthenticated, who);
  } else if (authorization.starts_with(kBearer)) {
    auto account = ReadToken(authorization.substr(kBearer.size()));
    if (!account) return Unauthorized();
    who = std::move(*account);
  } else {
    who.user = "system:anonymous";
    who.groups = {"system:unauthenticated"};
  }
  return Impersonate(std::move(who), request);
}

ApiResult<Identity> AccessControl::Impersonate(Identity who,
                                               const server::HttpRequest& request) const {
  Identity other;
  other.user = request.Header("Impersonate-User");
  other.uid = request.Header("Impersonate-Uid");
  std::vector<AccessRequest> needed;
  if (!other.user.empty()) needed.push_back(ImpersonationOf("users", other.user));
  other.groups = request.Headers("Impersonate-Group");
  for (const std::string& group : other.groups) {
    needed.push_back(ImpersonationOf("groups", group));
  }
  if (needed.empty()) return who;
  if (other.user.empty()) {
    return BadRequest("requested impersonation of groups without impersonating a user");
  }
  for (const AccessRequest& need : needed) {
    const Decision decision = Decide(who, need);
    if (!decision.allowed) return need.Refusal(who, decision.reason);
  }
  if (other.groups.empty() && needed.front().resource == "serviceaccounts") {
    other.groups = AccountIdentity(needed.front().ns, needed.front().name).groups;
  }
  AddGroup(kAuthenticated, other);
  return other;
}

Decision AccessControl::Decide(const Identity& who, const AccessRequest& request) const {
  if (mode_ == AuthorizationMode::kAlwaysAllow || IsMaster(who)) return {true, {}};
  return Policy()->Decide(who, request);
}

ApiResult<Identity> AccessControl::Admit(const server::HttpRequest& request,
                                         const RequestPath& path, const Query& query) const {
  auto who = Identify(request);
  if (!who.ok()) return who;
  const std::string_view target = request.target;
  const auto wanted =
      AccessRequest::Of(request.method, target.substr(0, target.find('?')), path, query);
  const Decision decision = Decide(*who, wanted);
  if (!decision.allowed) return wanted.Refusal(*who, decision.reason);
  return who;
}

std::vector<PolicyRule> AccessControl::RulesOf(const Identity& who, std::string_view ns) const {
  if (mode_ == AuthorizationMode::kAlwaysAllow || IsMaster(who)) {
    return {{{"*"}, {"*"}, {"*"}, {}, {}}, {{"*"}, {}, {}, {}, {"*"}}};
  }
  return Policy()->RulesOf(who, ns);
}

std::optional<Identity> AccessControl::ReadToken(std::string_view token) const {
  const auto claims = tokens_.Read(token);
  if (!claims) return std::nullopt;
  const Json& kubernetes = Member(*claims, "kubernetes.io");
  const std::string_view ns = TextAt(kubernetes, {"namespace"});
  const std::string_view name = TextAt(kubernetes, {"serviceaccount", "name"});
  const StoredPtr account =
      store_.Find("serviceaccounts", std::string(ns) + "/" + std::string(name));
  const std::string_view uid = TextAt(kubernetes, {"serviceaccount", "uid"});
  if (!account || account->uid != uid) return std::nullopt;
  Identity out = AccountIdentity(ns, name);
  out.uid = uid;
  out.extra["authentication.kubernetes.io/credential-id"] =
      Json::array({"JTI=" + std::string(TextAt(*claims, {"jti"}))});
  return out;
}

std::shared_ptr<const RbacPolicy> AccessControl::Policy() const {
  base::MutexLock lock(mutex_);
  if (stale_.exchange(false)) policy_ = std::make_shared<RbacPolicy>(*store_.Read());
  return policy_;
}

}  // namespace oarlock::sandbox
