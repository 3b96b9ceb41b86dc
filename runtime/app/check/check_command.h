#pragma once
// `oarlock check FILE`: a manifest (YAML file or directory) is read and checked, running no plugin
// code; a library is validated, first its bytes, then its behaviour, each case in a child process.
//
// Called by main, on [main], which is the only thread of the process. Prints to stdout.
// Errors: the exit code: 0 passed, 2 no such file, 3 the manifest is invalid, 8 the plugin failed.

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct CheckOptions {
  std::string file;
  std::string config;                  // of the plugin; empty: made up from its schema
  std::string plugin_dir;              // where a manifest's libraries are sought
  std::vector<std::string> libraries;  // allowed beyond the default ones, "libcurl.so.4"
  bool static_only = false;
};

// `options` lives until the command runs.
CLI::App* AddCheckCommand(CLI::App& app, CheckOptions& options);
int RunCheck(const CheckOptions& options);

}  // namespace oarlock::app
