// Bad input, one by one: each gets one clear message and the documented exit code or a degraded
// plugin, and never a crash.
#include <csignal>
#include <filesystem>

#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::seconds;

std::string TestPlugin(const std::string& library) {
  return std::string(OARLOCK_TEST_PLUGIN_DIR) + "/" + library + ".so";
}

class BadInput : public KubeTest {
 protected:
  void SetUp() override { ASSERT_TRUE(scratch_.Create().ok()); }

  std::string Write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(WriteFile(scratch_.File(name), text).ok());
    return scratch_.File(name);
  }
  // Runs a host that must end by itself; its log goes to `log_`.
  int Exit(const std::string& kubeconfig, const std::string& manifest,
           const std::vector<std::string>& flags = {}) {
    HostProcess host(kubeconfig, manifest, flags);
    const int code = host.RunToEnd();
    log_ = host.log();
    return code;
  }
  // Runs a host with this plugin and a good one: the good one is active, this one degraded with
  // `reason`, and /readyz says 200.
  void ExpectDegraded(const std::string& entry, const std::string& reason) {
    HostProcess host(
        server().Kubeconfig(Identity::kAdmin),
        Plugins({"name: bad, " + entry, "name: good, library: " + TestPlugin("hello")}));
    ASSERT_TRUE(host.Start().ok()) << host.log();
    EXPECT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); }))
        << host.Get("/readyz").body << host.log();
    const std::string ready = host.Get("/readyz").body;
    EXPECT_NE(ready.find("plugin bad degraded: "), std::string::npos) << ready;
    EXPECT_NE(ready.find(reason), std::string::npos) << ready;
    EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"good\"}"), 1);
    EXPECT_EQ(host.Stop(), 0) << host.log();
  }
  // The host keeps trying: alive, not ready, with a reason.
  void ExpectNotReady(const std::string& kubeconfig, const std::string& reason) {
    HostProcess host(kubeconfig, Plugins({"name: good, library: " + TestPlugin("hello")}));
    ASSERT_TRUE(host.Start().ok()) << host.log();
    EXPECT_TRUE(Eventually(
        seconds(20), [&] { return host.Get("/readyz").body.find(reason) != std::string::npos; }))
        << host.Get("/readyz").body << host.log();
    EXPECT_EQ(host.Get("/readyz").code, 503);
    EXPECT_EQ(host.Get("/healthz").code, 200);
    EXPECT_EQ(host.Stop(), 0) << host.log();
  }

  std::string log_;
  ScratchDir scratch_;
};

TEST_F(BadInput, BrokenKubeconfigIsExitCode4) {
  const std::string broken = Write("broken", "apiVersion: v1\nclusters: [{name: \n");
  EXPECT_EQ(Exit(broken, Plugins({})), 4) << log_;
  EXPECT_NE(log_.find(broken), std::string::npos) << log_;
  EXPECT_EQ(Exit(scratch_.File("missing"), Plugins({})), 4) << log_;
  EXPECT_NE(log_.find("missing"), std::string::npos) << log_;
}

TEST_F(BadInput, UnknownManifestKeyIsExitCode3) {
  const std::string admin = server().Kubeconfig(Identity::kAdmin);
  EXPECT_EQ(Exit(admin, Plugins({"name: a, library: a.so, libary: b.so"})), 3) << log_;
  EXPECT_NE(log_.find("manifest.yaml:6:"), std::string::npos) << log_;
  EXPECT_NE(log_.find("libary"), std::string::npos) << log_;
  EXPECT_EQ(Exit(admin, "not: a manifest\n"), 3) << log_;
}

TEST_F(BadInput, UsageErrorsAreExitCode2) {
  const auto run = [](const std::vector<std::string>& args) {
    std::vector<std::string> argv(1, OARLOCK_BINARY);
    for (const std::string& arg : args) argv.push_back(arg);
    return RunCommand(argv)->exit_code;
  };
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(run({"run"}), 2);
  EXPECT_EQ(run({"fly"}), 2);
  EXPECT_EQ(run({"run", "--manifest", "m", "--log-level", "loud"}), 2);
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_EQ(run({"run", "--help"}), 0);
  EXPECT_EQ(run({"version"}), 0);
}

TEST_F(BadInput, RequiredPluginThatFailsIsExitCode5) {
  EXPECT_EQ(Exit(server().Kubeconfig(Identity::kAdmin),
                 Plugins({"name: a, required: true, library: none.so"})),
            5)
      << log_;
  EXPECT_NE(log_.find("none.so: No such file"), std::string::npos) << log_;
}

TEST_F(BadInput, UnreachableServerIsRetriedAndSaid) {
  const auto away = server().KubeconfigVia(Identity::kAdmin, "https://127.0.0.1:1", "away");
  ASSERT_TRUE(away.ok());
  ExpectNotReady(*away, "127.0.0.1");
}

TEST_F(BadInput, WrongCaIsRetriedAndSaid) {
  ExpectNotReady(server().Kubeconfig(Identity::kWrongCa), "certificate");
}

TEST_F(BadInput, ExpiredCredentialsAreRetriedAndSaid) {
  ExpectNotReady(server().Kubeconfig(Identity::kBadToken), "nauthorized");
  ExpectNotReady(server().Kubeconfig(Identity::kExpiredCertificate), "nauthorized");
}

TEST_F(BadInput, C_PL_01_FilesThatAreNoLibraryDegradeTheirPlugin) {
  ExpectDegraded("library: " + Write("text.so", "hello\n"), "text file");
  ExpectDegraded("library: " + Write("empty.so", ""), "the file is empty");
  ExpectDegraded("library: " + scratch_.path(), "directory");
}

TEST_F(BadInput, WrongAbiMajorDegradesThePlugin) {
  ExpectDegraded("library: " + TestPlugin("bad_abi_major"), "built for plugin ABI 99");
}

TEST_F(BadInput, MissingEntryDegradesThePlugin) {
  ExpectDegraded("library: " + TestPlugin("no_entry"), "does not export oar_entry_v1");
}

TEST_F(BadInput, C_PL_07_PluginsThatFailToDescribeThemselvesDegradeWithTheirText) {
  ExpectDegraded("library: " + TestPlugin("describe_throws"), "declare went wrong");
  ExpectDegraded("library: " + TestPlugin("declare_error"), "no namespace is configured");
  ExpectDegraded("library: " + TestPlugin("empty_watch"), "no primary type");
  ExpectDegraded("library: " + TestPlugin("create_fails"), "no licence for this planet");
}

TEST_F(BadInput, C_PL_07_AnAbortIsTheEndAndItsLastLineNamesThePlugin) {
  EXPECT_EQ(Exit(server().Kubeconfig(Identity::kAdmin),
                 Plugins({"name: good, library: " + TestPlugin("hello"),
                          "name: bad, library: " + TestPlugin("aborts")})),
            128 + SIGABRT)
      << log_;
  EXPECT_TRUE(log_.ends_with("\noarlock: crashed with SIGABRT in plugin bad@1 (reconcile)\n"))
      << log_;
}

TEST_F(BadInput, WrongOrMissingConfigurationNamesThePlaceAndDegradesThePlugin) {
  ExpectDegraded("library: " + TestPlugin("hello") + ", config: {greeting: 5}", "manifest.yaml:6:");
  ExpectDegraded("library: " + TestPlugin("hello") + ", config: {greetings: x}", "greetings");
  ExpectDegraded("library: " + TestPlugin("hello") + ", config: {greeting: ''}",
                 "/greeting: must not be empty");
  ExpectDegraded("library: " + TestPlugin("needs_config"), "config.url");
}

TEST_F(BadInput, APluginThatNeverReturnsCannotHoldUpTheEndPast30Seconds) {
  HostProcess host(server().Kubeconfig(Identity::kAdmin),
                   Plugins({"name: bad, library: " + TestPlugin("hangs"),
                            "name: good, library: " + TestPlugin("hello")}));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] {
    return host.log().find("hanging") != std::string::npos;
  })) << host.log();
  // The promise is 30 s; two more for a loaded machine to end a process.
  EXPECT_EQ(host.Stop(seconds(32)), 0) << host.log();
  EXPECT_NE(host.log().find("plugin=bad"), std::string::npos) << host.log();
}

TEST_F(BadInput, C_RE_05_StaticDestructorsRunBeforeMainReturns) {
  HostProcess host(server().Kubeconfig(Identity::kAdmin),
                   Plugins({"name: a, library: " + TestPlugin("static_logs"),
                            "name: b, library: " + TestPlugin("hello"),
                            "name: c, library: " + TestPlugin("tls_dtor")}));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.Get("/readyz").body;
  EXPECT_EQ(host.Stop(), 0) << host.log();
  EXPECT_EQ(host.log().find("did not unload"), std::string::npos) << host.log();
}

}  // namespace
}  // namespace oarlock::kubetest
