#include "app/options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <utility>
#include <vector>

#include "app/exit_code.h"

namespace oarlock::app {
namespace {

// `out`, `error`: where to put what is printed; null: nowhere.
Command Parse(std::vector<std::string> args, std::string* out = nullptr,
              std::string* error = nullptr) {
  args.insert(args.begin(), "oarlock");
  std::vector<char*> argv;
  for (std::string& arg : args) argv.push_back(arg.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Command command = ParseOptions(static_cast<int>(argv.size()), argv.data());
  const std::string printed = testing::internal::GetCapturedStdout();
  const std::string complained = testing::internal::GetCapturedStderr();
  if (out != nullptr) *out = printed;
  if (error != nullptr) *error = complained;
  return command;
}

TEST(Options, ReadsTheFlagsOfRun) {
  const Command command =
      Parse({"run",  "--kubeconfig",   "k",           "--manifest",     "m",     "--plugin-dir",
             "p",    "--listen",       ":9",          "--admin-socket", "s",     "--context",
             "c",    "--http-version", "1.1",         "--log-level",    "debug", "--log-format",
             "json", "--exec-plugins", "aws,/opt/gke"});
  ASSERT_TRUE(command.run.has_value());
  EXPECT_EQ(command.run->kubeconfig, "k");
  EXPECT_EQ(command.run->manifest, "m");
  EXPECT_EQ(command.run->plugin_dir, "p");
  EXPECT_EQ(command.run->listen, ":9");
  EXPECT_EQ(command.run->admin.socket, "s");
  EXPECT_EQ(command.run->context, "c");
  EXPECT_TRUE(command.run->http1);
  EXPECT_EQ(command.run->exec_plugins.mode, client::ExecPolicy::Mode::kAllowlist);
  EXPECT_EQ(command.run->exec_plugins.allowed, (std::vector<std::string>{"aws", "/opt/gke"}));
  EXPECT_EQ(command.run->log_level, base::LogLevel::kDebug);
  EXPECT_EQ(command.run->log_format, base::LogFormat::kJson);
}

TEST(Options, HasDefaultsForAllButTheManifest) {
  const Command command = Parse({"run", "--manifest", "m"});
  ASSERT_TRUE(command.run.has_value());
  EXPECT_EQ(command.run->listen, "127.0.0.1:8080");
  EXPECT_FALSE(command.run->http1);
  EXPECT_EQ(command.run->exec_plugins.mode, client::ExecPolicy::Mode::kAllowAll);
  EXPECT_TRUE(command.run->plugin_dir.ends_with("/plugins")) << command.run->plugin_dir;
  EXPECT_EQ(Parse({"run"}).exit_code, kExitUsage);
}

TEST(Options, SayHowRegistriesAreSpokenTo) {
  const Command command =
      Parse({"run", "--manifest", "m", "--registry-config", "f", "--registry-plain-http", "a:1",
             "--registry-plain-http", "b", "--registry-ca", "c"});
  ASSERT_TRUE(command.run.has_value());
  const oci::RegistryOptions registry = command.run->registry.Options();
  EXPECT_EQ(registry.login_file, "f");
  EXPECT_EQ(registry.plain_http, (std::vector<std::string>{"a:1", "b"}));
  EXPECT_EQ(registry.ca_file, "c");
}

TEST(Options, PullAndPushRefuseNamesThatDoNotFit) {
  const std::string digest = "@sha256:" + std::string(64, '0');
  EXPECT_EQ(Parse({"pull"}).exit_code, kExitUsage);
  EXPECT_EQ(Parse({"push", "file"}).exit_code, kExitUsage);
  const auto run = [](std::vector<std::string> args) {
    const Command command = Parse(std::move(args));
    testing::internal::CaptureStderr();
    const int code = command.other();
    return std::pair(code, testing::internal::GetCapturedStderr());
  };
  const auto tag = run({"pull", "r/a:v1"});
  EXPECT_EQ(tag.first, kExitUsage);
  EXPECT_NE(tag.second.find("names no digest"), std::string::npos) << tag.second;
  EXPECT_EQ(run({"push", "/dev/null", "r/a" + digest}).first, kExitUsage);
  const auto no_library = run({"push", "/dev/null", "r/a:v1"});
  EXPECT_EQ(no_library.first, kExitUsage);
  EXPECT_NE(no_library.second.find("/dev/null"), std::string::npos) << no_library.second;
  const auto no_place = run({"pull", "r/a" + digest, "-o", "/nonexistent/a.so"});
  EXPECT_EQ(no_place.first, kExitUsage);
  EXPECT_NE(no_place.second.find("cannot be written there"), std::string::npos);
}

TEST(Options, ASandboxTakesThePlaceOfAKubeconfig) {
  const Command command = Parse({"run", "--manifest", "m", "--sandbox", "--sandbox-load", "d"});
  ASSERT_TRUE(command.run.has_value());
  EXPECT_TRUE(command.run->sandbox);
  EXPECT_EQ(command.run->sandbox_flags.load, "d");
  EXPECT_EQ(command.run->sandbox_flags.authorization, sandbox::AuthorizationMode::kAlwaysAllow);
  const Command rbac =
      Parse({"run", "--manifest", "m", "--sandbox", "--sandbox-authorization-mode", "RBAC"});
  EXPECT_EQ(rbac.run->sandbox_flags.authorization, sandbox::AuthorizationMode::kRbac);
  EXPECT_EQ(Parse({"run", "--manifest", "m", "--sandbox", "--kubeconfig", "k"}).exit_code,
            kExitUsage);
  EXPECT_EQ(Parse({"run", "--manifest", "m", "--sandbox-load", "d"}).exit_code, kExitUsage);
}

TEST(Options, LE_3_LeaderElectionIsOffAndHasTheCustomaryTimes) {
  const Command command = Parse({"run", "--manifest", "m"});
  ASSERT_TRUE(command.run.has_value());
  EXPECT_EQ(command.run->ns, "");
  const LeaderFlags& leader = command.run->leader;
  EXPECT_FALSE(leader.elect);
  EXPECT_EQ(leader.options.lease_duration, base::Duration(std::chrono::seconds(15)));
  EXPECT_EQ(leader.options.renew_deadline, base::Duration(std::chrono::seconds(10)));
  EXPECT_EQ(leader.options.retry_period, base::Duration(std::chrono::seconds(2)));
  EXPECT_EQ(leader.options.name, "oarlock");
  EXPECT_EQ(leader.options.ns, "");
  EXPECT_EQ(leader.options.identity, "");
}

TEST(Options, ReadsTheFlagsOfLeaderElection) {
  const Command command =
      Parse({"run", "--manifest", "m", "--namespace", "host", "--leader-elect",
             "--leader-elect-lease-duration", "6s", "--leader-elect-renew-deadline=4s",
             "--leader-elect-retry-period", "500ms", "--leader-elect-resource-name", "lock",
             "--leader-elect-resource-namespace", "locks", "--leader-elect-identity", "me"});
  ASSERT_TRUE(command.run.has_value());
  EXPECT_EQ(command.run->ns, "host");
  const LeaderFlags& leader = command.run->leader;
  EXPECT_TRUE(leader.elect);
  EXPECT_EQ(leader.options.lease_duration, base::Duration(std::chrono::seconds(6)));
  EXPECT_EQ(leader.options.renew_deadline, base::Duration(std::chrono::seconds(4)));
  EXPECT_EQ(leader.options.retry_period, base::Duration(std::chrono::milliseconds(500)));
  EXPECT_EQ(leader.options.name, "lock");
  EXPECT_EQ(leader.options.ns, "locks");
  EXPECT_EQ(leader.options.identity, "me");
  EXPECT_FALSE(Parse({"run", "--manifest", "m", "--leader-elect=false"}).run->leader.elect);
  EXPECT_EQ(Parse({"run", "--manifest", "m", "--leader-elect-retry-period", "soon"}).exit_code,
            kExitUsage);
}

TEST(LeaderFlags, C_CTL_03_TheIdentityIsUniquePerStartAndTheNamespaceTheHostsOwn) {
  base::Random random(1);
  LeaderFlags flags;
  const auto first = flags.Complete("ns", "pod-1", random);
  const auto second = flags.Complete("ns", "pod-1", random);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->ns, "ns");
  EXPECT_NE(first->identity, second->identity);
  // The name, "_", and a UUID of version 4.
  EXPECT_TRUE(std::regex_match(
      first->identity,
      std::regex("pod-1_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")))
      << first->identity;
  flags.options.identity = "me";
  flags.options.ns = "locks";
  const auto named = flags.Complete("ns", "pod-1", random);
  EXPECT_TRUE(named->identity.starts_with("me_"));
  EXPECT_EQ(named->ns, "locks");
  flags.options.lease_duration = std::chrono::seconds(11);
  const auto wrong = flags.Complete("ns", "pod-1", random);
  EXPECT_EQ(wrong.status().code(), base::StatusCode::kInvalidArgument);
  EXPECT_NE(wrong.status().message().find("--leader-elect"), std::string::npos);
}

// There are no gates in the environment: what changes the behaviour stands on the command line.
TEST(Options, FG_1_SwitchesAreFlagsAndTheEnvironmentHasNone) {
  ASSERT_EQ(setenv("KUBE_FEATURE_WatchListClient", "true", 1), 0);
  const Command plain = Parse({"run", "--manifest", "m"});
  const Command switched =
      Parse({"run", "--manifest", "m", "--watch-list", "--verify-cache", "--compress"});
  unsetenv("KUBE_FEATURE_WatchListClient");
  ASSERT_TRUE(plain.run.has_value() && switched.run.has_value());
  EXPECT_FALSE(plain.run->watch_list);
  EXPECT_TRUE(plain.run->protobuf);
  EXPECT_FALSE(Parse({"run", "--manifest", "m", "--protobuf=off"}).run->protobuf);
  EXPECT_EQ(Parse({"run", "--manifest", "m", "--protobuf=maybe"}).exit_code, kExitUsage);
  EXPECT_FALSE(plain.run->verify_cache);
  EXPECT_FALSE(plain.run->compress);
  EXPECT_TRUE(switched.run->watch_list);
  EXPECT_TRUE(switched.run->verify_cache);
  EXPECT_TRUE(switched.run->compress);
  EXPECT_EQ(Parse({"run", "--manifest", "m", "--watch-list=maybe"}).exit_code, kExitUsage);
}

TEST(Options, ReadsTheCommandsForARunningHost) {
  using Kind = LiveCommand::Kind;
  const Command plugins = Parse({"plugins", "--admin-socket", "s", "reloader", "-o", "yaml"});
  ASSERT_TRUE(plugins.live.has_value());
  EXPECT_EQ(plugins.live->kind, Kind::kPlugins);
  EXPECT_EQ(plugins.live->socket, "s");
  EXPECT_EQ(plugins.live->plugin, "reloader");
  EXPECT_EQ(plugins.live->format, OutputFormat::kYaml);
  const Command reload = Parse({"reload", "--admin-socket", "s", "--timeout", "5"});
  ASSERT_TRUE(reload.live.has_value());
  EXPECT_EQ(reload.live->kind, Kind::kReload);
  EXPECT_EQ(reload.live->timeout, std::chrono::seconds(5));
  const Command rollback =
      Parse({"rollback", "--admin-socket", "s", "reloader", "--reason", "blank"});
  ASSERT_TRUE(rollback.live.has_value());
  EXPECT_EQ(rollback.live->kind, Kind::kRollback);
  EXPECT_EQ(rollback.live->plugin, "reloader");
  EXPECT_EQ(rollback.live->reason, "blank");
  EXPECT_FALSE(rollback.run.has_value());
  const Command get = Parse({"get", "--admin-socket", "s", "pods", "web", "-n", "a", "-l", "x=y"});
  ASSERT_TRUE(get.live.has_value());
  EXPECT_EQ(get.live->resource + " " + get.live->name + " " + get.live->ns, "pods web a");
  EXPECT_EQ(get.live->selector, "x=y");
  const Command one = Parse({"get", "--admin-socket", "s", "pod/web", "-A"});
  ASSERT_TRUE(one.live.has_value());
  EXPECT_EQ(one.live->resource + " " + one.live->name + " " + one.live->ns, "pod web ");
  EXPECT_EQ(Parse({"get", "--admin-socket", "s", "pods", "-A", "-n", "a"}).exit_code, kExitUsage);
  EXPECT_EQ(Parse({"plugins"}).exit_code, kExitUsage) << "nobody said which host";
  EXPECT_EQ(Parse({"rollback", "--admin-socket", "s"}).exit_code, kExitUsage);
  EXPECT_EQ(Parse({"plugins", "--admin-socket", "s", "-o", "xml"}).exit_code, kExitUsage);
  EXPECT_EQ(Parse({"log-level", "--admin-socket", "s", "loud"}).exit_code, kExitUsage);
}

TEST(Options, TheSocketOfTheHostMayComeFromTheEnvironment) {
  ASSERT_EQ(::setenv(kAdminSocketVariable, "/run/a.sock", 1), 0);
  const Command status = Parse({"status", "--wait"});
  ::unsetenv(kAdminSocketVariable);
  ASSERT_TRUE(status.live.has_value());
  EXPECT_EQ(status.live->socket, "/run/a.sock");
  EXPECT_TRUE(status.live->wait);
}

// Of the whole command line: what a user meets first.
TEST(Options, EveryCommandHasItsHelp) {
  for (const char* command : {"run",   "version", "completion", "status", "plugins", "informers",
                              "queue", "why",     "get",        "events", "reload",  "rollback",
                              "pause", "resume",  "log-level",  "check",  "inspect", "new",
                              "rbac",  "crds",    "pull",       "push",   "sandbox"}) {
    std::string help;
    EXPECT_EQ(Parse({command, "--help"}, &help).exit_code, kExitOk) << command;
    EXPECT_NE(help.find("Usage: oarlock " + std::string(command)), std::string::npos) << help;
    // A flag, perhaps its type, and words about it, at the latest on the next line.
    const std::regex flag("\n  -[^ ]+(?: [A-Z:\\[\\]]+)*(?:\n(?! {10})|$)");
    std::smatch bare;
    EXPECT_FALSE(std::regex_search(help, bare, flag)) << command << ": " << bare.str();
  }
}

TEST(Options, CompletionKnowsEveryCommandAndFlag) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Command command = Parse({"completion", shell});
    ASSERT_TRUE(command.other) << shell;
    testing::internal::CaptureStdout();
    EXPECT_EQ(command.other(), kExitOk);
    const std::string script = testing::internal::GetCapturedStdout();
    for (const char* word : {"log-level", "sandbox", "leader-elect-identity", "selector"}) {
      EXPECT_NE(script.find(word), std::string::npos) << shell << ": " << word;
    }
  }
  EXPECT_EQ(Parse({"completion", "tcsh"}).exit_code, kExitUsage);
}

TEST(Options, ReadsWhatIsDemandedOfLibraries) {
  const Command command = Parse({"run", "--manifest", "m", "--cache-dir", "c", "--require-sha256",
                                 "--require-signature", "--signature-key", "k1", "--signature-key",
                                 "k2", "--allow-library", "libz.so.1"});
  ASSERT_TRUE(command.run.has_value());
  EXPECT_EQ(command.run->cache_dir, "c");
  EXPECT_TRUE(command.run->require_sha256);
  EXPECT_TRUE(command.run->require_signature);
  EXPECT_EQ(command.run->signature_keys, (std::vector<std::string>{"k1", "k2"}));
  EXPECT_EQ(command.run->allowed_libraries, std::vector<std::string>{"libz.so.1"});
}

TEST(Options, RefusesWhatItDoesNotKnowWithCode2) {
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{},
                                             {"fly"},
                                             {"run", "--manifest", "m", "--fly"},
                                             {"run", "--manifest", "m", "extra"},
                                             {"run", "--manifest", "m", "--log-level", "loud"},
                                             {"run", "--manifest", "m", "--exec-plugins", "a/b"},
                                             {"run", "--manifest", "m", "--http-version", "3"}}) {
    const Command command = Parse(args);
    EXPECT_FALSE(command.run.has_value());
    EXPECT_EQ(command.exit_code, kExitUsage) << (args.empty() ? "" : args.back());
  }
}

TEST(Options, SayWhichWordsThereAreWhenAnotherWasGiven) {
  const auto error = [](std::vector<std::string> args) {
    std::string said;
    EXPECT_EQ(Parse(std::move(args), nullptr, &said).exit_code, kExitUsage);
    return said;
  };
  EXPECT_EQ(error({"run", "--manifest", "m", "--log-level", "3"}),
            "--log-level: 3 not in {debug,info,warning,error}\nRun with --help for more "
            "information.\n");
  EXPECT_NE(error({"status", "--admin-socket", "s", "-o", "xml"}).find("{table,wide,json,yaml}"),
            std::string::npos);
  EXPECT_NE(error({"sandbox", "--authorization-mode", "x"}).find("{AlwaysAllow,RBAC}"),
            std::string::npos);
}

TEST(Options, HelpAndVersionAreNoErrors) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"--help"}, {"run", "--help"}, {"version"}, {"--version"}}) {
    const Command command = Parse(args);
    EXPECT_FALSE(command.run.has_value());
    EXPECT_EQ(command.exit_code, kExitOk) << args.back();
  }
}

}  // namespace
}  // namespace oarlock::app
