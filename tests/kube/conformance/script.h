#pragma once
// Script: exchanges with an API server as data (cases/*.yaml), which any server can be put through.
//
// A file is a list of cases; a case has a name, a namespace of its own and steps. With `with`, a
// list of maps, it is played once for each of them, and each stands in for its names in the steps
// ("$path"; a value that is no text as JSON, for a body: "$object"). A step is one request:
//   - do: POST /api/v1/namespaces/$NS/configmaps
//     body: {metadata: {name: a}}     # or text: for bytes that are no object
//     type: application/json          # Content-Type, this by default
//     accept: application/json        # Accept, this by default
//     save: {rv: metadata.resourceVersion}   # later "$rv"
//     lines: 2                        # of a watch: it is left after so many events
//     until: 200                      # repeated until the answer has that code
//     differs: D-7                    # an accepted difference: docs/sandbox.md says which and why
// Threads: values. Errors: kInvalidArgument with file, line and column.

#include <map>
#include <string>
#include <vector>

#include "base/status.h"

namespace oarlock::kubetest {

struct Step {
  std::string method;
  std::string target;
  std::string body;
  std::string content_type = "application/json";
  std::string accept = "application/json";
  std::map<std::string, std::string> save;
  std::string differs;
  size_t lines = 0;  // of the body, after which the answer is left; 0: all of it
  long until = 0;    // repeated until the answer has this code
};

struct ScriptCase {
  std::string name;                         // unique; of its namespace too
  std::map<std::string, std::string> with;  // variables
  std::vector<Step> steps;
};

// All files of the directory, in the order of their names.
base::Result<std::vector<ScriptCase>> ReadScripts(const std::string& directory);

}  // namespace oarlock::kubetest
