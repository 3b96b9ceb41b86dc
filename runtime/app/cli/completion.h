#pragma once
// Completion: a script that teaches a shell the sub-commands and options of this program, made from
// the parser itself, so that it never lags behind. Threads: [main].

#include <string>

namespace CLI {
class App;
}

namespace oarlock::app {

// `shell`: "bash", "zsh" or "fish".
std::string CompletionScript(const CLI::App& app, const std::string& shell);

}  // namespace oarlock::app
