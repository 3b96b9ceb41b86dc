#include "app/cli/choice.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace oarlock::app {

CLI::Option* AddWordOption(CLI::App& app, const std::string& name, const std::string& what,
                           const std::vector<std::string>& words, const std::string& standard,
                           std::function<void(size_t)> take) {
  const auto choose = [words, take = std::move(take)](const std::string& word) {
    take(static_cast<size_t>(std::find(words.begin(), words.end(), word) - words.begin()));
  };
  return app.add_option_function<std::string>(name, choose, what)
      ->check(CLI::IsMember(words))
      ->default_str(standard);
}

}  // namespace oarlock::app
