#pragma once
// `oarlock inspect FILE`: what a plugin is: note, libraries, configuration schema and CRDs from its
// bytes; controllers, declarations and the RBAC rules they need from a child process that runs it
// up to declare.
//
// Called by main, on [main], which is the only thread of the process. Prints to stdout.
// Errors: the exit code: 0, 2 no such file, 8 no plugin, or it could not be run up to declare.

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct InspectOptions {
  std::string file;
  std::string config;        // empty: made up from its schema
  bool static_only = false;  // run nothing
};

// `options` lives until the command runs.
CLI::App* AddInspectCommand(CLI::App& app, InspectOptions& options);
int RunInspect(const InspectOptions& options);

}  // namespace oarlock::app
