#pragma once
// DecodeBuiltin: an object of a built-in type as the server's Go decoder reads it, and
// CompleteBuiltin: as it writes it.
//
// Decoding drops unknown fields, nulls and what Go leaves out (zeros that are no pointers, empty
// lists and maps), brings quantities, times and bytes into their one form, and names what strict
// field validation minds. Completing puts in what Go always writes: {} and "" and null.
// Threads: [any], no state. Errors: a value of another type → kInvalidArgument with the decoder's
// text, without "X in version … cannot be handled as a X:", which the server puts before.
// Limits: kStrictErrorsMax.

#include <string>
#include <vector>

#include "base/status.h"
#include "sandbox/schema/schema.h"

namespace oarlock::sandbox {

inline constexpr size_t kStrictErrorsMax = 64;  // unknown fields named for one object

struct DecodeReport {
  base::Status status;
  std::vector<std::string> unknown;  // `unknown field "spec.foo"`, in the order of the fields
};

// Changes `object` in place; after an error it is not to be used.
DecodeReport DecodeBuiltin(const Schema& schema, Json& object);
void CompleteBuiltin(const Schema& schema, Json& object);

// "strict decoding error: " and all of them, as one text; "" for none. `duplicates` are paths.
std::string StrictError(const std::vector<std::string>& duplicates,
                        const std::vector<std::string>& unknown);
// The same for ?fieldValidation=Warn: one text for a Warning header each.
std::vector<std::string> StrictWarnings(const std::vector<std::string>& duplicates,
                                        const std::vector<std::string>& unknown);

// Go's text for a time that it cannot parse; "" when it can. Micro: with exactly six digits.
std::string TimeError(std::string_view text, bool micro);

}  // namespace oarlock::sandbox
