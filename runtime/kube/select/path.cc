#include "kube/path.h"

#include <charconv>
#include <utility>

namespace oarlock::kube {
namespace {

constexpr int64_t kNoIndex = -1;

base::Status BadSegment(std::string_view segment, std::string_view why) {
  return base::InvalidArgument("path segment \"" + std::string(segment) +
                               "\": " + std::string(why));
}

// `~0` → `~`, `~1` → `/`, `~2` → `*`.
base::Result<std::string> Unescape(std::string_view segment) {
  std::string out;
  out.reserve(segment.size());
  for (size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '~') {
      out.push_back(segment[i]);
      continue;
    }
    const char code = i + 1 < segment.size() ? segment[i + 1] : '\0';
    if (code < '0' || code > '2') return BadSegment(segment, "`~` must be ~0, ~1 or ~2");
    out.push_back("~/*"[code - '0']);
    ++i;
  }
  return out;
}

// RFC 6901: digits without a leading zero. `-` (past the end) never matches a value.
int64_t AsIndex(std::string_view name) {
  if (name.empty() || (name.size() > 1 && name.front() == '0')) return kNoIndex;
  uint32_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc() || end != name.data() + name.size()) return kNoIndex;
  return index;
}

bool EqualsText(Value member, const std::string& text) {
  switch (member.type()) {
    case ValueType::kString: return member.AsString() == text;
    case ValueType::kBool: return text == (member.AsBool() ? "true" : "false");
    default: return member.is_number() && member.NumberText() == text;
  }
}

}  // namespace

base::Result<Path> Path::Parse(std::string_view text) {
  Path path;
  path.text_ = std::string(text);
  if (text.empty()) return path;
  if (text.front() != '/') return BadSegment(text, "a path is empty or starts with `/`");
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view segment = text.substr(0, text.find('/'));
    text.remove_prefix(segment.size());
    if (path.segments_.size() == kPathSegmentsMax) {
      return BadSegment(segment, "more than " + std::to_string(kPathSegmentsMax) + " segments");
    }
    OARLOCK_ASSIGN_OR_RETURN(Segment parsed, ParseSegment(segment));
    path.segments_.push_back(std::move(parsed));
  }
  return path;
}

base::Result<Path::Segment> Path::ParseSegment(std::string_view text) {
  if (text == "*") return Segment{Kind::kStar, {}, {}, kNoIndex};
  if (text.empty() || text.front() != '[') {
    OARLOCK_ASSIGN_OR_RETURN(std::string name, Unescape(text));
    const int64_t index = AsIndex(name);
    return Segment{Kind::kName, std::move(name), {}, index};
  }
  const size_t equals = text.find('=');
  if (text.back() != ']' || equals == std::string_view::npos || equals == 1) {
    return BadSegment(text, "must be [key=value]");
  }
  OARLOCK_ASSIGN_OR_RETURN(std::string key, Unescape(text.substr(1, equals - 1)));
  OARLOCK_ASSIGN_OR_RETURN(std::string value,
                           Unescape(text.substr(equals + 1, text.size() - equals - 2)));
  return Segment{Kind::kMatch, std::move(key), std::move(value), kNoIndex};
}

bool Path::VisitName(Value from, size_t depth, const std::function<bool(Value)>& visit) const {
  const Segment& segment = segments_[depth];
  if (from.is_map()) return Visit(from[segment.name], depth + 1, visit);
  if (!from.is_array() || segment.index == kNoIndex) return true;
  return Visit(from.At(static_cast<uint32_t>(segment.index)), depth + 1, visit);
}

bool Path::Visit(Value from, size_t depth, const std::function<bool(Value)>& visit) const {
  if (!from.exists()) return true;
  if (depth == segments_.size()) return visit(from);
  const Segment& segment = segments_[depth];
  if (segment.kind == Kind::kName) return VisitName(from, depth, visit);
  if (segment.kind == Kind::kMatch && !from.is_array()) return true;
  for (const Member& member : Members(from)) {
    if (segment.kind == Kind::kMatch && !EqualsText(member.value[segment.name], segment.value)) {
      continue;
    }
    if (!Visit(member.value, depth + 1, visit)) return false;
  }
  return true;
}

Value Path::Get(Value from) const {
  // Names of members, as most paths begin, need no visitor.
  size_t depth = 0;
  for (; depth < segments_.size() && segments_[depth].kind == Kind::kName; ++depth) {
    if (!from.is_map()) break;
    from = from[segments_[depth].name];
  }
  if (depth == segments_.size() || !from.exists()) return from;
  Value found;
  // One captured reference fits std::function's own storage: no allocation.
  Visit(from, depth, [&found](Value value) {
    found = value;
    return false;
  });
  return found;
}

void Path::ForEach(Value from, const std::function<bool(Value)>& visit) const {
  Visit(from, 0, visit);
}

}  // namespace oarlock::kube
