// The fixture itself: what it starts, what it hands out, what it can break, what it leaves behind.
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>

#include "tests/kube/kube_environment.h"
#include "tests/kube/polling.h"
#include "tests/kube/ports.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

std::string ConfigMaps(const std::string& ns) { return "/api/v1/namespaces/" + ns + "/configmaps"; }

std::string ConfigMapBody(const std::string& name) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name + "\"}}";
}

// The text value of the first `"key":"…"` in `json`; empty when there is none.
std::string TextOf(const std::string& json, const std::string& key) {
  const std::string start = "\"" + key + "\":\"";
  const size_t at = json.find(start);
  if (at == std::string::npos) return {};
  return json.substr(at + start.size(), json.find('"', at + start.size()) - at - start.size());
}

class KubeFixture : public KubeTest {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.audit_level = "Metadata";
    SetServerOptions(std::move(options));
  }

  long CodeOf(Identity identity, const std::string& path) {
    const auto answer = server().Request("GET", path, "", "", identity);
    return answer.ok() ? answer->code : 0;
  }

  HttpAnswer Ask(const std::string& method, const std::string& path, const std::string& body = {}) {
    const auto answer = server().Request(method, path, body);
    EXPECT_TRUE(answer.ok()) << answer.status().ToString();
    return answer.ok() ? *answer : HttpAnswer{};
  }

  void Create(const std::string& name) {
    const HttpAnswer answer = Ask("POST", ConfigMaps(ns()), ConfigMapBody(name));
    EXPECT_EQ(answer.code, 201) << answer.body;
  }

  void CompactNow() {
    const auto revision = server().CurrentRevision();
    ASSERT_TRUE(revision.ok()) << revision.status().ToString();
    const base::Status compacted = server().Compact(*revision);
    ASSERT_TRUE(compacted.ok()) << compacted.ToString();
  }
};

TEST_F(KubeFixture, KeepsObjectsWhenBothServersAreKilled) {
  const auto created =
      server().Kubectl({"create", "-n", ns(), "-f", "-"}, ConfigMapBody("survivor"));
  ASSERT_TRUE(created.ok()) << created.status().ToString();
  ASSERT_EQ(created->exit_code, 0) << created->err;
  EXPECT_EQ(created->out, "configmap/survivor created\n");

  const std::string address = server().url();
  server().KillApiServer();
  server().KillEtcd();
  EXPECT_FALSE(server().ApiServerRunning());
  EXPECT_FALSE(server().Request("GET", "/readyz").ok());

  const base::Status etcd = server().StartEtcd();
  ASSERT_TRUE(etcd.ok()) << etcd.ToString();
  const base::Status api = server().StartApiServer();
  ASSERT_TRUE(api.ok()) << api.ToString();
  EXPECT_EQ(server().url(), address);
  EXPECT_EQ(Ask("GET", ConfigMaps(ns()) + "/survivor").code, 200);
}

TEST_F(KubeFixture, StopsAndStartsInOrder) {
  Create("kept");
  const base::Status stopped = server().StopApiServer();
  EXPECT_TRUE(stopped.ok()) << stopped.ToString();
  EXPECT_FALSE(server().ApiServerRunning());
  EXPECT_TRUE(server().StopEtcd().ok());
  ASSERT_TRUE(server().StartEtcd().ok()) << server().LogTails();
  ASSERT_TRUE(server().StartApiServer().ok()) << server().LogTails();
  EXPECT_EQ(Ask("GET", ConfigMaps(ns()) + "/kept").code, 200);
}

TEST_F(KubeFixture, RefusesTheLimitedUserUntilARoleIsBound) {
  EXPECT_EQ(CodeOf(Identity::kLimited, ConfigMaps(ns())), 403);
  // A Role of its own: the rules of the stock role "view" come from the controller manager.
  const auto run = [&](std::vector<std::string> args) {
    args.insert(args.end(), {"-n", ns()});
    const auto result = server().Kubectl(std::move(args));
    return result.ok() && result->exit_code == 0;
  };
  ASSERT_TRUE(run({"create", "role", "reader", "--verb=list", "--resource=configmaps"}));
  ASSERT_TRUE(run({"create", "rolebinding", "reader", "--role=reader", "--user=limited"}));
  EXPECT_TRUE(Eventually(10s, [&] { return CodeOf(Identity::kLimited, ConfigMaps(ns())) == 200; }));
  EXPECT_EQ(CodeOf(Identity::kLimited, "/api/v1/namespaces/kube-system/configmaps"), 403);
}

// The server ends the TLS handshake for no client: an ended certificate is a 401 like a bad token.
TEST_F(KubeFixture, TellsIdentitiesApart) {
  const std::string path = ConfigMaps(ns());
  EXPECT_EQ(CodeOf(Identity::kAdmin, path), 200);
  EXPECT_EQ(CodeOf(Identity::kAdminToken, path), 200);
  EXPECT_EQ(CodeOf(Identity::kExpiredCertificate, path), 401);
  EXPECT_EQ(CodeOf(Identity::kBadToken, path), 401);
  const auto untrusted = server().Request("GET", path, "", "", Identity::kWrongCa);
  ASSERT_FALSE(untrusted.ok());
  EXPECT_NE(untrusted.status().message().find("certificate"), std::string::npos)
      << untrusted.status().ToString();
}

TEST_F(KubeFixture, HandsOutKubeconfigsThatKubectlUnderstands) {
  const auto run = [&](Identity identity) {
    const auto result = server().Kubectl(
        {"--kubeconfig=" + server().Kubeconfig(identity), "get", "configmaps", "-n", ns()});
    return result.ok() ? *result : CommandResult{};
  };
  EXPECT_EQ(run(Identity::kAdminToken).exit_code, 0);
  EXPECT_NE(run(Identity::kLimited).err.find("Forbidden"), std::string::npos);
  EXPECT_NE(run(Identity::kExpiredCertificate).exit_code, 0);
  EXPECT_NE(run(Identity::kWrongCa).err.find("unknown authority"), std::string::npos);
}

TEST_F(KubeFixture, AnswersGoneToAContinueTokenAfterCompaction) {
  Create("a");
  Create("b");
  const HttpAnswer page = Ask("GET", ConfigMaps(ns()) + "?limit=1");
  const std::string token = TextOf(page.body, "continue");
  ASSERT_FALSE(token.empty()) << page.body;
  Create("c");
  CompactNow();
  HttpAnswer next;
  // Up to 15 s: the server's own period (see ApiServer::Compact).
  EXPECT_TRUE(Eventually(60s,
                         [&] {
                           next = Ask("GET", ConfigMaps(ns()) + "?limit=1&continue=" + token);
                           return next.code == 410;
                         }))
      << next.code << " " << next.body;
  EXPECT_EQ(TextOf(next.body, "reason"), "Expired");
  EXPECT_FALSE(TextOf(next.body, "continue").empty());
}

TEST_F(KubeFixture, AnswersGoneToAnOldWatchAfterCompactionAndRestart) {
  Create("a");
  const std::string old = TextOf(Ask("GET", ConfigMaps(ns()) + "/a").body, "resourceVersion");
  Create("b");
  Create("c");
  CompactNow();
  server().KillApiServer();
  ASSERT_TRUE(server().StartApiServer().ok()) << server().LogTails();
  const HttpAnswer watch =
      Ask("GET", ConfigMaps(ns()) + "?watch=1&timeoutSeconds=2&resourceVersion=" + old);
  EXPECT_EQ(watch.code, 200);
  EXPECT_NE(watch.body.find(R"("type":"ERROR")"), std::string::npos) << watch.body;
  EXPECT_NE(watch.body.find(R"("code":410)"), std::string::npos) << watch.body;
}

TEST_F(KubeFixture, CountsOpenWatches) {
  const auto before = server().OpenWatches("leases");
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  Process watcher;
  const auto program = FindProgram("kubectl");
  ASSERT_TRUE(program.ok());
  ASSERT_TRUE(watcher
                  .Start({*program, "--kubeconfig=" + server().Kubeconfig(Identity::kAdmin), "get",
                          "leases", "-n", ns(), "--watch"},
                         server().dir() + "/watch.log", server().dir() + "/watch.pid")
                  .ok());
  const auto watches = [&] {
    const auto now = server().OpenWatches("leases");
    return now.ok() ? *now : -1;
  };
  EXPECT_TRUE(Eventually(10s, [&] { return watches() == *before + 1; }));
  watcher.Kill();
  EXPECT_TRUE(Eventually(10s, [&] { return watches() == *before; }));
}

TEST_F(KubeFixture, WritesWhoDidWhatToTheAuditLog) {
  Create("audited");
  const auto log = ReadFile(server().AuditLogPath());
  ASSERT_TRUE(log.ok());
  EXPECT_NE(log->find("\"namespace\":\"" + ns() + "\",\"name\":\"audited\""), std::string::npos);
}

TEST_F(KubeFixture, DeletesNamespacesWithTheControllerManager) {
  Create("content");
  const base::Status started = server().StartControllerManager();
  ASSERT_TRUE(started.ok()) << started.ToString();
  EXPECT_EQ(Ask("DELETE", "/api/v1/namespaces/" + ns()).code, 200);
  EXPECT_TRUE(Eventually(60s, [&] { return Ask("GET", "/api/v1/namespaces/" + ns()).code == 404; }))
      << server().LogTails();
  server().KillControllerManager();
}

TEST_F(KubeFixture, ReportsTheLogOfAServerThatDoesNotStart) {
  ApiServerOptions options;
  options.api_server_flags = {"--no-such-flag"};
  const auto failed = ApiServer::Start(options);
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.status().message().find("ended while starting"), std::string::npos);
  EXPECT_NE(failed.status().message().find("unknown flag: --no-such-flag"), std::string::npos)
      << failed.status().ToString();
}

// The other program starts a server, writes its directory and processes, and kills itself.
TEST(KubeFixtureCrash, LeavesNothingBehind) {
  const auto crashed = RunCommand({OARLOCK_KUBE_CRASH_PROGRAM});
  ASSERT_TRUE(crashed.ok()) << crashed.status().ToString();
  ASSERT_EQ(crashed->exit_code, 128 + SIGKILL) << crashed->err;
  const std::string dir = crashed->out.substr(0, crashed->out.find('\n'));
  ASSERT_TRUE(dir.find("oarlock-kube-") != std::string::npos) << crashed->out;
  EXPECT_TRUE(Eventually(20s, [&] { return !std::filesystem::exists(dir); })) << dir;
  // A process of that directory would name it in its command line.
  const auto processes = RunCommand({"ps", "-eo", "args"});
  ASSERT_TRUE(processes.ok());
  EXPECT_EQ(processes->out.find(dir), std::string::npos) << processes->out;
}

TEST(KubeFixtureParts, SaysMakeKubeWhenAProgramIsMissing) {
  const auto missing = FindProgram("no-such-program");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("make kube"), std::string::npos);
}

TEST(KubeFixtureParts, KillsACommandThatRunsOutOfTime) {
  const auto result = RunCommand({"sleep", "60"}, "", {}, 50ms);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, -1);
}

TEST(KubeFixtureParts, PassesInputOutputAndCode) {
  const auto result = RunCommand({"sh", "-c", "cat; echo \"$WHO\" >&2; exit 3"}, "in", {"WHO=me"});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->out, "in");
  EXPECT_EQ(result->err, "me\n");
  EXPECT_FALSE(RunCommand({"no-such-program-anywhere"}).ok());
}

TEST(KubeFixtureParts, SumsTheSeriesThatCarryTheLabels) {
  const std::string text =
      "# HELP a b\na 3\nab{x=\"1\"} 100\na{x=\"1\",y=\"2\"} 4\na{x=\"11\"} 8\na{y=\"2\"} 1e1\n";
  EXPECT_EQ(SumSeries(text, "a", {}), 25);
  EXPECT_EQ(SumSeries(text, "a", {{"x", "1"}}), 4);
  EXPECT_EQ(SumSeries(text, "a", {{"y", "2"}}), 14);
  EXPECT_EQ(SumSeries(text, "none", {}), 0);
}

TEST(KubeFixtureParts, ChoosesDifferentPorts) {
  const auto ports = FreePorts(3);
  ASSERT_TRUE(ports.ok());
  EXPECT_NE((*ports)[0], (*ports)[1]);
  EXPECT_NE((*ports)[1], (*ports)[2]);
  EXPECT_NE((*ports)[0], (*ports)[2]);
}

}  // namespace
}  // namespace oarlock::kubetest
