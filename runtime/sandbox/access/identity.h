#pragma once
// Identity: who a request comes from; AccessRequest: what it wants to do, as an authoriser sees it.
// Threads: values. Errors: none.

#include <string>
#include <vector>

#include "sandbox/api/request_path.h"
#include "sandbox/types/json.h"

namespace oarlock::sandbox {

inline constexpr const char* kAdministrator = "system:admin";
inline constexpr const char* kMastersGroup = "system:masters";  // may do everything

// The user that a ServiceAccount is: the prefix, its namespace, a colon, its name.
inline constexpr const char* kAccountPrefix = "system:serviceaccount:";
std::string AccountUser(std::string_view ns, std::string_view name);

struct Identity {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  Json extra = Json::object();

  // As reviews show it.
  Json ToJson() const;
};

struct AccessRequest {
  std::string verb;  // "get", "list", "watch", …; of a path: the method in lower case
  std::string group;
  std::string resource;
  std::string subresource;
  std::string ns;
  std::string name;
  std::string path;  // of what is no resource; then all but verb and path is empty

  // `path` without its query, as sent.
  static AccessRequest Of(std::string_view method, std::string_view path, const RequestPath& parsed,
                          const Query& query);
  // The 403 of one that may not.
  ApiError Refusal(const Identity& who, std::string_view reason) const;
};

}  // namespace oarlock::sandbox
