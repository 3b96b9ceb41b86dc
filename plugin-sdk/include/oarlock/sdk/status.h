#pragma once
// Status and Result<T>: what host functions answer, with the server's own words.
//
// Values. `code` is OAR_OK or OAR_E_* (oarlock/abi/base.h). Reading the value of a failed Result
// throws BadResult, which the plugin's edge turns into a failed call.

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oarlock/abi/base.h"

namespace oarlock::sdk {

struct ErrorCause {
  std::string reason;
  std::string message;
  std::string field;
};

class [[nodiscard]] Status {
 public:
  Status() = default;  // OK
  Status(int32_t code, std::string message) : code_(code), message_(std::move(message)) {}
  static Status Ok() { return {}; }

  bool ok() const { return code_ >= OAR_OK; }
  int32_t code() const { return code_; }
  const std::string& message() const { return message_; }

  // What the API server said; zero and empty where it did not.
  int32_t http_status = 0;
  std::string reason;
  std::optional<std::chrono::nanoseconds> retry_after;
  std::vector<ErrorCause> causes;

 private:
  int32_t code_ = OAR_OK;
  std::string message_;
};

inline Status Invalid(std::string message) { return {OAR_E_INVALID, std::move(message)}; }

class BadResult : public std::exception {
 public:
  explicit BadResult(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

// A value or a failed status.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT: implicit on purpose
  Result(Status status) : status_(std::move(status)) {  // NOLINT: implicit on purpose
    if (status_.ok()) status_ = Status(OAR_E_INTERNAL, "a result without a value");
  }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Status& status() const { return status_; }
  T& value() {
    if (!ok()) throw BadResult("value of a failed call: " + status_.message());
    return *value_;
  }
  const T& value() const { return const_cast<Result*>(this)->value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace oarlock::sdk
