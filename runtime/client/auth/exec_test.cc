#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/auth/child_run.h"
#include "client/auth/exec_credentials.h"
#include "client/auth/exec_fixture.h"
#include "client/auth/exec_protocol.h"
#include "client/auth/test_key_pair.h"
#include "client/client_factory.h"

namespace oarlock::client {
namespace {

using base::StatusCode;
using std::chrono::seconds;

TEST_F(ExecTest, C_KC_05_ThePluginIsToldWhatItIsFor) {
  config.auth.exec->api_version = "client.authentication.k8s.io/v1beta1";
  config.auth.exec->provide_cluster_info = true;
  config.tls.ca_data = "PEM";
  EXPECT_EQ(*ExecInfoJson(config, false),
            R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential",)"
            R"("spec":{"interactive":false,"cluster":{"server":"https://s:6443",)"
            R"("certificate-authority-data":"UEVN"}}})");
  Make("printf %s \"$KUBERNETES_EXEC_INFO\" > info\nexit 3\n");
  EXPECT_FALSE(Get().ok());
  EXPECT_EQ(dir.Read("info"), *ExecInfoJson(config, false));
}

TEST_F(ExecTest, C_KC_05_RC_19_TheClusterWithEveryField) {
  config.auth.exec->cluster_config_json = R"({"a":[1]})";
  EXPECT_EQ(*ExecInfoJson(config, true),
            std::string(R"({"apiVersion":")") + kVersion +
                R"(","kind":"ExecCredential","spec":{"interactive":true}})");
  config.auth.exec->provide_cluster_info = true;
  config.tls = {.ca_file = dir.Write("ca", "PEM"), .server_name = "n\"", .insecure = true};
  config.proxy_url = "http://p";
  config.disable_compression = true;
  const auto info = ExecInfoJson(config, false);
  EXPECT_NE(info->find(R"("cluster":{"server":"https://s:6443","tls-server-name":"n\"",)"
                       R"("insecure-skip-tls-verify":true,"certificate-authority-data":"UEVN",)"
                       R"("proxy-url":"http://p","disable-compression":true,"config":{"a":[1]}}})"),
            std::string::npos)
      << *info;
  config.tls.ca_file = "/nowhere/ca";
  EXPECT_EQ(ExecInfoJson(config, false).status().code(), StatusCode::kUnauthenticated);
}

TEST_F(ExecTest, XP_1_ArgumentsAndEnvironmentReachThePlugin) {
  constexpr int kLeaky = 77;  // a descriptor of the host that somebody forgot to mark
  ASSERT_EQ(dup2(STDOUT_FILENO, kLeaky), kLeaky);
  config.auth.exec->args = {"get token", "x"};
  config.auth.exec->env = {{"OWN", "o"}, {"HOST_VARIABLE", "over"}};
  Make("echo \"$1|$2|$OWN|$HOST_VARIABLE\" > seen\nls /proc/$$/fd > descriptors\n" + Counting());
  EXPECT_EQ(Authorization(), "Bearer token-1");
  EXPECT_EQ(dir.Read("seen"), "get token|x|o|over\n");
  EXPECT_EQ(dir.Read("descriptors").find("77"), std::string::npos);
  close(kLeaky);
}

TEST_F(ExecTest, XP_1_AnotherApiVersionKindOrNoJsonIsRefused) {
  const std::pair<std::string, const char*> rows[] = {
      {R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential",)"
       R"("status":{"token":"t"}})",
       "another apiVersion"},
      {R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"Pod"})", "kind ExecCredential"},
      {"hello", "as JSON"},
      {"[]", "as JSON"},
      {"", "as JSON"},
      {Answer("null"), "without status"}};
  for (const auto& [text, says] : rows) {
    const auto answer = ParseExecCredential(text, kVersion);
    EXPECT_EQ(answer.status().code(), StatusCode::kUnauthenticated);
    EXPECT_NE(answer.status().message().find(says), std::string::npos) << text;
  }
}

TEST_F(ExecTest, XP_2_ATokenOrACertificateWithItsKey) {
  const TestKeyPair pair = MakeTestKeyPair();
  const auto json = [](std::string text) {
    for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
      text.replace(at, 1, "\\n");
    return "\"" + text + "\"";
  };
  const std::string both = R"("clientCertificateData":)" + json(pair.certificate) +
                           R"(,"clientKeyData":)" + json(pair.key);
  const auto good = ParseExecCredential(Answer("{" + both + "}"), kVersion);
  ASSERT_TRUE(good.ok()) << good.status().ToString();
  EXPECT_EQ(good->credentials.client_cert_pem, pair.certificate);
  EXPECT_EQ(good->credentials.authorization, "");
  EXPECT_FALSE(good->expires.has_value());
  const auto timed = ParseExecCredential(
      Answer(R"({"token":"t","expirationTimestamp":"2026-01-01T00:01:00Z"})"), kVersion);
  EXPECT_EQ(timed->expires, clock.UnixNow() + seconds(60));
  for (const std::string& bad :
       {std::string("{}"), R"({"clientCertificateData":)" + json(pair.certificate) + "}",
        "{" + both.substr(0, both.rfind(':') + 1) + json(MakeTestKeyPair().key) + "}",
        std::string(R"({"token":"a\nb"})"),
        std::string(R"({"token":"t","expirationTimestamp":"soon"})")}) {
    EXPECT_FALSE(ParseExecCredential(Answer(bad), kVersion).ok()) << bad;
  }
}

TEST_F(ExecTest, XP_2_WithoutExpiryItLivesUntilA401) {
  Make(Counting());
  EXPECT_EQ(Authorization(), "Bearer token-1");
  clock.Advance(std::chrono::hours(1000));
  const uint64_t generation = Get()->generation;
  EXPECT_EQ(Runs(), 1);
  credentials->Invalidate(generation + 1);
  EXPECT_EQ(Authorization(), "Bearer token-1");
  credentials->Invalidate(generation);
  EXPECT_EQ(Authorization(), "Bearer token-2");
  EXPECT_EQ(Get()->generation, generation + 1);
  credentials->Invalidate(generation);
  EXPECT_EQ(Authorization(), "Bearer token-2");
  EXPECT_EQ(Runs(), 2);
}

TEST_F(ExecTest, XP_3_TheSameAnswerAfterA401IsNotAskedForAgainAtOnce) {
  Make("echo run >> runs\necho '" + Answer(R"({"token":"t"})") + "'\n");
  const uint64_t generation = Get()->generation;
  for (int i = 0; i < 5; ++i) {
    credentials->Invalidate(generation);
    EXPECT_EQ(Get()->generation, generation);
  }
  EXPECT_EQ(Runs(), 2);
  clock.Advance(seconds(1));
  EXPECT_TRUE(Get().ok());
  EXPECT_EQ(Runs(), 3);
}

TEST_F(ExecTest, ExpiryIsAnticipatedWithoutMakingAnyoneWait) {
  MakeGated(Counting(R"(,"expirationTimestamp":"2026-01-01T00:01:00Z")"));
  auto first = Ask();
  WaitStarted();
  LetGo();
  EXPECT_EQ(first.get()->authorization, "Bearer token-1");
  clock.Advance(seconds(49));
  EXPECT_EQ(Authorization(), "Bearer token-1");
  clock.Advance(seconds(1));
  EXPECT_EQ(Authorization(), "Bearer token-1");  // still good; a run has begun behind it
  WaitStarted();
  clock.Advance(seconds(10));
  auto late = Ask();  // now it has expired: wait for the run
  LetGo();
  EXPECT_EQ(late.get()->authorization, "Bearer token-2");
  EXPECT_EQ(Runs(), 2);
}

TEST_F(ExecTest, C_KC_15_OneRunForAllWhoWaitAndNobodyIsBlocked) {
  MakeGated(Counting());
  std::vector<std::future<Snapshot>> asked;
  for (int i = 0; i < 20; ++i) asked.push_back(Ask());  // returns although the plugin hangs
  WaitStarted();
  for (auto& one : asked) EXPECT_EQ(one.wait_for(seconds(0)), std::future_status::timeout);
  LetGo();
  for (auto& one : asked) EXPECT_EQ(one.get()->authorization, "Bearer token-1");
  EXPECT_EQ(Runs(), 1);
}

// The plugin and a child of its own hold a FIFO open; its end shows that both are gone.
constexpr const char* kWithChild =
    "exec 3> alive\necho here > started\ncat < never &\nread line < never\n";

TEST_F(ExecTest, C_KC_15_ATimeoutKillsThePluginAndItsChildren) {
  for (const char* name : {"started", "never", "alive"}) MakeFifo(name);
  Make(kWithChild);
  auto asked = Ask();
  std::ifstream alive(dir / "alive");
  WaitStarted();
  clock.Advance(kExecTimeout - seconds(1));
  EXPECT_EQ(asked.wait_for(seconds(0)), std::future_status::timeout);
  clock.Advance(seconds(1));
  const Snapshot answer = asked.get();
  EXPECT_EQ(answer.status().code(), StatusCode::kUnauthenticated);
  EXPECT_NE(answer.status().message().find("60 s"), std::string::npos);
  std::string rest;
  EXPECT_FALSE(std::getline(alive, rest));
  EXPECT_EQ(clock.pending_timers(), 0u);
}

TEST_F(ExecTest, C_KC_15_DestructionKillsThePluginAndTellsWhoWaits) {
  for (const char* name : {"started", "never", "alive"}) MakeFifo(name);
  Make(kWithChild);
  auto asked = Ask();
  std::ifstream alive(dir / "alive");
  WaitStarted();
  credentials.reset();
  EXPECT_EQ(asked.get().status().code(), StatusCode::kCancelled);
  std::string rest;
  EXPECT_FALSE(std::getline(alive, rest));
}

TEST_F(ExecTest, C_KC_15_AClientThatStopsKillsThePlugin) {
  for (const char* name : {"started", "never", "alive"}) MakeFifo(name);
  Make(kWithChild);
  base::Random random(1);
  auto factory =
      RestClientFactory::Create(config, std::move(credentials), {}, {clock, random, metrics, log});
  ASSERT_TRUE(factory.ok()) << factory.status().ToString();
  auto call = std::async(std::launch::async,
                         [&] { return (*factory)->GetRaw("/version", {}).status().code(); });
  std::ifstream alive(dir / "alive");
  WaitStarted();
  (*factory)->Stop();
  EXPECT_EQ(call.get(), StatusCode::kCancelled);
  std::string rest;
  EXPECT_FALSE(std::getline(alive, rest));
}

TEST_F(ExecTest, C_KC_15_TooMuchOutputIsRefused) {
  Make("exec head -c 1048577 /dev/zero\n");
  EXPECT_NE(Error().find("more than 1 MiB"), std::string::npos);
  // One byte less is only no JSON.
  Make("exec head -c 1048576 /dev/zero\n");
  EXPECT_NE(Error().find("as JSON"), std::string::npos);
}

TEST_F(ExecTest, StopIsFinalAndMayComeFromACallback) {
  Make(Counting());
  EXPECT_TRUE(Get().ok());
  credentials->Stop();
  credentials->Stop();
  EXPECT_EQ(Get().status().code(), StatusCode::kCancelled);

  MakeGated(Counting());
  std::promise<void> done;
  credentials->Get([&](const Snapshot& /*answer*/) {
    credentials.reset();
    done.set_value();
  });
  WaitStarted();
  LetGo();
  done.get_future().get();
}

TEST_F(ExecTest, ACallbackMayAskAgain) {
  Make(Counting());
  std::promise<Snapshot> second;
  credentials->Get([&](const Snapshot& first) {
    credentials->Invalidate(first->generation);
    credentials->Get([&](Snapshot answer) { second.set_value(std::move(answer)); });
  });
  EXPECT_EQ(second.get_future().get()->authorization, "Bearer token-2");
}

TEST_F(ExecTest, AFailedRunIsNotRepeatedForASecond) {
  Make("echo run >> runs\necho no >&2\necho luck >&2\nexit 7\n");
  for (int i = 0; i < 3; ++i) {
    const Snapshot answer = Get();
    EXPECT_EQ(answer.status().code(), StatusCode::kUnauthenticated);
    EXPECT_NE(answer.status().message().find("exited with 7: luck"), std::string::npos)
        << answer.status().ToString();
  }
  EXPECT_EQ(Runs(), 1);
  EXPECT_NE(sink->lines().find("no\\nluck"), std::string::npos) << sink->lines();
  clock.Advance(seconds(1));
  EXPECT_FALSE(Get().ok());
  EXPECT_EQ(Runs(), 2);
}

TEST_F(ExecTest, StandardErrorInTheLogIsLimited) {
  Make("head -c 100000 /dev/zero | tr '\\0' '~' >&2\n" + Counting());
  EXPECT_EQ(Authorization(), "Bearer token-1");
  const std::string lines = sink->lines();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '~'), static_cast<int>(kExecErrorBytesMax));
}

TEST_F(ExecTest, AChildThatKeepsTheOutputOpenHoldsNobodyUp) {
  MakeFifo("never");
  Make("cat < never &\n" + Counting());
  EXPECT_EQ(Authorization(), "Bearer token-1");
  std::ofstream(dir / "never") << "end\n";  // lets the child go
}

TEST_F(ExecTest, XP_7_InteractiveModes) {
  using Mode = ExecConfig::Interactive;
  config.auth.exec->interactive = Mode::kAlways;
  Make("printf %s \"$KUBERNETES_EXEC_INFO\" > info\ncat > input\n" + Counting());
  EXPECT_NE(Error().find("no terminal"), std::string::npos);
  EXPECT_EQ(Runs(), 0);
  config.auth.exec->interactive = Mode::kNever;
  environment.stdin_is_terminal = true;
  MakeAgain();
  EXPECT_TRUE(Get().ok());
  EXPECT_NE(dir.Read("info").find("\"interactive\":false"), std::string::npos);
  EXPECT_EQ(dir.Read("input"), "");
  config.auth.exec->interactive = Mode::kIfAvailable;
  environment.stdin_is_terminal = false;
  MakeAgain();
  EXPECT_TRUE(Get().ok());
  EXPECT_NE(dir.Read("info").find("\"interactive\":false"), std::string::npos);
  environment.stdin_is_terminal = true;
  Make("printf %s \"$KUBERNETES_EXEC_INFO\" > info\n" + Counting());
  EXPECT_TRUE(Get().ok());
  EXPECT_NE(dir.Read("info").find("\"interactive\":true"), std::string::npos);
}

TEST_F(ExecTest, XP_8_InstallHintAtMostTenTimesAnHour) {
  config.auth.exec->command = "oarlock-no-such-plugin";
  config.auth.exec->install_hint = "get it at example.org";
  MakeAgain();
  const auto hints = [this] {
    int count = 0;
    for (int i = 0; i < 15; ++i) {
      const std::string error = Error();
      EXPECT_NE(error.find("not found in PATH"), std::string::npos) << error;
      if (error.find("get it at example.org") != std::string::npos) ++count;
      clock.Advance(seconds(2));
    }
    return count;
  };
  EXPECT_EQ(hints(), kInstallHintsMax);
  clock.Advance(std::chrono::hours(1));
  EXPECT_EQ(hints(), kInstallHintsMax);
  config.auth.exec->command = "/nowhere/plugin";
  MakeAgain();
  EXPECT_NE(Error().find("get it at example.org"), std::string::npos);
}

TEST_F(ExecTest, C_KC_03_ABareCommandIsFoundInPathNeverInTheWorkingDirectory) {
  dir.WriteScript("bin/tool", "cd '" + dir.path() + "'\n" + Counting());
  config.auth.exec->command = "tool";
  environment.variables["PATH"] = "/nowhere:" + dir.path() + "/bin:/usr/bin:/bin";
  MakeAgain();
  EXPECT_EQ(Authorization(), "Bearer token-1");
  environment.variables["PATH"] = "bin:.:";
  MakeAgain();
  EXPECT_NE(Error().find("not found in PATH"), std::string::npos);
}

TEST_F(ExecTest, AFileThatIsNoProgramSaysWhy) {
  config.auth.exec->command = dir.Write("plain", "text");
  MakeAgain();
  EXPECT_NE(Error().find("Permission denied"), std::string::npos);
}

TEST(ChildRun, CancelledBeforeItStartsNothing) {
  TempDir dir;
  ChildRun child;
  child.Cancel();
  const auto result =
      child.Run({.program = dir.WriteScript("p", "echo > '" + (dir / "ran") + "'")});
  EXPECT_TRUE(result->cancelled);
  EXPECT_FALSE(std::filesystem::exists(dir / "ran"));
}

TEST(ChildRun, WorksOnKernelsWithoutPidfd) {
  TempDir dir;
  ASSERT_EQ(mkfifo((dir / "never").c_str(), 0600), 0);
  ChildRun child;
  const auto result =
      child.Run({.program = dir.WriteScript("p", "cat < \"$1\" &\necho out\nexit 4\n"),
                 .arguments = {dir / "never"},
                 .environment = {"PATH=/usr/bin:/bin"},
                 .output_bytes_max = 100,
                 .use_pidfd = false});
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->exit_code, 4);
  std::ofstream(dir / "never") << "end\n";
}

TEST(ChildRun, SaysWhichSignalEndedIt) {
  TempDir dir;
  ChildRun child;
  EXPECT_EQ(child.Run({.program = dir.WriteScript("p", "kill -TERM $$\n")})->exit_code, 128 + 15);
}

}  // namespace
}  // namespace oarlock::client
