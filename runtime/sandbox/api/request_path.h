#pragma once
// RequestPath: the target of a request to an API server, taken apart.
//
// Threads: values. Errors: an ApiError 400 for escapes that are none; 404 for a path that has no
// such form. Limits: none of their own, the target is bounded by the listener's head.

#include <string>
#include <string_view>
#include <vector>

#include "sandbox/api/api_error.h"
#include "server/query.h"

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

using server::Query;
ApiResult<Query> ParseQuery(std::string_view text);

// "get", "list", "watch", "create", "update", "patch", "delete" or "deletecollection", as rules of
// access and of faults name a request; "" = none. Whoever names an object gets it, and whoever
// writes writes, whatever the query says of watching.
std::string_view VerbOf(std::string_view method, const RequestPath& path, const Query& query);

}  // namespace oarlock::sandbox
