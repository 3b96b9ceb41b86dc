#pragma once
// Environment: what the process was started with, as a value, so that loading a configuration and
// running exec plugins depend on nothing global and tests inject their own.
// Made once by `app` (OfProcess). A plain value. Threads: [any]; OfProcess before threads start
// that change the environment.

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace oarlock::client {

struct Environment {
  std::map<std::string, std::string, std::less<>> variables;
  std::string working_dir = "/";  // absolute
  bool stdin_is_terminal = false;

  // Empty when it is not set.
  std::string Get(std::string_view name) const;
  // `path` seen from `dir`, without "." and ".." in it. Absolute paths ignore `dir`.
  static std::string JoinPath(const std::string& dir, const std::string& path);

  static Environment OfProcess();
};

}  // namespace oarlock::client
