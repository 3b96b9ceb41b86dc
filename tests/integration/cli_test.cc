// Every command for a running host, against one: the host, a plugin and the API server inside.
#include "kube/decode.h"
#include "kube/yaml.h"
#include "tests/integration/host_sandbox.h"
#include "tests/kube/process.h"

namespace oarlock::integration {
namespace {

using kubetest::CommandResult;
using kubetest::HostProcess;
using std::chrono::seconds;

constexpr char kObjects[] = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: cfg}
data: {k: one}
---
apiVersion: v1
kind: Secret
metadata: {name: hush}
stringData: {password: hunter2}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
  annotations: {reloader.stakater.com/auto: "true"}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: main, image: example/app:1, envFrom: [{configMapRef: {name: cfg}}]}]
)";

class Cli : public HostSandbox {
 protected:
  void SetUp() override {
    HostSandbox::SetUp();
    ASSERT_TRUE(kubetest::WriteFile(scratch_.File("objects.yaml"), kObjects).ok());
    host_ = std::make_unique<HostProcess>(
        "", kubetest::Plugins({"name: reloader, library: reloader.so"}),
        std::vector<std::string>{"--sandbox", "--sandbox-load", scratch_.path(),
                                 "--sandbox-kubeconfig-out", KubeconfigFile(), "--admin-socket",
                                 Socket()});
    ASSERT_TRUE(host_->Start().ok()) << host_->log();
    EXPECT_EQ(Run({"status", "--wait", "--timeout", "30"}).exit_code, 0) << host_->log();
  }
  void TearDown() override { EXPECT_EQ(host_->Stop(), 0) << host_->log(); }

  std::string Socket() const { return scratch_.File("admin.sock"); }
  CommandResult Run(std::vector<std::string> args) const {
    args.insert(args.begin(), OARLOCK_BINARY);
    args.insert(args.end(), {"--admin-socket", Socket()});
    auto result = kubetest::RunCommand(args);
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    return result.ok() ? *result : CommandResult{};
  }
  // What it prints, after an end as it should be.
  std::string Out(std::vector<std::string> args) const {
    const std::string name = args[0];
    const CommandResult result = Run(std::move(args));
    EXPECT_EQ(result.exit_code, 0) << name << ": " << result.err;
    EXPECT_EQ(result.err, "") << name;
    EXPECT_EQ(result.out.find('\033'), std::string::npos) << name << ": colours are for terminals";
    return result.out;
  }
  kube::Object Json(std::vector<std::string> args) const {
    args.insert(args.end(), {"-o", "json"});
    const auto json = kube::DocumentFromJson(Out(std::move(args)));
    EXPECT_TRUE(json.ok()) << json.status().ToString();
    return json.ok() ? *json : kube::Object();
  }
  static void Has(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in:\n" << text;
  }
  void Change(const std::string& value) {
    const auto client = Connect();
    const kube::ObjectRef cfg{{{"", "v1", "configmaps"}, "ConfigMap"}, "default", "cfg", ""};
    const auto changed =
        client->PatchObject(cfg, {.body = R"({"data":{"k":")" + value + R"("}})"}, {}, {});
    ASSERT_TRUE(changed.ok()) << changed.status().ToString();
  }

  std::unique_ptr<HostProcess> host_;
};

TEST_F(Cli, ShowsWhatTheHostIsMadeOf) {
  Has(Out({"status"}), "all is well");
  Has(Out({"plugins"}), "reloader   active");
  Has(Out({"plugins", "reloader", "-o", "wide"}), "SHA256");
  EXPECT_EQ(Json({"plugins"})["plugins"].At(0)["name"].AsString(), "reloader");
  Has(Out({"informers"}), "deployments.v1.apps");
  Has(Out({"informers", "-o", "wide"}), "LAST-CONTACT");
  Has(Out({"queue"}), "CONTROLLER");
  Has(Out({"queue", "reloader", "--controller", "reloader", "--limit", "5"}), "reloader");
  Has(Out({"events"}), "active");
  EXPECT_TRUE(kube::ReadYaml(Out({"status", "-o", "yaml"}), "status").ok());
}

TEST_F(Cli, ShowsCachedObjectsButNoSecret) {
  Has(Out({"get", "deployments"}), "default     web");
  Has(Out({"get", "Deployment", "-l", "app=web", "-o", "wide"}), "app=web");
  EXPECT_EQ(Json({"get", "deployments.apps", "web", "-n", "default"})["kind"].AsString(),
            "Deployment");
  EXPECT_EQ(Json({"get", "configmaps", "-n", "default"})["kind"].AsString(), "List");
  const std::string secret = Out({"get", "secrets", "hush", "-o", "yaml"});
  Has(secret, "password");
  EXPECT_EQ(secret.find("hunter2"), std::string::npos);
  EXPECT_EQ(secret.find("aHVudGVyMg"), std::string::npos) << secret;
}

TEST_F(Cli, TellsWhyAKeyDoesNotRunAndLetsItRun) {
  Has(Out({"why", "default/cfg"}), "Done");
  EXPECT_EQ(Out({"pause", "reloader"}), "reloader: paused\n");
  EXPECT_EQ(Run({"status"}).exit_code, 6) << "somebody has to know that it is paused";
  Change("two");
  EXPECT_TRUE(kubetest::PollUntil(seconds(20), [&] {
    return Out({"why", "default/cfg", "--plugin", "reloader", "--resource", "configmaps"})
               .find("dispatch of the plugin is paused") != std::string::npos;
  }));
  Has(Out({"queue"}), "default/cfg");
  EXPECT_EQ(Out({"resume", "reloader"}), "reloader: resumed\n");
  EXPECT_TRUE(kubetest::PollUntil(seconds(20), [&] {
    return Out({"why", "default/cfg"}).find("updated") != std::string::npos;
  })) << Out({"why", "default/cfg"});
}

TEST_F(Cli, ChangesLogLevelsAndReloads) {
  EXPECT_EQ(Out({"log-level"}), "info\n");
  EXPECT_EQ(Out({"log-level", "warning"}), "warning\n");
  EXPECT_EQ(Out({"log-level", "debug", "--plugin", "reloader"}), "warning\nreloader: debug\n");
  EXPECT_EQ(Out({"log-level", "default", "--plugin", "reloader"}), "warning\n");
  Has(Out({"reload", "--timeout", "30"}), "reloader: reloader@1 ");
  EXPECT_EQ(Json({"reload"})["state"].AsString(), "done");
}

TEST_F(Cli, SaysWhatIsWrongAndWhatToDo) {
  const auto fails = [this](std::vector<std::string> args, int code, const std::string& says) {
    const CommandResult result = Run(std::move(args));
    EXPECT_EQ(result.exit_code, code) << result.err;
    EXPECT_EQ(result.out, "");
    Has(result.err, says);
  };
  fails({"plugins", "nobody"}, 6, "no plugin is called nobody");
  fails({"pause", "nobody"}, 6, "no plugin is called nobody");
  fails({"rollback", "reloader"}, 6, "no generation to go back to");
  fails({"why", "a/b/c"}, 2, "NAMESPACE/NAME");
  fails({"get", "pods"}, 6, "there are: ");
  fails({"get", "deployments", "-l", "app in"}, 2, "label selector");
  fails({"log-level", "default"}, 2, "there are debug, info");
}

// `oarlock completion bash` is read by a shell, and completes.
TEST(CliCompletion, ABashCompletesCommandsAndFlags) {
  const auto script = kubetest::RunCommand({OARLOCK_BINARY, "completion", "bash"});
  ASSERT_TRUE(script.ok() && script->exit_code == 0);
  const auto completed = kubetest::RunCommand(
      {"bash", "-s"}, script->out +
                          "COMP_WORDS=(oarlock in) COMP_CWORD=1; _oarlock; echo ${COMPREPLY[@]}\n"
                          "COMP_WORDS=(oarlock why --pl) COMP_CWORD=2; _oarlock; echo "
                          "${COMPREPLY[@]}\n");
  ASSERT_TRUE(completed.ok()) << completed.status().ToString();
  EXPECT_EQ(completed->out, "informers inspect\n--plugin\n") << completed->err;
}

}  // namespace
}  // namespace oarlock::integration
