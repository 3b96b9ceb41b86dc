#pragma once
// AddChoice: an option whose value is one of some words. Help names them, and so does the error
// when another word is given. Called on [main].

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace oarlock::app {

CLI::Option* AddWordOption(CLI::App& app, const std::string& name, const std::string& what,
                           const std::vector<std::string>& words, const std::string& standard,
                           const std::function<void(const std::string&)>& take);

// `value` is the default, too; it lives until the command runs.
template <typename T>
CLI::Option* AddChoice(CLI::App& app, const std::string& name, const std::string& what, T& value,
                       std::vector<std::pair<std::string, T>> choices) {
  std::vector<std::string> words;
  std::string standard;
  for (const auto& [word, meaning] : choices) {
    words.push_back(word);
    if (meaning == value) standard = word;
  }
  return AddWordOption(app, name, what, words, standard,
                       [&value, choices = std::move(choices)](const std::string& given) {
                         for (const auto& [word, meaning] : choices) {
                           if (word == given) value = meaning;
                         }
                       });
}

}  // namespace oarlock::app
