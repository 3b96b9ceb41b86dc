#include "client/url.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "kube/names.h"

namespace oarlock::client {
namespace {

base::Status BadUrl(std::string_view text, std::string_view why) {
  return base::InvalidArgument("server URL \"" + std::string(text) + "\": " + std::string(why));
}

bool IsIp(const std::string& host) {
  unsigned char bytes[sizeof(in6_addr)];
  return inet_pton(AF_INET, host.c_str(), bytes) == 1 ||
         inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

// "host", "host:port", "[v6]", "[v6]:port" into url.host and url.port.
base::Status ParseAuthority(std::string_view text, std::string_view whole, ServerUrl& url) {
  std::string_view port;
  if (text.starts_with('[')) {
    const size_t end = text.find(']');
    if (end == std::string_view::npos) return BadUrl(whole, "\"[\" without \"]\"");
    url.host = text.substr(1, end - 1);
    port = text.substr(end + 1);
    if (!IsIp(url.host)) return BadUrl(whole, "no IPv6 address in brackets");
    if (!port.empty() && port.front() != ':') return BadUrl(whole, "text after \"]\"");
  } else {
    const size_t colon = std::min(text.find(':'), text.size());
    url.host = text.substr(0, colon);
    port = text.substr(colon);
  }
  if (url.host.empty()) return BadUrl(whole, "no host");
  const auto bad = [](unsigned char c) { return c <= ' ' || c > '~' || c == '@' || c == '\\'; };
  if (std::any_of(url.host.begin(), url.host.end(), bad)) {
    return BadUrl(whole, "the host has a character that is not allowed (user names are not taken)");
  }
  if (port.empty()) {
    url.port = url.https() ? "443" : "80";
    return {};
  }
  uint16_t number = 0;
  const char* end = port.data() + port.size();
  const auto parsed = std::from_chars(port.data() + 1, end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || number == 0) {
    return BadUrl(whole, "the port is no number from 1 to 65535");
  }
  url.port = std::to_string(number);
  return {};
}

}  // namespace

base::Result<ServerUrl> ServerUrl::Parse(std::string_view text) {
  ServerUrl url;
  std::string_view rest = text;
  const size_t scheme_end = rest.find("://");
  url.scheme = scheme_end == std::string_view::npos ? "http" : rest.substr(0, scheme_end);
  if (scheme_end != std::string_view::npos) rest.remove_prefix(scheme_end + 3);
  if (url.scheme != "http" && url.scheme != "https") {
    return BadUrl(text, "the scheme must be http or https");
  }
  if (rest.find_first_of("?#") != std::string_view::npos) {
    return BadUrl(text, "a query or fragment is not allowed");
  }
  const size_t slash = std::min(rest.find('/'), rest.size());
  OARLOCK_RETURN_IF_ERROR(ParseAuthority(rest.substr(0, slash), text, url));
  url.prefix = rest.substr(slash);
  while (url.prefix.ends_with('/')) url.prefix.pop_back();
  return url;
}

std::string ServerUrl::authority() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + port;
}

std::string ServerUrl::origin() const { return scheme + "://" + authority(); }

bool ServerUrl::host_is_ip() const { return IsIp(host); }

bool ServerUrl::host_is_loopback() const {
  return host == "localhost" || host == "::1" || (host.starts_with("127.") && IsIp(host));
}

std::string EscapeUrl(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

QueryBuilder& QueryBuilder::Add(std::string_view key, std::string_view value) {
  url_ += first_ ? '?' : '&';
  first_ = false;
  url_.append(key).append("=").append(EscapeUrl(value));
  return *this;
}

QueryBuilder& QueryBuilder::AddIf(std::string_view key, std::string_view value) {
  return value.empty() ? *this : Add(key, value);
}

base::Result<std::string> CollectionPath(const kube::GroupVersionResource& gvr,
                                         std::string_view ns) {
  OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("version", gvr.version));
  OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("resource", gvr.resource));
  std::string path = "/api/";
  if (!gvr.group.empty()) {
    OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("group", gvr.group));
    path = "/apis/" + EscapeUrl(gvr.group) + "/";
  }
  path += EscapeUrl(gvr.version);
  if (!ns.empty()) {
    OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("namespace", ns));
    path += "/namespaces/" + EscapeUrl(ns);
  }
  return path + "/" + EscapeUrl(gvr.resource);
}

namespace {

base::Status CheckScope(const kube::ResourceInfo& resource, std::string_view ns) {
  if (resource.namespaced && ns.empty()) {
    return base::InvalidArgument(resource.gvr.ToString() + " is namespaced: a namespace is needed");
  }
  if (!resource.namespaced && !ns.empty()) {
    return base::InvalidArgument(resource.gvr.ToString() +
                                 " is cluster-scoped: no namespace is allowed");
  }
  return {};
}

}  // namespace

base::Result<std::string> ObjectPath(const kube::ObjectRef& ref) {
  OARLOCK_RETURN_IF_ERROR(CheckScope(ref.resource, ref.ns));
  OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("name", ref.name));
  OARLOCK_ASSIGN_OR_RETURN(std::string path, CollectionPath(ref.resource.gvr, ref.ns));
  path += "/" + EscapeUrl(ref.name);
  if (!ref.subresource.empty()) {
    OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("subresource", ref.subresource));
    path += "/" + EscapeUrl(ref.subresource);
  }
  return path;
}

base::Result<std::string> CreatePath(const kube::ObjectRef& ref) {
  if (!ref.subresource.empty()) return ObjectPath(ref);
  OARLOCK_RETURN_IF_ERROR(CheckScope(ref.resource, ref.ns));
  if (!ref.name.empty()) OARLOCK_RETURN_IF_ERROR(kube::CheckPathSegment("name", ref.name));
  return CollectionPath(ref.resource.gvr, ref.ns);
}

}  // namespace oarlock::client
