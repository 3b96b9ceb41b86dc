#include "sandbox/api/request_path.h"

#include <algorithm>

namespace oarlock::sandbox {
namespace {

// What may be one segment: nothing that could mean another path once it is joined again.
bool IsPlainSegment(std::string_view segment) {
  if (segment == "." || segment == "..") return false;
  return std::none_of(segment.begin(), segment.end(), [](unsigned char c) {
    return c == '/' || c == '%' || c < 0x20 || c == 0x7f;
  });
}

// Of what follows group and version: [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]].
ApiStatus ReadResource(size_t at, RequestPath& path) {
  const auto& segments = path.segments;
  if (at >= segments.size()) return {};
  if (segments[at] == "watch" && segments.size() > at + 1) {
    path.is_watch = true;
    ++at;
  }
  // "namespaces/NS/status" is a subresource of the namespace itself.
  const bool in_namespace = segments[at] == "namespaces" && segments.size() > at + 2 &&
                            segments[at + 2] != "status" && segments[at + 2] != "finalize";
  if (in_namespace) {
    path.ns = segments[at + 1];
    at += 2;
  }
  path.is_resource = true;
  path.resource = segments[at];
  if (segments.size() > at + 1) path.name = segments[at + 1];
  if (segments.size() > at + 2) path.subresource = segments[at + 2];
  if (segments.size() > at + 3) return UnknownPath();
  return {};
}

}  // namespace

ApiResult<RequestPath> RequestPath::Parse(std::string_view path) {
  RequestPath out;
  if (!path.starts_with('/')) return BadRequest("the path must start with /");
  path.remove_prefix(1);
  while (!path.empty()) {
    const size_t slash = path.find('/');
    std::string segment;
    if (!server::Unescape(path.substr(0, slash), false, segment)) {
      return BadRequest("the path has a bad escape");
    }
    if (!IsPlainSegment(segment)) return BadRequest("the path has a segment that is no name");
    const bool last = slash == std::string_view::npos;
    if (segment.empty() && !last) return UnknownPath();
    if (!segment.empty()) out.segments.push_back(std::move(segment));
    path.remove_prefix(last ? path.size() : slash + 1);
  }
  const auto& segments = out.segments;
  size_t at = 0;
  if (segments.size() >= 2 && segments[0] == "api") {
    out.version = segments[1];
    at = 2;
  } else if (segments.size() >= 3 && segments[0] == "apis") {
    out.group = segments[1];
    out.version = segments[2];
    at = 3;
  } else {
    return out;
  }
  if (auto error = ReadResource(at, out)) return *error;
  return out;
}

ApiResult<Query> ParseQuery(std::string_view text) {
  auto query = Query::Parse(text);
  if (!query) return BadRequest("invalid URL escape in the query");
  return *std::move(query);
}

std::string_view VerbOf(std::string_view method, const RequestPath& path, const Query& query) {
  const bool named = !path.is_resource || !path.name.empty();
  if (method == "GET" || method == "HEAD") {
    if (path.is_watch || (!named && query.IsTrue("watch"))) return "watch";
    return named ? "get" : "list";
  }
  if (method == "POST") return "create";
  if (method == "PUT") return "update";
  if (method == "PATCH") return "patch";
  if (method == "DELETE") return named ? "delete" : "deletecollection";
  return "";
}

}  // namespace oarlock::sandbox
