#pragma once
// Path: a compiled path into an object, RFC 6901 JSON Pointer plus two segments: `*` (every element
// or member; a literal star is `~2`) and `[key=value]` (elements of an array whose member is that
// string, or a number or bool spelled so). Names escape `~0` = ~, `~1` = /, `~2` = *.
// "/metadata/labels/app", "/spec/template/spec/volumes/*/configMap/name",
// "/status/conditions/[type=Ready]/status". "" is the root.
// Compiled once, evaluated often without allocation. Values; threads [any].
// Errors: kInvalidArgument with the segment. Limits: kPathSegmentsMax.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

inline constexpr size_t kPathSegmentsMax = 32;

class Path {
 public:
  static base::Result<Path> Parse(std::string_view text);

  // First match in document order; missing if none.
  Value Get(Value from) const;
  // Every match in document order. `visit` returns false to stop.
  void ForEach(Value from, const std::function<bool(Value)>& visit) const;
  const std::string& text() const { return text_; }

 private:
  enum class Kind : uint8_t { kName, kStar, kMatch };
  struct Segment {
    Kind kind;
    std::string name;   // member name, or the key of [key=value]
    std::string value;  // of [key=value]
    int64_t index;      // name as an array index, or -1
  };
  static base::Result<Segment> ParseSegment(std::string_view text);
  // Both return false once `visit` did.
  bool Visit(Value from, size_t depth, const std::function<bool(Value)>& visit) const;
  bool VisitName(Value from, size_t depth, const std::function<bool(Value)>& visit) const;

  std::string text_;
  std::vector<Segment> segments_;
};

}  // namespace oarlock::kube
