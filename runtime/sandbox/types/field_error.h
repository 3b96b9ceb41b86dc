#pragma once
// FieldError: one thing that is wrong with an object, in the words of a server's 422 answers.
//
// Made by schema/ (validation of built-ins, CRDs and custom objects), read by the server, which
// turns a list of them into a Status with causes.
// Values; threads [any]. Errors: none.

#include <string>
#include <string_view>
#include <vector>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

struct FieldError {
  std::string reason;   // of the cause: "FieldValueRequired"
  std::string field;    // "spec.containers[0].name"
  std::string message;  // "Required value", `Invalid value: "A": must be …`

  static FieldError Required(std::string field, std::string_view detail = {});
  static FieldError Invalid(std::string field, const Json& value, std::string_view detail);
  // The value as the server shows it: members of Go structs come in an order of their own.
  static FieldError InvalidShown(std::string field, std::string_view shown,
                                 std::string_view detail);
  static FieldError TypeInvalid(std::string field, const Json& value, std::string_view detail);
  static FieldError NotSupported(std::string field, const Json& value,
                                 const std::vector<std::string>& supported);
  static FieldError Duplicate(std::string field, const Json& value);
  static FieldError NotFound(std::string field, const Json& value);
  static FieldError Forbidden(std::string field, std::string_view detail);
  static FieldError TooLong(std::string field, size_t bytes_max);
  static FieldError TooMany(std::string field, size_t count, size_t count_max);

  friend bool operator==(const FieldError&, const FieldError&) = default;
};

using FieldErrors = std::vector<FieldError>;

// The Status (code 422, reason Invalid) of a refused object of that kind.
Json InvalidStatus(std::string_view group, std::string_view kind, std::string_view name,
                   const FieldErrors& errors);

}  // namespace oarlock::sandbox
