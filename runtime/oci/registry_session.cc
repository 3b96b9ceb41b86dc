#include "oci/registry_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "client/small_file.h"
#include "client/transport/ca_source.h"
#include "client/transport_options.h"
#include "client/url.h"
#include "kube/decode.h"
#include "kube/printable.h"
#include "kube/text/base64.h"

namespace oarlock::oci {
namespace {

using base::StatusCode;

constexpr std::chrono::seconds kConnectTime{30};
constexpr std::chrono::seconds kStallTime{60};
constexpr size_t kBufferBytes = 128 * 1024;
constexpr size_t kShownBytes = 300;

struct SplitUrl {
  std::string origin;  // "https://host:port"
  std::string rest;    // path and query, with its slash
};

base::Result<SplitUrl> Split(const std::string& url) {
  const size_t scheme = url.find("://");
  if (scheme == std::string::npos) return base::InvalidArgument("\"" + url + "\" is no URL");
  const size_t end = std::min(url.find_first_of("/?#", scheme + 3), url.size());
  OARLOCK_ASSIGN_OR_RETURN(const client::ServerUrl server,
                           client::ServerUrl::Parse(url.substr(0, end)));
  std::string rest = url.substr(end);
  if (!rest.starts_with('/')) rest.insert(0, "/");
  return SplitUrl{server.origin(), rest.substr(0, rest.find('#'))};
}

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

StatusCode CodeOf(int http) {
  switch (http) {
    case 401: return StatusCode::kUnauthenticated;
    case 403: return StatusCode::kPermissionDenied;
    case 404: return StatusCode::kNotFound;
    case 413: return StatusCode::kTooLarge;
    case 429: return StatusCode::kResourceExhausted;
    default: return http >= 500 ? StatusCode::kUnavailable : StatusCode::kFailedPrecondition;
  }
}

std::string BasicHeader(const RegistryLogin& login) {
  return "Authorization: Basic " + kube::EncodeBase64(login.user + ":" + login.password);
}

// Header lines are built of it: nothing in it may end one.
bool IsHeaderText(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 127; });
}

}  // namespace

base::Status StatusOf(const HttpAnswer& answer) {
  std::string text = fmt::format("HTTP {}", answer.head.status);
  const auto document = kube::DocumentFromJson(answer.body);
  if (document.ok() && document->root()["errors"].is_array()) {
    const kube::Value error = document->root()["errors"].At(0);
    text += fmt::format(" {}: {}", error["code"].AsString(), error["message"].AsString());
  }
  base::ErrorDetail detail;
  detail.http_status = answer.head.status;
  if (answer.head.retry_after) detail.retry_after = *answer.head.retry_after;
  return {CodeOf(answer.head.status), kube::PrintableText(text, kShownBytes), std::move(detail)};
}

base::Result<std::unique_ptr<RegistrySession>> RegistrySession::Open(
    const RegistryOptions& options, const kube::BlobReference& reference, bool push,
    base::Clock& clock) {
  std::unique_ptr<RegistrySession> session(new RegistrySession(options, reference, push, clock));
  const bool plain = std::find(options.plain_http.begin(), options.plain_http.end(),
                               reference.registry) != options.plain_http.end();
  OARLOCK_ASSIGN_OR_RETURN(
      const client::ServerUrl server,
      client::ServerUrl::Parse((plain ? "http://" : "https://") + reference.registry));
  session->origin_ = server.origin();
  if (!options.ca_file.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(session->ca_pem_,
                             client::ReadSmallFile(options.ca_file, client::kCaFileBytesMax));
  }
  return session;
}

std::string RegistrySession::Path(const std::string& below) const {
  return "/v2/" + reference_.repository + "/" + below;
}

base::Result<HttpAnswer> RegistrySession::Do(const RegistryRequest& request,
                                             const kube::CallContext& call) {
  auto answer = Follow(request, call);
  if (!answer.ok()) return answer.status().WithContext("registry " + reference_.registry);
  if (answer->ok()) return answer;
  return StatusOf(*answer).WithContext("registry " + reference_.registry);
}

base::Result<HttpAnswer> RegistrySession::Follow(const RegistryRequest& request,
                                                 const kube::CallContext& call) {
  std::string url = request.url.starts_with('/') ? origin_ + request.url : request.url;
  bool authorized = false;
  for (int redirects = 0;;) {
    OARLOCK_ASSIGN_OR_RETURN(const SplitUrl split, Split(url));
    OARLOCK_ASSIGN_OR_RETURN(
        HttpAnswer answer,
        exchange_.Do(MakeSpec(request, url), request.answer_max, request.taker, call));
    if (answer.head.status == 401 && split.origin == origin_ && !authorized) {
      authorized = true;
      OARLOCK_RETURN_IF_ERROR(Authorize(answer, call));
      continue;
    }
    if (request.method != "GET" || !IsRedirect(answer.head.status)) return answer;
    if (++redirects > kRedirectsMax) return base::FailedPrecondition("it redirects without end");
    OARLOCK_ASSIGN_OR_RETURN(url, Redirected(url, answer.head.location));
  }
}

client::TransferSpec RegistrySession::MakeSpec(const RegistryRequest& request,
                                               const std::string& url) const {
  client::TransferSpec spec;
  spec.method = request.method;
  spec.url = url;
  spec.headers = request.headers;
  // Digests are of the bytes as they are kept there.
  spec.headers.push_back("Accept-Encoding: identity");
  spec.headers.push_back("User-Agent: " + client::DefaultUserAgent());
  const auto split = Split(url);
  if (!authorization_.empty() && split.ok() && split->origin == origin_) {
    spec.headers.push_back(authorization_);
  }
  spec.body = request.body;
  spec.ca_pem = ca_pem_;
  spec.buffer_bytes = kBufferBytes;
  spec.connect_timeout = kConnectTime;
  spec.stall_timeout = kStallTime;
  return spec;
}

base::Result<std::string> RegistrySession::Redirected(const std::string& from,
                                                      const std::string& location) const {
  OARLOCK_ASSIGN_OR_RETURN(const SplitUrl before, Split(from));
  if (location.empty()) return base::FailedPrecondition("it redirects to nowhere");
  if (location.starts_with('/') && !location.starts_with("//")) return before.origin + location;
  OARLOCK_ASSIGN_OR_RETURN(const SplitUrl after, Split(location));
  if (before.origin.starts_with("https:") && !after.origin.starts_with("https:")) {
    return base::FailedPrecondition("it redirects from https to " + after.origin);
  }
  return after.origin + after.rest;
}

base::Status RegistrySession::Authorize(const HttpAnswer& answer, const kube::CallContext& call) {
  const std::vector<std::string> files = options_.login_file.empty()
                                             ? options_.default_login_files
                                             : std::vector<std::string>{options_.login_file};
  OARLOCK_ASSIGN_OR_RETURN(const RegistryLogins logins,
                           FindLogin(files, !options_.login_file.empty(), reference_));
  const auto challenges = ParseChallenges(answer.head.www_authenticate);
  const auto has = [&](std::string_view scheme) {
    return std::find_if(challenges.begin(), challenges.end(),
                        [&](const Challenge& one) { return one.scheme == scheme; });
  };
  if (const auto bearer = has("bearer"); bearer != challenges.end()) {
    return FetchToken(*bearer, logins, call);
  }
  if (has("basic") == challenges.end()) return StatusOf(answer);
  if (!logins.login) {
    return {
        StatusCode::kUnauthenticated,
        std::string("it wants a user and a password; --registry-config names a file with them") +
            (logins.has_helper ? " (helper programs that such files name are not run)" : "")};
  }
  authorization_ = BasicHeader(*logins.login);
  return {};
}

base::Result<client::TransferSpec> RegistrySession::TokenRequest(
    const Challenge& challenge, const RegistryLogins& logins) const {
  const std::string realm = challenge.Param("realm");
  OARLOCK_ASSIGN_OR_RETURN(const SplitUrl split, Split(realm));
  if (origin_.starts_with("https:") && !split.origin.starts_with("https:")) {
    return base::FailedPrecondition("it wants a token of " + split.origin + ", without TLS");
  }
  std::string scope = challenge.Param("scope");
  if (scope.empty()) {
    scope = "repository:" + reference_.repository + (push_ ? ":pull,push" : ":pull");
  }
  const std::string query = "service=" + client::EscapeUrl(challenge.Param("service")) +
                            "&scope=" + client::EscapeUrl(scope);
  RegistryRequest request;
  const auto& login = logins.login;
  if (login && !login->identity_token.empty()) {
    request.method = "POST";
    request.headers = {"Content-Type: application/x-www-form-urlencoded"};
    request.body = std::make_shared<const std::string>(
        "grant_type=refresh_token&client_id=oarlock&" + query +
        "&refresh_token=" + client::EscapeUrl(login->identity_token));
    return MakeSpec(request, split.origin + split.rest);
  }
  if (login) request.headers = {BasicHeader(*login)};
  const char joint = split.rest.find('?') == std::string::npos ? '?' : '&';
  return MakeSpec(request, split.origin + split.rest + joint + query);
}

base::Status RegistrySession::FetchToken(const Challenge& challenge, const RegistryLogins& logins,
                                         const kube::CallContext& call) {
  authorization_.clear();
  OARLOCK_ASSIGN_OR_RETURN(client::TransferSpec spec, TokenRequest(challenge, logins));
  OARLOCK_ASSIGN_OR_RETURN(const HttpAnswer answer,
                           exchange_.Do(std::move(spec), kTokenAnswerBytesMax, nullptr, call));
  if (!answer.ok()) {
    return StatusOf(answer).WithContext(logins.login
                                            ? "no token for the login of " + logins.login->from
                                            : "no token without a login (--registry-config)");
  }
  const auto document = kube::DocumentFromJson(answer.body);
  std::string_view token;
  if (document.ok()) {
    token = document->root()["token"].AsString(document->root()["access_token"].AsString());
  }
  if (!IsHeaderText(token)) return base::DataLoss("what should be a token is none");
  authorization_ = "Authorization: Bearer " + std::string(token);
  return {};
}

}  // namespace oarlock::oci
