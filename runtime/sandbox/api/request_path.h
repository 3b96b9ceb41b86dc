#pragma once
// RequestPath and Query: the target of a request to an API server, taken apart.
//
// Threads: values. Errors: an ApiError 400 for escapes that are none; 404 for a path that has no
// such form. Limits: none of their own, the target is bounded by the listener's head.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sandbox/api/api_error.h"

namespace oarlock::sandbox {

struct RequestPath {
  std::vector<std::string> segments;  // unescaped
  std::string group;                  // of /apis/GROUP; "" = core
  std::string version;
  std::string ns;  // of /namespaces/NS/… in front of a resource
  std::string resource;
  std::string name;
  std::string subresource;
  bool is_resource = false;
  bool is_watch = false;  // the old form: /api/v1/watch/…

  static ApiResult<RequestPath> Parse(std::string_view path);
};

class Query {
 public:
  static ApiResult<Query> Parse(std::string_view text);
  // The first value by that name; "" = not there.
  std::string_view Get(std::string_view name) const;
  std::vector<std::string> All(std::string_view name) const;
  bool Has(std::string_view name) const;
  // "1", "true" and the like; an empty value counts as true, as in a server.
  bool IsTrue(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

// "get", "list", "watch", "create", "update", "patch", "delete" or "deletecollection", as rules of
// access and of faults name a request; "" = none. Whoever names an object gets it, and whoever
// writes writes, whatever the query says of watching.
std::string_view VerbOf(std::string_view method, const RequestPath& path, const Query& query);

}  // namespace oarlock::sandbox
