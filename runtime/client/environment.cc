#include "client/environment.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace oarlock::client {

std::string Environment::Get(std::string_view name) const {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

std::string Environment::JoinPath(const std::string& dir, const std::string& path) {
  return (std::filesystem::path(dir) / path).lexically_normal().string();
}

Environment Environment::OfProcess() {
  Environment environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  if (!error) environment.working_dir = here.string();
  environment.stdin_is_terminal = isatty(STDIN_FILENO) == 1;
  return environment;
}

}  // namespace oarlock::client
