#pragma once
// Status and Result<T>: how every function of the runtime reports failure.
//
// Codes say what the caller should do (see each enumerator). A status made from an answer of an
// API server carries an ErrorDetail with the server's own words.
// Threads: values; the detail is immutable and shared. Errors: nothing here throws by contract.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"

namespace oarlock::base {

enum class StatusCode : int32_t {
  kOk = 0,
  kInvalidArgument,     // 400, 422, bad local input: never retry, report on the object
  kUnauthenticated,     // 401: reload credentials once
  kPermissionDenied,    // 403: slow retry and say so
  kNotFound,            // 404: often success
  kAlreadyExists,       // 409 by reason: read
  kConflict,            // 409 by reason: re-read and retry at once, bounded
  kGone,                // 410, expired version: relist
  kResourceExhausted,   // 429, a full queue of our own: wait retry_after, else back off
  kTooLarge,            // 413, a body or line over our limit: final until the input changes
  kUnavailable,         // 5xx, connect, reset: back off with jitter
  kDeadlineExceeded,    // 504, local timer: back off; the outcome of a write is unknown
  kCancelled,           // stop requested: unwind quietly
  kFailedPrecondition,  // wrong state (not started, shutting down)
  kNotLeading,          // another replica leads, or may: unwind, and do nothing
  kDataLoss,            // malformed frame, JSON, YAML: drop connection or file, count, relist
  kPluginFault,         // a plugin broke the contract: count, quarantine, keep the host alive
  kUnimplemented,       // missing API or extension: feature off
  kInternal,            // a bug of ours: log with context, back off
};

std::string_view StatusCodeName(StatusCode code);

// One cause of a refused request, as the API server lists them (422 details.causes).
struct ErrorCause {
  std::string reason;
  std::string message;
  std::string field;
};

// What an API server (or a proxy in front of it) said about a failed request.
struct ErrorDetail {
  int http_status = 0;  // 0 = no HTTP answer
  std::string reason;   // Status.reason, e.g. "AlreadyExists"; may be empty
  std::optional<std::chrono::nanoseconds> retry_after;
  std::vector<ErrorCause> causes;
};

class [[nodiscard]] Status {
 public:
  Status() = default;  // OK
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}
  Status(StatusCode code, std::string message, ErrorDetail detail)
      : code_(code),
        message_(std::move(message)),
        detail_(std::make_shared<const ErrorDetail>(std::move(detail))) {}

  static Status Ok() { return {}; }

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }
  // Never null: an empty detail where there is none.
  const ErrorDetail& detail() const;

  // "NOT_FOUND: configmaps \"a\" not found"; "OK" when ok.
  std::string ToString() const;
  // The same status with `context: ` put before the message. OK stays OK.
  Status WithContext(std::string_view context) const;

  friend bool operator==(const Status& a, const Status& b) {
    return a.code_ == b.code_ && a.message_ == b.message_;
  }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
  std::shared_ptr<const ErrorDetail> detail_;
};

inline Status InvalidArgument(std::string m) {
  return {StatusCode::kInvalidArgument, std::move(m)};
}
inline Status NotFound(std::string m) { return {StatusCode::kNotFound, std::move(m)}; }
inline Status Unavailable(std::string m) { return {StatusCode::kUnavailable, std::move(m)}; }
inline Status Cancelled(std::string m) { return {StatusCode::kCancelled, std::move(m)}; }
inline Status DeadlineExceeded(std::string m) {
  return {StatusCode::kDeadlineExceeded, std::move(m)};
}
inline Status DataLoss(std::string m) { return {StatusCode::kDataLoss, std::move(m)}; }
inline Status FailedPrecondition(std::string m) {
  return {StatusCode::kFailedPrecondition, std::move(m)};
}
inline Status Internal(std::string m) { return {StatusCode::kInternal, std::move(m)}; }

// A value or a status that is not OK. Reading the value of a failed result aborts.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT: implicit on purpose
  Result(Status status) : status_(std::move(status)) {  // NOLINT: implicit on purpose
    OARLOCK_CHECK(!status_.ok());
  }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  const T& value() const& { return Checked(); }
  T& value() & {
    OARLOCK_CHECK(value_.has_value());
    return *value_;
  }
  T&& value() && {
    OARLOCK_CHECK(value_.has_value());
    return std::move(*value_);
  }
  const T& operator*() const& { return Checked(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &Checked(); }
  T* operator->() { return &value(); }

 private:
  const T& Checked() const {
    OARLOCK_CHECK(value_.has_value());
    return *value_;
  }

  Status status_;
  std::optional<T> value_;
};

}  // namespace oarlock::base

// NOLINTBEGIN(bugprone-macro-parentheses): `lhs` may be a declaration.
// Returns the status from the enclosing function when it is not OK.
#define OARLOCK_RETURN_IF_ERROR(expr)                           \
  do {                                                          \
    if (auto oarlock_status_ = (expr); !oarlock_status_.ok()) { \
      return oarlock_status_;                                   \
    }                                                           \
  } while (false)

#define OARLOCK_CONCAT_INNER(a, b) a##b
#define OARLOCK_CONCAT(a, b) OARLOCK_CONCAT_INNER(a, b)
// OARLOCK_ASSIGN_OR_RETURN(auto x, F()): declares x with the value, or returns the status.
#define OARLOCK_ASSIGN_OR_RETURN(lhs, expr) \
  OARLOCK_ASSIGN_OR_RETURN_IMPL(OARLOCK_CONCAT(oarlock_result_, __LINE__), lhs, expr)
#define OARLOCK_ASSIGN_OR_RETURN_IMPL(result, lhs, expr) \
  auto result = (expr);                                  \
  if (!result.ok()) return result.status();              \
  lhs = std::move(result).value()
// NOLINTEND(bugprone-macro-parentheses)
