#include "sandbox/api/request_path.h"

#include <algorithm>

namespace oarlock::sandbox {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// False where an escape is none.
bool Unescape(std::string_view text, bool plus_is_blank, std::string& out) {
  out.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      out.push_back(' ');
    } else if (text[i] != '%') {
      out.push_back(text[i]);
    } else {
      if (i + 2 >= text.size()) return false;
      const int high = HexDigit(text[i + 1]);
      const int low = HexDigit(text[i + 2]);
      if (high < 0 || low < 0) return false;
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    }
  }
  return true;
}

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
    if (!Unescape(path.substr(0, slash), false, segment)) {
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

ApiResult<Query> Query::Parse(std::string_view text) {
  Query query;
  while (!text.empty()) {
    const size_t end = text.find('&');
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (pair.empty()) continue;
    const size_t equals = pair.find('=');
    std::string name;
    std::string value;
    if (!Unescape(pair.substr(0, equals), true, name) ||
        (equals != std::string_view::npos && !Unescape(pair.substr(equals + 1), true, value))) {
      return BadRequest("invalid URL escape in the query");
    }
    query.values_.emplace_back(std::move(name), std::move(value));
  }
  return query;
}

std::string_view Query::Get(std::string_view name) const {
  for (const auto& [key, value] : values_) {
    if (key == name) return value;
  }
  return {};
}

std::vector<std::string> Query::All(std::string_view name) const {
  std::vector<std::string> all;
  for (const auto& [key, value] : values_) {
    if (key == name) all.push_back(value);
  }
  return all;
}

bool Query::Has(std::string_view name) const {
  return std::any_of(values_.begin(), values_.end(),
                     [&](const auto& v) { return v.first == name; });
}

bool Query::IsTrue(std::string_view name) const {
  if (!Has(name)) return false;
  const std::string_view value = Get(name);
  return value != "0" && value != "false" && value != "False" && value != "FALSE" && value != "f";
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
