// The command line of the commands that ask a running host.
#include <CLI/CLI.hpp>
#include <map>

#include "app/cli/choice.h"
#include "app/cli/live_command.h"

namespace oarlock::app {
namespace {

using Kind = LiveCommand::Kind;

constexpr char kLook[] = "Look into a running host";
constexpr char kChange[] = "Change a running host";

class Builder {
 public:
  explicit Builder(CLI::App& app) : app_(app), parsed_(std::make_shared<LiveCommand>()) {}

  LiveCommand& parsed() { return *parsed_; }
  const std::shared_ptr<LiveCommand>& shared() const { return parsed_; }
  const std::map<const CLI::App*, Kind>& kinds() const { return kinds_; }

  // With the options that all of them have.
  CLI::App& Add(const char* name, Kind kind, const char* group, const char* what) {
    CLI::App* command = app_.add_subcommand(name, what);
    command->group(group);
    command
        ->add_option("--admin-socket", parsed_->socket, "Socket of the host, as its own flag says")
        ->envname(kAdminSocketVariable)
        ->required();
    AddChoice<OutputFormat>(*command, "-o,--output", "How to print the answer", parsed_->format,
                            {{"table", OutputFormat::kTable},
                             {"wide", OutputFormat::kWide},
                             {"json", OutputFormat::kJson},
                             {"yaml", OutputFormat::kYaml}});
    kinds_[command] = kind;
    return *command;
  }
  void Timeout(CLI::App& command) {
    command
        .add_option_function<int>(
            "--timeout",
            [parsed = parsed_](const int seconds) {
              parsed->timeout = std::chrono::seconds(seconds);
            },
            "Seconds to wait for the end")
        ->check(CLI::Range(1, 86400))
        ->default_str("600");
  }
  void Limit(CLI::App& command, const char* what) {
    command.add_option("--limit", parsed_->limit, what)->check(CLI::Range(1, 1000));
  }

 private:
  CLI::App& app_;
  std::shared_ptr<LiveCommand> parsed_;
  std::map<const CLI::App*, Kind> kinds_;
};

// "deployments/web", as kubectl takes it.
void SplitTypeAndName(LiveCommand& get) {
  const size_t slash = get.resource.find('/');
  if (!get.name.empty() || slash == std::string::npos) return;
  get.name = get.resource.substr(slash + 1);
  get.resource.resize(slash);
}

void AddLooking(Builder& add) {
  LiveCommand& to = add.parsed();
  CLI::App& status = add.Add("status", Kind::kStatus, kLook,
                             "How the host is; exit code 6 when something is not as it should be");
  status.add_flag("--wait", to.wait, "Wait until all is as it should be");
  add.Timeout(status);
  CLI::App& plugins =
      add.Add("plugins", Kind::kPlugins, kLook,
              "The plugins: state, generation, and the last steps of their reloads");
  plugins.add_option("plugin", to.plugin, "Only this one");
  add.Add("informers", Kind::kInformers, kLook,
          "What is watched: state, objects, bytes, how far behind");
  CLI::App& queue = add.Add("queue", Kind::kQueue, kLook,
                            "The controllers' queues: which keys run, are ready, delayed, retried");
  queue.add_option("plugin", to.plugin, "Only this plugin's");
  queue.add_option("--controller", to.controller, "Only this controller's");
  add.Limit(queue, "Keys of each queue at most");
  CLI::App& why = add.Add("why", Kind::kWhy, kLook,
                          "Why an object is not done: what it waits for, and its last runs");
  why.add_option("key", to.key, "NAMESPACE/NAME, or NAME of what has no namespace")->required();
  why.add_option("--plugin", to.plugin, "Only this plugin's controllers");
  why.add_option("--controller", to.controller, "Only this controller");
  why.add_option("--resource", to.resource, "Only keys of this type: deployments.apps");
  CLI::App& get = add.Add("get", Kind::kGet, kLook,
                          "Cached objects, as the plugins see them; Secrets without their data");
  get.add_option("resource", to.resource, "pods, deployments.apps, Deployment …, or TYPE/NAME")
      ->required();
  get.add_option("name", to.name, "Only the object of this name");
  CLI::Option* ns = get.add_option("-n,--namespace", to.ns, "Only of this namespace");
  get.add_flag("-A,--all-namespaces")->description("Of all namespaces: the default")->excludes(ns);
  get.add_option("-l,--selector", to.selector, "Only what these labels select: app=web,tier!=db");
  CLI::App& events = add.Add("events", Kind::kEvents, kLook,
                             "What happened lately: what plugins became, steps of reloads, and "
                             "runs that failed");
  events.add_option("plugin", to.plugin, "Only this plugin's");
  add.Limit(events, "The last so many (default: 100)");
}

void AddChanging(Builder& add) {
  LiveCommand& to = add.parsed();
  CLI::App& reload =
      add.Add("reload", Kind::kReload, kChange,
              "Have the host read its manifest and libraries now, and wait for the end");
  add.Timeout(reload);
  CLI::App& rollback = add.Add("rollback", Kind::kRollback, kChange,
                               "Return a plugin to the generation before; its library is then "
                               "refused until the manifest changes");
  add.Timeout(rollback);
  rollback.add_option("plugin", to.plugin, "Which plugin")->required();
  rollback.add_option("--reason", to.reason, "Kept with the rollback");
  CLI::App& pause =
      add.Add("pause", Kind::kPause, kChange,
              "Let no reconcile of a plugin begin until it is resumed; its keys go on "
              "being collected");
  pause.add_option("plugin", to.plugin, "Which plugin")->required();
  CLI::App& resume = add.Add("resume", Kind::kResume, kChange, "Let a paused plugin go on");
  resume.add_option("plugin", to.plugin, "Which plugin")->required();
  CLI::App& level = add.Add("log-level", Kind::kLogLevel, kChange,
                            "Show the log levels, or set the host's or a plugin's");
  level.add_option("level", to.level, "debug, info, warning, error; with --plugin also default")
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "default"}));
  level.add_option("--plugin", to.plugin, "Of this plugin alone");
}

}  // namespace

std::function<std::optional<LiveCommand>()> AddLiveCommands(CLI::App& app) {
  Builder add(app);
  AddLooking(add);
  AddChanging(add);
  return [parsed = add.shared(), kinds = add.kinds()]() -> std::optional<LiveCommand> {
    for (const auto& [command, kind] : kinds) {
      if (!command->parsed()) continue;
      parsed->kind = kind;
      if (kind == Kind::kGet) SplitTypeAndName(*parsed);
      return *parsed;
    }
    return std::nullopt;
  };
}

}  // namespace oarlock::app
