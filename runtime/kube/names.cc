#include "kube/names.h"

namespace oarlock::kube {
namespace {

constexpr size_t kSegmentBytesMax = 253;

base::Status BadSegment(std::string_view what, std::string_view why) {
  return base::InvalidArgument(std::string(what) + " " + std::string(why));
}

}  // namespace

base::Status CheckPathSegment(std::string_view what, std::string_view segment) {
  if (segment.empty()) return BadSegment(what, "must not be empty");
  if (segment.size() > kSegmentBytesMax) return BadSegment(what, "is longer than 253 bytes");
  if (segment == "." || segment == "..") return BadSegment(what, "must not be \".\" or \"..\"");
  for (const char c : segment) {
    if (c <= ' ' || c > '~') return BadSegment(what, "may hold visible ASCII characters only");
    if (c == '/' || c == '%' || c == '?' || c == '#') {
      return BadSegment(what, std::string("must not contain '") + c + "'");
    }
  }
  return base::Status::Ok();
}

std::string MakeKey(std::string_view ns, std::string_view name) {
  std::string key;
  key.reserve(ns.size() + name.size() + 1);
  if (!ns.empty()) key.append(ns).push_back('/');
  key.append(name);
  return key;
}

base::Result<NamespacedName> SplitKey(std::string_view key) {
  const size_t slash = key.find('/');
  NamespacedName out;
  if (slash == std::string_view::npos) {
    out.name = key;
  } else {
    out.ns = key.substr(0, slash);
    out.name = key.substr(slash + 1);
  }
  const bool empty_ns = slash != std::string_view::npos && out.ns.empty();
  if (out.name.empty() || empty_ns || out.name.find('/') != std::string::npos) {
    return base::InvalidArgument("\"" + std::string(key.substr(0, 200)) +
                                 "\" is no object key: expected NAME or NAMESPACE/NAME");
  }
  return out;
}

}  // namespace oarlock::kube
