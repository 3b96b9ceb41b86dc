#include "app/admin/access_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/admin/exchange.h"
#include "base/digest/sha256.h"
#include "base/text/lower_case.h"

namespace oarlock::app {
namespace {

constexpr std::string_view kBearer = "Bearer ";

const kube::ResourceInfo kTokenReviews{
    {"authentication.k8s.io", "v1", "tokenreviews"}, "TokenReview", false, {"create"}, {}};
const kube::ResourceInfo kAccessReviews{{"authorization.k8s.io", "v1", "subjectaccessreviews"},
                                        "SubjectAccessReview",
                                        false,
                                        {"create"},
                                        {}};

// The token of "Bearer TOKEN"; empty: none.
std::string TokenOf(const server::HttpRequest& request) {
  const std::string_view header = request.Header("Authorization");
  if (header.size() <= kBearer.size()) return {};
  const std::string_view scheme = header.substr(0, kBearer.size());
  if (!base::SameInLowerCase(scheme, kBearer)) return {};
  return std::string(header.substr(kBearer.size()));
}

std::string_view ResultName(int status) {
  switch (status) {
    case 200: return "allowed";
    case 401: return "unauthenticated";
    case 403: return "forbidden";
    default: return "error";
  }
}

server::HttpResponse Answer(int status, const std::string& text) {
  server::HttpResponse response;
  response.status = status;
  response.content_type = "application/json";
  response.body = sandbox::WriteJson({{"error", text}}) + "\n";
  if (status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  if (status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

// {"user", "groups", …} of a TokenReview as a SubjectAccessReview has them.
Json SpecOf(const Json& user, const std::string& verb, const std::string& path) {
  Json spec = {{"user", sandbox::Member(user, "username")},
               {"nonResourceAttributes", {{"path", path}, {"verb", verb}}}};
  for (const char* member : {"groups", "uid", "extra"}) sandbox::CopyMember(user, member, spec);
  return spec;
}

base::Result<Json> Ask(kube::Client& client, const kube::ResourceInfo& resource, const Json& spec,
                       const kube::CallContext& call) {
  const Json body = {{"apiVersion", resource.gvr.group_version().ToString()},
                     {"kind", resource.kind},
                     {"spec", spec}};
  OARLOCK_ASSIGN_OR_RETURN(
      const kube::Object answer,
      client.Create({resource, "", "", ""}, sandbox::WriteJson(body), {}, call));
  return sandbox::Member(sandbox::ParseTrustedJson(answer.ToJson()), "status");
}

bool IsTrue(const Json& object, std::string_view name) {
  const Json& value = sandbox::Member(object, name);
  return value.is_boolean() && value.get<bool>();
}

}  // namespace

AccessFilter::AccessFilter(std::shared_ptr<server::HttpHandler> inner, const Deps& deps)
    : inner_(std::move(inner)), deps_(deps) {
  for (const int status : {200, 401, 403, 503}) {
    const std::string_view result = ResultName(status);
    requests_[result] = deps.metrics.MakeCounter(
        "oarlock_admin_requests_total",
        "Requests to the admin API over TLS, by what the API server said of them.",
        {{"result", std::string(result)}});
  }
}

server::HttpResponse AccessFilter::Refuse(int status, std::string_view why) {
  return inner_->Refuse(status, why);
}

void AccessFilter::Handle(server::HttpRequest request, server::HttpReply reply) {
  std::string token = TokenOf(request);
  if (token.empty()) {
    return Conclude({401, "a bearer token is needed", {}}, std::move(request), reply);
  }
  std::string verb = base::LowerCase(request.method);
  std::string path = request.target.substr(0, request.target.find('?'));
  std::string key = base::Sha256Hex(token) + " " + verb + " " + path;
  if (const auto known = Remembered(key)) return Conclude(*known, std::move(request), reply);
  if (!BeginReview()) {
    return Conclude({503, "too many requests wait to be authorized", {}}, std::move(request),
                    reply);
  }
  deps_.executor.Post([self = shared_from_this(), token = std::move(token), verb = std::move(verb),
                       path = std::move(path), key = std::move(key), request = std::move(request),
                       reply = std::move(reply)]() mutable {
    const Decision decision = self->Review(token, verb, path);
    self->EndReview();
    self->Remember(key, decision);
    self->Conclude(decision, std::move(request), reply);
  });
}

AccessFilter::Decision AccessFilter::Review(const std::string& token, const std::string& verb,
                                            const std::string& path) {
  const kube::CallContext call{deps_.clock.Now() + kAccessReviewTimeout, {}};
  const auto known = Ask(*deps_.client, kTokenReviews, {{"token", token}}, call);
  if (!known.ok()) {
    deps_.log.Warning("a token could not be reviewed", {{"error", known.status().message()}});
    return {503, "the API server did not review the token: " + known.status().message(), {}};
  }
  if (!IsTrue(*known, "authenticated")) {
    return {401, "the token is not known to the API server", deps_.clock.Now() + kAccessRefused};
  }
  const Json& user = sandbox::Member(*known, "user");
  const auto may = Ask(*deps_.client, kAccessReviews, SpecOf(user, verb, path), call);
  if (!may.ok()) {
    deps_.log.Warning("access could not be reviewed", {{"error", may.status().message()}});
    return {503, "the API server did not review the access: " + may.status().message(), {}};
  }
  if (IsTrue(*may, "allowed")) return {200, "", deps_.clock.Now() + kAccessGranted};
  return {403,
          fmt::format("{} may not {} {}: a ClusterRole with nonResourceURLs allows it",
                      sandbox::TextAt(user, {"username"}), verb, path),
          deps_.clock.Now() + kAccessRefused};
}

std::optional<AccessFilter::Decision> AccessFilter::Remembered(const std::string& key) {
  base::MutexLock lock(mutex_);
  const auto found = decisions_.find(key);
  if (found == decisions_.end() || found->second.until <= deps_.clock.Now()) return std::nullopt;
  return found->second;
}

// A failed review is not remembered: the next request asks again.
void AccessFilter::Remember(const std::string& key, const Decision& decision) {
  const base::MonoTime now = deps_.clock.Now();
  base::MutexLock lock(mutex_);
  if (decision.until <= now) return;
  if (decisions_.size() >= kAccessDecisionsMax) {
    std::erase_if(decisions_, [now](const auto& known) { return known.second.until <= now; });
  }
  if (decisions_.size() >= kAccessDecisionsMax) decisions_.erase(decisions_.begin());
  decisions_.insert_or_assign(key, decision);
}

bool AccessFilter::BeginReview() {
  base::MutexLock lock(mutex_);
  if (reviews_ >= kAccessReviewsMax) return false;
  ++reviews_;
  return true;
}

void AccessFilter::EndReview() {
  base::MutexLock lock(mutex_);
  --reviews_;
}

void AccessFilter::Conclude(const Decision& decision, server::HttpRequest request,
                            const server::HttpReply& reply) {
  requests_.at(ResultName(decision.status))->Add();
  if (decision.status != 200) return reply(Answer(decision.status, decision.text));
  inner_->Handle(std::move(request), reply);
}

}  // namespace oarlock::app
