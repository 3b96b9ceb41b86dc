#pragma once
// URLs of an API server: parsing the configured one, building paths and queries.
// Values. Threads: [any]. Errors: kInvalidArgument that says what is wrong with which part.

#include <string>
#include <string_view>

#include "base/status.h"
#include "kube/client.h"

namespace oarlock::client {

struct ServerUrl {
  std::string scheme;  // "http" or "https"
  std::string host;    // IPv6 without brackets
  std::string port;    // always set
  std::string prefix;  // path before /api, no trailing slash; may be empty

  // "https://host[:port][/prefix]"; without a scheme http (RC-18).
  static base::Result<ServerUrl> Parse(std::string_view text);
  bool https() const { return scheme == "https"; }
  std::string authority() const;  // "host:port", IPv6 in brackets
  std::string origin() const;     // "https://host:port"
  bool host_is_ip() const;
  bool host_is_loopback() const;
};

// RFC 3986 escaping of everything but unreserved characters.
std::string EscapeUrl(std::string_view text);

// Appends "?key=value&…" to a path; values are escaped.
class QueryBuilder {
 public:
  explicit QueryBuilder(std::string path) : url_(std::move(path)) {}
  QueryBuilder& Add(std::string_view key, std::string_view value);
  // Nothing when the value is empty.
  QueryBuilder& AddIf(std::string_view key, std::string_view value);
  std::string Take() { return std::move(url_); }

 private:
  std::string url_;
  bool first_ = true;
};

// "/api/v1/namespaces/x/pods", "/apis/apps/v1/deployments". Parts are checked (RC-12).
base::Result<std::string> CollectionPath(const kube::GroupVersionResource& gvr,
                                         std::string_view ns);
// Path of one object with its subresource. Refuses an empty or malformed name, a namespaced
// resource without namespace and the reverse (C-RC-01, RC-13).
base::Result<std::string> ObjectPath(const kube::ObjectRef& ref);
// Where to POST: the collection, or the subresource of a named object.
base::Result<std::string> CreatePath(const kube::ObjectRef& ref);

}  // namespace oarlock::client
