#pragma once
// The only YAML reader and writer of the runtime, with positions.
//
// Reads YAML 1.2 core scalars (true/false/null/numbers; yes/no/on/off are strings) into Objects and
// remembers where each value stood. Multi-document files, BOM, UTF-16, CRLF (C-KC-08, C-YM-04).
// Duplicate keys are errors with both lines (C-YM-09). Anchors, aliases and merge keys are refused,
// or expanded within limits where the options allow (C-YM-07). Threads: [any].
// Errors: kInvalidArgument "file:line:column: path: what, and what to do".
// Limits: kYamlBytesMax, kYamlNodesMax after expansion, kObjectDepthMax.

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
  bool allow_anchors = false;
};

// One document: the data, and where each value (and each key) stood.
class YamlDocument {
 public:
  const Object& object() const { return object_; }
  Value root() const { return object_.root(); }
  const std::string& file() const { return file_; }
  Position PositionOf(Value value) const;
  // Where the key of that member stood.
  Position KeyPositionOf(Value value) const;
  // A scalar written with quotes (so "true" is known to be a quoted string, C-YM-03).
  bool WasQuoted(Value value) const;
  // "file:line:column: path: message" as an error.
  base::Status Error(Value at, std::string_view path, std::string_view message) const;

 private:
  friend class YamlReader;
  struct Mark {
    Position value;
    Position key;
    bool quoted = false;
  };
  Object object_;
  std::string file_;
  std::unordered_map<uint32_t, Mark> marks_;  // by node id
};

// All documents of `text`; empty ones are skipped. `file` is only for messages and positions.
base::Result<std::vector<YamlDocument>> ReadYaml(std::string_view text, std::string_view file,
                                                 const YamlOptions& options = {});
// Block style; strings that a YAML 1.1 or 1.2 reader could take for something else are quoted
// (C-YM-01); byte-exact round trip through ReadYaml (C-YM-10).
std::string WriteYaml(Value value);

}  // namespace oarlock::kube
