#include "app/cli/choice.h"

#include <CLI/CLI.hpp>

namespace oarlock::app {

CLI::Option* AddWordOption(CLI::App& app, const std::string& name, const std::string& what,
                           const std::vector<std::string>& words, const std::string& standard,
                           const std::function<void(const std::string&)>& take) {
  return app.add_option_function<std::string>(name, take, what)
      ->check(CLI::IsMember(words))
      ->default_str(standard);
}

}  // namespace oarlock::app
