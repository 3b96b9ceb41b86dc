#pragma once
// Custom resource definitions of the tests: "things", namespaced, of a group of the test's own, so
// that a type can come and go without anybody else noticing.
// Values and free functions. Threads: as ApiServer. Errors: the server's, or one that waited in
// vain.

#include <string>
#include <vector>

#include "base/status.h"
#include "tests/kube/api_server.h"

namespace oarlock::kubetest {

struct Crd {
  std::string group;                           // "a.test"
  std::vector<std::string> versions = {"v1"};  // all served, without conversion; the last is stored
};

// Waits until every version is served.
base::Status CreateCrd(ApiServer& server, const Crd& crd);
// Waits until neither the definition nor the resource is left.
base::Status DeleteCrd(ApiServer& server, const Crd& crd);

// Of the collection, or of one thing.
std::string ThingsPath(const Crd& crd, const std::string& version, const std::string& ns,
                       const std::string& name = {});
// The definition's own path.
std::string CrdPath(const Crd& crd);
// `labels` are the JSON members of an object: "\"a\":\"b\"".
std::string ThingBody(const Crd& crd, const std::string& version, const std::string& name,
                      const std::string& labels = {});

}  // namespace oarlock::kubetest
