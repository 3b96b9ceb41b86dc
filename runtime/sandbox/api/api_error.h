#pragma once
// ApiError: a request that the sandbox's API server refuses, and the Status object that says so, in
// the words of a real one. ApiResult<T>: a value or such an error.
//
// Made by the API layer, written by the API server's handler. Threads: values. Errors: it is one.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sandbox/types/field_error.h"
#include "sandbox/types/json.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

struct ApiError {
  int code = 500;
  std::string reason;  // may be empty, as for some errors of a real server
  std::string message;
  Json details;                    // null: none are sent
  int retry_after = 0;             // seconds; 0: no such header
  std::string list_continue = {};  // a token in the Status's metadata

  Json ToStatus() const;
};

template <typename T>
class [[nodiscard]] ApiResult {
 public:
  ApiResult(T value) : value_(std::move(value)) {}         // NOLINT: implicit on purpose
  ApiResult(ApiError error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose
  bool ok() const { return value_.has_value(); }
  ApiError& error() { return error_; }
  T& operator*() { return *value_; }
  T* operator->() { return &*value_; }

 private:
  std::optional<T> value_;
  ApiError error_;
};
using ApiStatus = std::optional<ApiError>;  // empty: all is well

ApiError BadRequest(std::string message);
ApiError ObjectNotFound(const ResourceType& type, std::string_view name);
ApiError AlreadyExists(const ResourceType& type, std::string_view name);
ApiError Conflict(const ResourceType& type, std::string_view name, std::string_view why);
// The object was changed by somebody else meanwhile.
ApiError ModifiedMeanwhile(const ResourceType& type, std::string_view name);
ApiError Invalid(std::string_view group, std::string_view kind, std::string_view name,
                 const FieldErrors& errors);
ApiError InvalidObject(const ResourceType& type, std::string_view name, const FieldErrors& errors);
ApiError Forbidden(const ResourceType& type, std::string_view name, std::string_view why);
// No such path, method or format: what a server says before it looks at any object.
ApiError UnknownPath();
ApiError MethodNotAllowed();
ApiError NotAcceptable();
ApiError NotAcceptableForm();
ApiError UnsupportedMediaType();
ApiError UnknownBodyFormat();
ApiError VersionTooLarge(uint64_t asked, uint64_t current);
ApiError Expired(std::string message);
ApiError TooLarge(std::string message);
ApiError ServerError(std::string message);

}  // namespace oarlock::sandbox
