#include "kube/api_status.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "kube/decode.h"
#include "kube/printable.h"
#include "kube/protobuf/envelope.h"

namespace oarlock::kube {
namespace {

using base::StatusCode;

constexpr std::string_view kTooLargeVersion = "Too large resource version";
constexpr std::string_view kTooLargeVersionCause = "ResourceVersionTooLarge";

bool IsExpiredReason(std::string_view reason) { return reason == "Expired" || reason == "Gone"; }

StatusCode CodeOfHttp(int http, std::string_view reason) {
  if (IsExpiredReason(reason)) return StatusCode::kGone;
  if (reason == "Timeout") return StatusCode::kDeadlineExceeded;
  switch (http) {
    case 401: return StatusCode::kUnauthenticated;
    case 403: return StatusCode::kPermissionDenied;
    case 404: return StatusCode::kNotFound;
    case 405: return StatusCode::kUnimplemented;
    case 408: return StatusCode::kDeadlineExceeded;
    case 409: return reason == "AlreadyExists" ? StatusCode::kAlreadyExists : StatusCode::kConflict;
    case 410: return StatusCode::kGone;
    case 413: return StatusCode::kTooLarge;
    case 429: return StatusCode::kResourceExhausted;
    case 504: return StatusCode::kDeadlineExceeded;
    default: break;
  }
  return http >= 400 && http < 500 ? StatusCode::kInvalidArgument : StatusCode::kUnavailable;
}

// The usual HTTP code of a reason, for Status objects that carry no code.
int HttpOfReason(std::string_view reason) {
  constexpr std::array<std::pair<std::string_view, int>, 15> kCodes{{{"BadRequest", 400},
                                                                     {"Invalid", 422},
                                                                     {"Unauthorized", 401},
                                                                     {"Forbidden", 403},
                                                                     {"NotFound", 404},
                                                                     {"MethodNotAllowed", 405},
                                                                     {"AlreadyExists", 409},
                                                                     {"Conflict", 409},
                                                                     {"Expired", 410},
                                                                     {"Gone", 410},
                                                                     {"RequestEntityTooLarge", 413},
                                                                     {"TooManyRequests", 429},
                                                                     {"InternalError", 500},
                                                                     {"ServiceUnavailable", 503},
                                                                     {"Timeout", 504}}};
  for (const auto& [name, code] : kCodes) {
    if (name == reason) return code;
  }
  return 0;
}

std::optional<std::chrono::nanoseconds> RetryAfter(Value details) {
  const int64_t seconds = details["retryAfterSeconds"].AsInt();
  if (seconds <= 0) return std::nullopt;
  constexpr int64_t kLongest = std::chrono::seconds(kRetryAfterMax).count();
  return std::chrono::seconds(std::min(seconds, kLongest));
}

std::vector<base::ErrorCause> Causes(Value details) {
  std::vector<base::ErrorCause> out;
  const auto text = [](Value value) {
    return PrintableText(value.AsString(), kErrorMessageBytesMax);
  };
  for (const Member& cause : Members(details["causes"])) {
    if (out.size() == kErrorCausesMax) break;
    out.push_back(
        {text(cause.value["reason"]), text(cause.value["message"]), text(cause.value["field"])});
  }
  return out;
}

// `http`: the code of the answer, or 0 to take the object's own.
base::Status FromStatusObject(Value object, int http,
                              std::optional<std::chrono::nanoseconds> retry_after) {
  base::ErrorDetail detail;
  detail.reason = PrintableText(object["reason"].AsString(), kErrorBodyTextMax);
  const int64_t own = object["code"].AsInt();
  if (http == 0) http = own >= 400 && own <= 599 ? static_cast<int>(own) : 0;
  if (http == 0) http = HttpOfReason(detail.reason);
  detail.http_status = http;
  const Value details = object["details"];
  detail.retry_after = retry_after ? retry_after : RetryAfter(details);
  detail.causes = Causes(details);
  std::string message = PrintableText(object["message"].AsString(), kErrorMessageBytesMax);
  if (message.empty()) message = detail.reason;
  if (message.empty()) message = http == 0 ? "unknown error" : "HTTP " + std::to_string(http);
  const StatusCode code = CodeOfHttp(http, detail.reason);
  return {code, std::move(message), std::move(detail)};
}

base::Status FromPlainBody(int http, std::string_view body,
                           std::optional<std::chrono::nanoseconds> retry_after) {
  base::ErrorDetail detail;
  detail.http_status = http;
  detail.retry_after = retry_after;
  std::string text = PrintableText(body, kErrorBodyTextMax);
  if (text.empty()) text = "no body";
  return {CodeOfHttp(http, {}), "HTTP " + std::to_string(http) + ": " + text, std::move(detail)};
}

}  // namespace

base::Status StatusFromResponse(int http_status, std::string_view body,
                                std::optional<std::chrono::nanoseconds> retry_after) {
  const bool is_protobuf = protobuf::HasEnvelope(body);
  if (auto document =
          is_protobuf ? DecodeObject({ContentType::kProtobuf, body}) : DocumentFromJson(body);
      document.ok()) {
    if (document->kind() == "Status") {
      return FromStatusObject(document->root(), http_status, retry_after);
    }
  }
  return FromPlainBody(http_status, body, retry_after);
}

base::Status StatusFromObject(Value status_object) {
  return FromStatusObject(status_object, 0, std::nullopt);
}

bool IsExpired(const base::Status& status) { return status.code() == StatusCode::kGone; }

bool IsTooLargeResourceVersion(const base::Status& status) {
  const base::ErrorDetail& detail = status.detail();
  const auto any_cause = [&](auto matches) {
    return std::any_of(detail.causes.begin(), detail.causes.end(), matches);
  };
  if (any_cause([](const auto& cause) { return cause.reason == kTooLargeVersionCause; })) {
    return true;
  }
  if (detail.reason != "Timeout") return false;
  return any_cause([](const auto& cause) { return cause.message == kTooLargeVersion; }) ||
         status.message().find(kTooLargeVersion) != std::string::npos;
}

}  // namespace oarlock::kube
