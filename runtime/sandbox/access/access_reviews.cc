#include "sandbox/access/access_reviews.h"

#include "kube/timestamp.h"
#include "sandbox/access/access_control.h"
#include "sandbox/object/object_body.h"
#include "sandbox/object/object_meta.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kAudience = "https://kubernetes.default.svc";
constexpr int64_t kTokenSeconds = 3600;
constexpr int64_t kTokenSecondsMin = 600;

AccessRequest Asked(const Json& spec) {
  AccessRequest out;
  const Json& path = Member(spec, "nonResourceAttributes");
  if (path.is_object()) {
    out.verb = TextAt(path, {"verb"});
    out.path = TextAt(path, {"path"});
    return out;
  }
  const Json& resource = Member(spec, "resourceAttributes");
  out.verb = TextAt(resource, {"verb"});
  out.group = TextAt(resource, {"group"});
  out.resource = TextAt(resource, {"resource"});
  out.subresource = TextAt(resource, {"subresource"});
  out.ns = TextAt(resource, {"namespace"});
  out.name = TextAt(resource, {"name"});
  return out;
}

Json Answer(const ApiCall& call, const Identity& who, const AccessRequest& asked) {
  const Decision decision = call.env.access.Decide(who, asked);
  Json status = {{"allowed", decision.allowed}};
  if (!decision.reason.empty()) status["reason"] = decision.reason;
  return status;
}

// Of a review that names somebody else.
Identity Named(const Json& spec) {
  Identity out;
  out.user = TextAt(spec, {"user"});
  out.uid = TextAt(spec, {"uid"});
  out.groups = TextsOf(Member(spec, "groups"));
  return out;
}

Json RulesOf(const ApiCall& call, std::string_view ns) {
  Json resources = Json::array();
  Json paths = Json::array();
  for (const PolicyRule& rule : call.env.access.RulesOf(call.who, ns)) {
    if (!rule.paths.empty()) {
      paths.push_back({{"verbs", rule.verbs}, {"nonResourceURLs", rule.paths}});
      continue;
    }
    Json one = {{"verbs", rule.verbs}, {"apiGroups", rule.groups}, {"resources", rule.resources}};
    if (!rule.names.empty()) one["resourceNames"] = rule.names;
    resources.push_back(std::move(one));
  }
  return {{"incomplete", false}, {"resourceRules", resources}, {"nonResourceRules", paths}};
}

Json TokenStatus(const ApiCall& call, const Json& spec) {
  const auto account = call.env.access.ReadToken(TextAt(spec, {"token"}));
  if (!account) return {{"user", Json::object()}, {"error", "[invalid bearer token]"}};
  return {{"authenticated", true},
          {"user", account->ToJson()},
          {"audiences", Json::array({kAudience})}};
}

Json Claims(const ApiCall& call, const StoredObject& account, const Json& audiences) {
  return {{"aud", audiences},
          {"iss", kAudience},
          {"jti", NewUid(call.env.random)},
          {"sub", AccountUser(account.ns, account.name)},
          {"kubernetes.io",
           {{"namespace", account.ns},
            {"serviceaccount", {{"name", account.name}, {"uid", account.uid}}}}}};
}

// What a client left out, and an error where the time is none.
ApiStatus CompleteTokenRequest(Json& spec) {
  if (!Member(spec, "audiences").is_array()) spec["audiences"] = Json::array({kAudience});
  if (!Member(spec, "boundObjectRef").is_object()) spec["boundObjectRef"] = nullptr;
  Json& seconds = spec["expirationSeconds"];
  if (!seconds.is_number_integer()) seconds = kTokenSeconds;
  const auto asked = seconds.get<int64_t>();
  if (asked >= kTokenSecondsMin && asked <= kTokenSecondsMax) return {};
  const char* why = asked < kTokenSecondsMin
                        ? "may not specify a duration less than 10 minutes"
                        : "may not specify a duration larger than 2^32 seconds";
  return Invalid("authentication.k8s.io", "TokenRequest", "",
                 {FieldError::Invalid("spec.expirationSeconds", seconds, why)});
}

}  // namespace

void AnswerReview(const ApiCall& call, Json& review) {
  if (!review.contains("metadata")) review["metadata"] = Json::object();
  const std::string_view kind = TextAt(review, {"kind"});
  const Json& spec = Member(review, "spec");
  Json status;
  if (kind == "SelfSubjectReview") {
    status = {{"userInfo", call.who.ToJson()}};
  } else if (kind == "SelfSubjectRulesReview") {
    status = RulesOf(call, TextAt(spec, {"namespace"}));
  } else if (kind == "TokenReview") {
    status = TokenStatus(call, spec);
  } else {
    const bool self = kind == "SelfSubjectAccessReview";
    status = Answer(call, self ? call.who : Named(spec), Asked(spec));
  }
  review["status"] = std::move(status);
}

ApiResult<server::HttpResponse> CreateToken(ApiCall& call) {
  auto body = ReadObjectBody(call, {"authentication.k8s.io", "v1", "TokenRequest"});
  if (!body.ok()) return body.error();
  const StoredPtr account = call.env.store.Find(call.resource(), call.key());
  if (!account) return ObjectNotFound(*call.type, call.path.name);
  Json& spec = (*body)["spec"];
  if (auto error = CompleteTokenRequest(spec)) return *error;
  const std::chrono::seconds lifetime(spec["expirationSeconds"].get<int64_t>());
  (*body)["metadata"] = {
      {"name", account->name}, {"namespace", account->ns}, {"creationTimestamp", call.Now()}};
  const auto end = call.env.clock.UnixNow() + lifetime;
  (*body)["status"] = {
      {"token", call.env.access.tokens().Sign(Claims(call, *account, spec["audiences"]), lifetime)},
      {"expirationTimestamp", kube::FormatTime(end)}};
  return JsonAnswer(201, *body, call.accept);
}

}  // namespace oarlock::sandbox
