#pragma once
// Json: the documents of the sandbox, and how texts of the wire become such.
//
// Numbers survive as a server keeps them: a text without fraction and exponent that fits into int64
// is an integer, all else a double. 1e400 is an error (C-SBX-04). Members are in the order of their
// names.
// Threads: values. Errors: kInvalidArgument in a server's words for a text that is no JSON,
// kTooLarge past kObjectDepthMax levels. Limits: kObjectDepthMax, kSandboxDuplicatesMax.

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::sandbox {

using Json = nlohmann::json;

inline constexpr size_t kSandboxDuplicatesMax = 64;  // members seen twice that are remembered

struct ParsedJson {
  Json value;
  // Paths of members that an object has twice, as strict validation names them: "spec.replicas".
  // The last one counts.
  std::vector<std::string> duplicates;
};

base::Result<ParsedJson> ParseJson(std::string_view text);
// The same for a text of ours; aborts if it is no JSON.
Json ParseTrustedJson(std::string_view text);

// One line, no blanks. Bytes that are no UTF-8 become U+FFFD.
std::string WriteJson(const Json& value);

// The member, or null (a constant) where `object` is no object or has none.
const Json& Member(const Json& object, std::string_view name);
// Through several levels: At(pod, {"spec", "nodeName"}).
const Json& At(const Json& object, std::initializer_list<std::string_view> path);
// Sets the member as `from` has it; away where it has none.
void CopyMember(const Json& from, const char* name, Json& to);
// The text, or "" where it is none.
std::string_view TextOf(const Json& value);
// Of a list; empty where it is none.
std::vector<std::string> TextsOf(const Json& list);
std::string_view TextAt(const Json& object, std::initializer_list<std::string_view> path);

}  // namespace oarlock::sandbox
