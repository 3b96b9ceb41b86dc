#pragma once
// Scalars of the YAML 1.2 core schema. Internal to kube: the YAML reader and writer call it.
// Threads: [any].

#include <cstdint>
#include <string>
#include <string_view>

namespace oarlock::kube {

struct YamlScalar {
  enum class Type : uint8_t { kNull, kBool, kNumber, kString, kInvalid };
  Type type = Type::kString;
  bool flag = false;  // of kBool
  std::string text;   // JSON digits of kNumber, text of kString, the reason of kInvalid
};

// What a plain (unquoted, untagged) scalar means. Integers keep their digits, 0x and 0o become
// decimal. Invalid: infinities and NaN (no JSON), and integers with a leading zero, which are octal
// for YAML 1.1 readers and decimal for 1.2 ones.
YamlScalar ResolvePlain(std::string_view text);
// What a scalar means under a resolved tag ("tag:yaml.org,2002:int").
YamlScalar ResolveTagged(std::string_view tag, std::string_view text);

// True when every YAML 1.1 and 1.2 reader takes the bare text for this very string.
bool IsSafePlain(std::string_view text);

}  // namespace oarlock::kube
