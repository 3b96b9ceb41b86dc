// A host whose manifest is an object of the cluster, and one whose plugins have their configuration
// in Secrets: against the sandbox, as a user runs it.
#include <filesystem>

#include "kube/text/base64.h"
#include "tests/integration/host_sandbox.h"

namespace oarlock::integration {
namespace {

using kubetest::HostProcess;
using kubetest::PollUntil;
using std::chrono::seconds;

constexpr char kHello[] = "library: " OARLOCK_TEST_PLUGIN_DIR "/hello.so";

class ManifestObject : public HostSandbox {
 protected:
  void SetUp() override {
    HostSandbox::SetUp();
    std::filesystem::create_directory(scratch_.File("load"));
    std::filesystem::copy_file(OARLOCK_SOURCE_DIR "/manifests/crds/pluginmanifests.yaml",
                               scratch_.File("load/crd.yaml"));
    Load("map.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {k: one}\n");
  }
  void Load(const std::string& file, const std::string& text) const {
    ASSERT_TRUE(kubetest::WriteFile(scratch_.File("load/" + file), text).ok());
  }
  std::unique_ptr<HostProcess> Host(const std::string& manifest,
                                    std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--sandbox", "--sandbox-load", scratch_.File("load"),
                             "--sandbox-kubeconfig-out", KubeconfigFile()});
    return std::make_unique<HostProcess>("", manifest, std::move(more));
  }
  static kube::ObjectRef Manifest() {
    kube::ResourceInfo info{{"oarlock.dev", "v1alpha1", "pluginmanifests"}, "PluginManifest"};
    return {std::move(info), "default", "m", ""};
  }
  static kube::ObjectRef Secret() {
    return {{{"", "v1", "secrets"}, "Secret"}, "default", "greetings", ""};
  }
  static std::string SecretText(const std::string& value) {
    return R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"greetings"},)"
           R"("data":{"c.yaml":")" +
           kube::EncodeBase64(value) + R"("}})";
  }
  // Of spec.plugins, as JSON.
  void Patch(const std::string& plugins) {
    const auto patched = client->PatchObject(
        Manifest(), {.body = R"({"spec":{"plugins":)" + plugins + "}}"}, {}, {});
    ASSERT_TRUE(patched.ok()) << patched.status().ToString();
  }
  kube::Object Object() {
    auto object = client->Get(Manifest(), {});
    return object.ok() ? *object : kube::Object();
  }
  // "True PluginsReady: …" of the generation that is there now; empty while another one was seen.
  std::string ConditionOf(std::string_view type) {
    const kube::Object object = Object();
    for (const auto& [key, condition] : kube::Members(object.root()["status"]["conditions"])) {
      if (condition["type"].AsString() != type) continue;
      if (condition["observedGeneration"].AsInt() != object.generation()) return {};
      return std::string(condition["status"].AsString()) + " " +
             std::string(condition["reason"].AsString()) + ": " +
             std::string(condition["message"].AsString());
    }
    return {};
  }
  bool WaitForCondition(std::string_view type, const std::string& text) {
    return PollUntil(seconds(30), [&] { return ConditionOf(type).starts_with(text); });
  }
  static bool Says(HostProcess& host, const std::string& text) {
    return PollUntil(seconds(30), [&] { return host.log().find(text) != std::string::npos; });
  }

  std::shared_ptr<kube::Client> client;
};

TEST_F(ManifestObject, IsFollowedLiveAndItsStatusSaysWhatBecameOfIt) {
  const auto host = Host("cluster:default/m");
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(PollUntil(seconds(30), [&] {
    return host->Get("/readyz").body.find("cluster:default/m does not exist") != std::string::npos;
  })) << host->Get("/readyz").body;
  EXPECT_EQ(host->Get("/readyz").code, 503);
  client = Connect();
  const auto made = client->Create(
      Manifest(),
      R"({"apiVersion":"oarlock.dev/v1alpha1","kind":"PluginManifest","metadata":{"name":"m"},)"
      R"("spec":{"plugins":[{"name":"hello","library":"nowhere.so"}]}})",
      {}, {});
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  ASSERT_TRUE(WaitForCondition("Ready", "False PluginsNotReady: hello: "))
      << ConditionOf("Ready") << host->log();
  const std::string library = std::string(OARLOCK_TEST_PLUGIN_DIR) + "/hello.so";
  Patch(R"([{"name":"hello","library":")" + library + R"("}])");
  ASSERT_TRUE(WaitForCondition("Ready", "True PluginsReady"))
      << ConditionOf("Ready") << host->log();
  EXPECT_TRUE(host->Ready());
  EXPECT_EQ(Object().root()["status"]["plugins"].At(0)["phase"].AsString(), "active");

  Patch(R"([{"name":"hello","library":"../hello.so"}])");
  ASSERT_TRUE(
      WaitForCondition("Valid", "False Invalid: cluster:default/m: spec.plugins[0].library"))
      << ConditionOf("Valid") << host->log();
  EXPECT_TRUE(WaitForCondition("Ready", "False InvalidManifest"));
  EXPECT_EQ(host->Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1) << "what runs stays";
  Patch(R"([{"name":"hello","library":")" + library + R"(","config":{"greeting":"salve"}}])");
  ASSERT_TRUE(WaitForCondition("Ready", "True PluginsReady")) << host->log();
  EXPECT_TRUE(Says(*host, "salve"));

  ASSERT_TRUE(client->Delete(Manifest(), {}, {}).ok());
  ASSERT_TRUE(Says(*host, "there is no manifest; what runs stays as it is"));
  EXPECT_TRUE(host->Ready()) << host->Get("/readyz").body;
  EXPECT_EQ(host->Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1);
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

TEST_F(ManifestObject, WithoutItsCrdTheHostWaitsAndSaysHowToGetIt) {
  std::filesystem::remove(scratch_.File("load/crd.yaml"));
  const auto host = Host("cluster:default/m");
  ASSERT_TRUE(host->Start().ok()) << host->log();
  EXPECT_TRUE(PollUntil(seconds(30), [&] {
    return host->Get("/readyz").body.find("oarlock crds --own") != std::string::npos;
  })) << host->Get("/readyz").body;
  EXPECT_EQ(host->Get("/readyz").code, 503);
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

TEST_F(ManifestObject, ARequiredPluginThatFailsWithTheFirstManifestEndsTheHost) {
  Load("manifest.yaml",
       "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: {name: m}\n"
       "spec: {plugins: [{name: gone, library: gone.so, required: true}]}\n");
  EXPECT_EQ(Host("cluster:default/m")->RunToEnd(), 5);
  EXPECT_EQ(Host("cluster:m")->RunToEnd(), 3) << "that is no name of an object";
}

TEST_F(ManifestObject, TheReplicaThatLeadsWritesTheStatus) {
  Load("manifest.yaml",
       "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: "
       "{name: m}\nspec: {plugins: [{name: hello, " +
           std::string(kHello) + "}]}\n");
  const auto host = Host("cluster:default/m", {"--leader-elect", "--namespace", "default"});
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(PollUntil(seconds(30), [&] { return host->Ready(); })) << host->log();
  client = Connect();
  EXPECT_TRUE(WaitForCondition("Ready", "True PluginsReady")) << host->log();
  EXPECT_EQ(Object().root()["status"]["plugins"].At(0)["phase"].AsString(), "active");
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

TEST_F(ManifestObject, ConfigurationFromASecretIsWaitedForFollowedAndNeverShown) {
  const auto host =
      Host(kubetest::Plugins({"name: hello, " + std::string(kHello) +
                              ", configFrom: [{secretRef: {name: greetings, key: c.yaml}}]"
                              ", reload: {probation: 1s}"}),
           {"--namespace", "default"});
  ASSERT_TRUE(host->Start().ok()) << host->log();
  ASSERT_TRUE(PollUntil(seconds(30), [&] {
    return host->Get("/readyz").body.find("hello waiting: Secret default/greetings does not") !=
           std::string::npos;
  })) << host->Get("/readyz").body;
  client = Connect();
  ASSERT_TRUE(client->Create(Secret(), SecretText("greeting: salve"), {}, {}).ok());
  ASSERT_TRUE(Says(*host, "salve")) << host->log();
  const auto set = [&](const std::string& value) {
    const auto patched = client->PatchObject(Secret(), {.body = SecretText(value)}, {}, {});
    ASSERT_TRUE(patched.ok()) << patched.status().ToString();
  };
  set("greeting: vale");
  ASSERT_TRUE(Says(*host, "vale")) << host->log();
  set("greeting: 481516234");
  ASSERT_TRUE(Says(*host, "config.greeting: must be a string")) << host->log();
  set("hunter2");
  ASSERT_TRUE(Says(*host, "is not one mapping")) << host->log();
  ASSERT_TRUE(client->Delete(Secret(), {}, {}).ok());
  ASSERT_TRUE(Says(*host, "Secret default/greetings does not exist")) << host->log();
  EXPECT_EQ(host->Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1);
  EXPECT_EQ(host->log().find("481516234"), std::string::npos) << host->log();
  EXPECT_EQ(host->log().find("hunter2"), std::string::npos) << host->log();
  EXPECT_EQ(host->Stop(), 0) << host->log();
}

}  // namespace
}  // namespace oarlock::integration
