#pragma once
// The only YAML reader and writer of the runtime, with positions.
//
// Reads YAML 1.2 core scalars (true/false/null/numbers; yes/no/on/off are strings) into Objects and
// remembers where each value stood. Multi-document files, BOM, UTF-16, CRLF (C-KC-08, C-YM-04).
// Duplicate keys are errors with both lines (C-YM-09). Anchors, aliases and merge keys are refused,
// or expanded within limits where the options allow (C-YM-07). Keys are strings, as kubectl makes
// them: `1:` is "1", `true:` is "true", `0x10:` is "16"; null and collections as keys are refused.
// Refused too, because readers disagree or JSON has no form: integers with a leading zero, .inf,
// .nan, tags outside of the core schema, tabs as indentation, keys without a value marker.
// Threads: [any].
// Errors: kInvalidArgument "file:line:column: path: what, and what to do" (columns in characters).
// Limits: kYamlBytesMax of input and of expanded text, kYamlNodesMax values in all documents of a
// text after expansion, kObjectDepthMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "kube/object.h"

namespace oarlock::kube {

inline constexpr size_t kYamlBytesMax = 10 * 1024 * 1024;
inline constexpr size_t kYamlNodesMax = 100'000;

struct Position {
  int line = 0;  // from 1; 0 = unknown
  int column = 0;
};

struct YamlOptions {
  bool allow_anchors = false;  // and merge keys (`<<`)
};

// Where one value, and the key in front of it, stood.
struct YamlMark {
  Position value;
  Position key;
  bool quoted = false;
};

// One document: the data, and where each value (and each key) stood.
class YamlDocument {
 public:
  const Object& object() const { return object_; }
  Value root() const { return object_.root(); }
  const std::string& file() const { return file_; }
  Position PositionOf(Value value) const;
  // Where the key of that member stood; unknown for elements and the root.
  Position KeyPositionOf(Value value) const;
  // A scalar written with quotes or as a block (so "true" is known to be a quoted string, C-YM-03).
  bool WasQuoted(Value value) const;
  // "file:line:column: path: message" as an error.
  base::Status Error(Value at, std::string_view path, std::string_view message) const;

 private:
  friend class YamlReader;
  Object object_;
  std::string file_;
  std::unordered_map<uint32_t, YamlMark> marks_;  // by node id
};

// All documents of `text`; empty ones are skipped. `file` is only for messages and positions.
base::Result<std::vector<YamlDocument>> ReadYaml(std::string_view text, std::string_view file,
                                                 const YamlOptions& options = {});
// Block style; strings that a YAML 1.1 or 1.2 reader could take for something else are quoted
// (C-YM-01); byte-exact round trip through ReadYaml (C-YM-10).
std::string WriteYaml(Value value);

}  // namespace oarlock::kube
