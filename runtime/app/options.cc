#include "app/options.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <utility>

#include "app/check/check_command.h"
#include "app/check/inspect_command.h"
#include "app/cli/choice.h"
#include "app/cli/completion.h"
#include "app/commands/crds_command.h"
#include "app/commands/new_command.h"
#include "app/commands/sandbox_command.h"
#include "app/exit_code.h"
#include "app/rbac/rbac_command.h"
#include "app/registry/registry_command.h"
#include "app/version.h"

namespace oarlock::app {
namespace {

// Which API server, and what the host keeps there.
void AddServerFlags(CLI::App& run, RunOptions& options) {
  CLI::Option* kubeconfig =
      run.add_option("--kubeconfig", options.kubeconfig,
                     "Kubeconfig file (default: KUBECONFIG, ~/.kube/config, then in-cluster)");
  CLI::Option* context =
      run.add_option("--context", options.context, "Context of the kubeconfig to use");
  run.add_flag("--sandbox", options.sandbox,
               "Serve an API server in memory in this process and use it; no cluster is needed")
      ->excludes(kubeconfig)
      ->excludes(context);
  AddSandboxFlags(run, "--sandbox-", options.sandbox_flags);
  run.add_option("--namespace", options.ns,
                 "Namespace of the host's own objects (default: the Pod's, or the kubeconfig's)");
  AddLeaderFlags(run, options.leader);
}

void AddRunFlags(CLI::App& run, RunOptions& options) {
  AddServerFlags(run, options);
  run.add_option("--manifest", options.manifest,
                 "Plugin manifest: a YAML file, a directory of *.yaml, or cluster:NAMESPACE/NAME")
      ->required();
  run.add_option("--plugin-dir", options.plugin_dir, "Where libraries without a slash are sought")
      ->default_val(DefaultPluginDir());
  run.add_option("--listen", options.listen, "Address for /healthz, /readyz and /metrics")
      ->capture_default_str();
  AddAdminFlags(run, options.admin);
  run.add_option("--cache-dir", options.cache_dir,
                 "Directory for libraries from registries, the last good ones and what was rolled "
                 "back (default: none)");
  AddRegistryFlags(run, options.registry);
  run.add_flag("--require-sha256", options.require_sha256,
               "Load only libraries whose sha256 the manifest names");
  run.add_flag("--require-signature", options.require_signature,
               "Load only libraries with a signature of a trusted key");
  run.add_option("--signature-key", options.signature_keys,
                 "File with an Ed25519 public key (PEM) that is trusted; may be repeated");
  run.add_option("--allow-library", options.allowed_libraries,
                 "Shared library that plugins may need beyond libc and libstdc++; may be repeated");
  AddChoice<bool>(run, "--http-version", "HTTP version towards the API server", options.http1,
                  {{"auto", false}, {"1.1", true}});
  AddChoice<bool>(run, "--protobuf", "Read built-in types as protobuf instead of JSON",
                  options.protobuf, {{"on", true}, {"off", false}});
  run.add_flag("--compress", options.compress,
               "Ask the API server for gzip: for slow links, near the server it costs more");
  run.add_flag("--watch-list", options.watch_list,
               "Read first states as watch streams (watch-list) instead of lists");
  run.add_flag("--verify-cache", options.verify_cache,
               "Debugging: after each list, compare the cache with one more list");
  run.add_option_function<std::string>(
         "--exec-plugins",
         [&options](const std::string& text) {
           auto policy = client::ExecPolicy::Parse(text);
           if (!policy.ok())
             throw CLI::ValidationError("--exec-plugins", policy.status().message());
           options.exec_plugins = *std::move(policy);
         },
         "Credential plugins of a kubeconfig that may run: all, none, or names and paths")
      ->default_str("all");
  AddChoice<base::LogLevel>(run, "--log-level", "Least level that is logged", options.log_level,
                            {{"debug", base::LogLevel::kDebug},
                             {"info", base::LogLevel::kInfo},
                             {"warning", base::LogLevel::kWarning},
                             {"error", base::LogLevel::kError}});
  AddChoice<base::LogFormat>(run, "--log-format", "Log lines as text or JSON", options.log_format,
                             {{"text", base::LogFormat::kText}, {"json", base::LogFormat::kJson}});
}

// CLI11 would only say that a subcommand is required.
bool IsUnknownCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const std::string_view word = argv[1];
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return false;
  }
  fmt::print(stderr, "unknown command \"{}\"\nRun with --help for more information.\n", argv[1]);
  return true;
}

}  // namespace

std::string DefaultPluginDir() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "plugins" : (self.parent_path().parent_path() / "plugins").string();
}

Command ParseOptions(int argc, char** argv) {
  CLI::App app("oarlock: many Kubernetes controllers in one process, as plugins", "oarlock");
  app.require_subcommand(1);
  app.set_version_flag("--version", VersionText());
  RunOptions options;
  CLI::App* run = app.add_subcommand("run", "Run the host with the plugins of a manifest");
  AddRunFlags(*run, options);
  CLI::App* version = app.add_subcommand("version", "Print the version");
  std::string shell;
  CLI::App* completion = app.add_subcommand(
      "completion", "Print a script that completes commands: source <(oarlock completion bash)");
  completion->add_option("shell", shell, "Which shell")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->required();
  const auto live = AddLiveCommands(app);
  CheckOptions check_options;
  const CLI::App* check = AddCheckCommand(app, check_options);
  InspectOptions inspect_options;
  const CLI::App* inspect = AddInspectCommand(app, inspect_options);
  NewOptions new_options;
  const CLI::App* make = AddNewCommand(app, new_options);
  RbacOptions rbac_options;
  const CLI::App* rbac = AddRbacCommand(app, rbac_options);
  CrdsOptions crds_options;
  const CLI::App* crds = AddCrdsCommand(app, crds_options);
  PullOptions pull_options;
  const CLI::App* pull = AddPullCommand(app, pull_options);
  PushOptions push_options;
  const CLI::App* push = AddPushCommand(app, push_options);
  SandboxFlags sandbox_options;
  const CLI::App* sandbox = AddSandboxCommand(app, sandbox_options);
  if (IsUnknownCommand(app, argc, argv)) return {{}, {}, kExitUsage, {}};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool is_help = error.get_exit_code() == 0;
    app.exit(error);
    return {{}, {}, is_help ? kExitOk : kExitUsage, {}};
  }
  if (version->parsed()) {
    fmt::print("{}\n", VersionText());
    return {{}, {}, kExitOk, {}};
  }
  if (auto command = live()) return {{}, std::move(command), kExitOk, {}};
  if (completion->parsed()) {
    return {{}, {}, kExitOk, [script = CompletionScript(app, shell)] {
              fmt::print("{}", script);
              return static_cast<int>(kExitOk);
            }};
  }
  if (check->parsed()) {
    return {{}, {}, kExitOk, [check_options] { return RunCheck(check_options); }};
  }
  if (inspect->parsed()) {
    return {{}, {}, kExitOk, [inspect_options] { return RunInspect(inspect_options); }};
  }
  if (make->parsed()) return {{}, {}, kExitOk, [new_options] { return RunNew(new_options); }};
  if (rbac->parsed()) return {{}, {}, kExitOk, [rbac_options] { return RunRbac(rbac_options); }};
  if (crds->parsed()) return {{}, {}, kExitOk, [crds_options] { return RunCrds(crds_options); }};
  if (pull->parsed()) return {{}, {}, kExitOk, [pull_options] { return RunPull(pull_options); }};
  if (push->parsed()) return {{}, {}, kExitOk, [push_options] { return RunPush(push_options); }};
  if (sandbox->parsed()) {
    return {{}, {}, kExitOk, [sandbox_options] { return RunSandbox(sandbox_options); }};
  }
  return {options, {}, kExitOk, {}};
}

}  // namespace oarlock::app
