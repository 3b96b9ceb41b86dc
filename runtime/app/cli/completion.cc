#include "app/cli/completion.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <vector>

namespace oarlock::app {
namespace {

std::vector<const CLI::App*> CommandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// "--output" and "-o", as they are written.
std::vector<std::string> FlagsOf(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
  }
  return flags;
}

std::string Bash(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* command : CommandsOf(app)) {
    names.push_back(command->get_name());
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(),
                         fmt::join(FlagsOf(*command), " "));
  }
  return fmt::format(R"(_oarlock() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{}" -- "$current"))
    return
  fi
  case "$before" in
    -o|--output) COMPREPLY=($(compgen -W "table wide json yaml" -- "$current")); return ;;
  esac
  case "${{COMP_WORDS[1]}}" in
{}  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _oarlock oarlock
)",
                     fmt::join(names, " "), cases);
}

// A text within single quotes, of a shell.
std::string Quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string Fish(const CLI::App& app) {
  std::string out;
  for (const CLI::App* command : CommandsOf(app)) {
    const std::string& name = command->get_name();
    out += fmt::format("complete -c oarlock -n __fish_use_subcommand -f -a {} -d {}\n", name,
                       Quoted(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      std::string flags;
      for (const std::string& word : option->get_lnames()) flags += " -l " + word;
      for (const std::string& letter : option->get_snames()) flags += " -s " + letter;
      if (flags.empty()) continue;
      const char* takes = option->get_expected_min() > 0 ? " -r" : "";
      out += fmt::format("complete -c oarlock -n '__fish_seen_subcommand_from {}'{}{} -d {}\n",
                         name, flags, takes, Quoted(option->get_description()));
    }
  }
  return out;
}

}  // namespace

std::string CompletionScript(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") return Fish(app);
  const std::string for_zsh =
      "autoload -U +X compinit && compinit\n"
      "autoload -U +X bashcompinit && bashcompinit\n";
  return (shell == "zsh" ? for_zsh : std::string()) + Bash(app);
}

}  // namespace oarlock::app
