#pragma once
// RequestFacts: what a rule of a fault script looks at in a request.
// Threads: values. Errors: none: a request that is not understood has only its path.

#include <string>

#include "sandbox/faults/fault_script.h"

namespace oarlock::sandbox {

struct RequestFacts {
  std::string verb;  // "" = none that a rule can name
  std::string path;
  std::string resource;   // "deployments"
  std::string qualified;  // "deployments.apps"
  std::string subresource;
  std::string ns;
  std::string name;  // of a create: that in the body
  std::string user_agent;
  bool names_version = false;  // a list or watch from a version, or from a `continue` token
  std::string version;         // as asked

  static RequestFacts Of(const server::HttpRequest& request);
  bool Fits(const FaultMatch& match) const;
  bool is_read() const { return verb == "get" || verb == "list"; }
};

}  // namespace oarlock::sandbox
