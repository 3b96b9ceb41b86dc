#include "supervisor/manifest_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kube/decode.h"
#include "kube/yaml.h"

namespace oarlock::supervisor {
namespace {

constexpr std::string_view kHead =
    "apiVersion: oarlock.dev/v1alpha1\n"
    "kind: PluginManifest\n"
    "metadata: {name: platform}\n"
    "spec:\n"
    "  plugins:\n";

std::string With(std::string_view plugins) { return std::string(kHead) + std::string(plugins); }

std::string ErrorOf(std::string_view text) {
  const auto manifest = ParseManifest(text, "m.yaml");
  return manifest.ok() ? "" : manifest.status().message();
}

TEST(Manifest, ReadsEveryKeyThatIsBuilt) {
  const auto manifest = ParseManifest(With("  - name: reloader\n"
                                           "    library: reloader.so\n"
                                           "    required: true\n"
                                           "    enabled: false\n"
                                           "    config: {a: [1, true]}\n"
                                           "    limits: {reconcileDeadline: 1m30s}\n"
                                           "    controllers:\n"
                                           "      reloader: {maxConcurrentReconciles: 4, "
                                           "resyncPeriod: 10h}\n"
                                           "    reload: {drainTimeout: 5s}\n"),
                                      "m.yaml");
  ASSERT_TRUE(manifest.ok()) << manifest.status().ToString();
  EXPECT_EQ(manifest->name, "platform");
  ASSERT_EQ(manifest->plugins.size(), 1u);
  const PluginSpec& plugin = manifest->plugins[0];
  EXPECT_EQ(plugin.name, "reloader");
  EXPECT_TRUE(plugin.required);
  EXPECT_FALSE(plugin.enabled);
  EXPECT_EQ(plugin.config_json, R"({"a":[1,true]})");
  EXPECT_EQ(plugin.reconcile_deadline, std::chrono::seconds(90));
  EXPECT_EQ(plugin.reload.drain_timeout, std::chrono::seconds(5));
  EXPECT_EQ(plugin.controllers.at("reloader").max_concurrent_reconciles, 4);
  EXPECT_EQ(plugin.controllers.at("reloader").resync_period, std::chrono::hours(10));
  EXPECT_EQ(plugin.position, "m.yaml:6:5");
}

TEST(Manifest, AcceptsKeysThatAreNotBuiltAtTheirDefaultOnly) {
  EXPECT_EQ(ErrorOf(With("  - {name: a, library: a.so, isolation: inProcess, unload: verify, "
                         "crds: ignore, drafts: [], limits: {apiInFlight: 20, apiQps: 0}, "
                         "reload: {probation: 60s, requeue: all, rollbackOn: [crash, errorRatio]}"
                         "}\n")),
            "");
  for (const char* key : {"isolation: child", "drafts: [x]"}) {
    const std::string error =
        ErrorOf(With("  - {name: a, library: a.so, " + std::string(key) + "}\n"));
    EXPECT_NE(error.find("not built yet"), std::string::npos) << key << " gave: " << error;
    EXPECT_NE(error.find("m.yaml:6:"), std::string::npos) << error;
    EXPECT_NE(error.find("spec.plugins[0]."), std::string::npos) << error;
  }
}

TEST(Manifest, NamesTheSecretsOfAConfiguration) {
  const auto manifest = ParseManifest(With("  - name: a\n    library: a.so\n    configFrom:\n"
                                           "    - secretRef: {name: db.x, key: config.yaml}\n"
                                           "    - secretRef: {name: tls, key: b}\n"),
                                      "m.yaml");
  ASSERT_TRUE(manifest.ok()) << manifest.status().message();
  EXPECT_EQ(manifest->plugins[0].config_from,
            (std::vector<SecretKeyRef>{{"db.x", "config.yaml"}, {"tls", "b"}}));
  for (const char* entries : {"[{}]", "[{secretRef: {name: a}}]", "[{secretRef: {key: a}}]",
                              "[{secretRef: {name: A_b, key: x}}]", "[{configMapRef: {}}]", "{}",
                              "[{secretRef: {name: a, key: t}}, {secretRef: {name: b, key: t}}]"}) {
    const std::string error =
        ErrorOf(With("  - {name: a, library: a.so, configFrom: " + std::string(entries) + "}\n"));
    EXPECT_NE(error.find("spec.plugins[0].configFrom"), std::string::npos) << entries << error;
  }
}

std::string ObjectError(const std::string& plugins) {
  const auto object = kube::ObjectFromJson(
      R"({"apiVersion":"oarlock.dev/v1alpha1","kind":"PluginManifest","metadata":{)"
      R"("namespace":"ops",)"
      R"("name":"m","uid":"u","generation":3},"spec":{"plugins":)" +
      plugins + R"(},"status":{"observedGeneration":2}})");
  const auto manifest = ManifestFromObject(*object);
  return manifest.ok() ? "" : manifest.status().message();
}

TEST(Manifest, AnObjectOfTheClusterHasPathsInsteadOfLines) {
  EXPECT_EQ(ObjectError(R"([{"name":"a","library":"a.so"}])"), "");
  EXPECT_EQ(
      ObjectError(R"([{"name":"a","library":"a.so"},{"name":"b","library":"../b.so"}])"),
      "cluster:ops/m: spec.plugins[1].library: \"..\" is refused; name a file in --plugin-dir "
      "or a full path");
  EXPECT_EQ(ObjectError(R"([{"name":"a"}])"),
            "cluster:ops/m: spec.plugins[0].library: is required");
  EXPECT_EQ(ObjectError(R"([{"name":"a","library":"a.so"},{"name":"a","library":"a.so"}])"),
            "cluster:ops/m: spec.plugins[1]: spec.plugins: the name \"a\" is already used at "
            "cluster:ops/m: spec.plugins[0]; plugin names are unique over all files");
}

TEST(Manifest, IdentityAndLimitsOfThePluginsCalls) {
  const auto manifest = ParseManifest(
      With("  - {name: a, library: a.so, serviceAccount: {namespace: ops, name: robot}, limits: "
           "{apiInFlight: 3, apiQps: 2.5}}\n"
           "  - {name: b, library: b.so}\n"),
      "m.yaml");
  ASSERT_TRUE(manifest.ok()) << manifest.status().message();
  EXPECT_EQ(manifest->plugins[0].service_account, (kube::ServiceAccount{"ops", "robot"}));
  EXPECT_EQ(manifest->plugins[0].api_limits, (pluginhost::ApiLimits{3, 2.5}));
  EXPECT_FALSE(manifest->plugins[1].service_account.has_value());
  EXPECT_EQ(manifest->plugins[1].api_limits, (pluginhost::ApiLimits{20, 0}));
  for (const char* entry : {"serviceAccount: {name: x}", "limits: {apiInFlight: 0}",
                            "limits: {apiQps: -1}", "serviceAccount: x"}) {
    EXPECT_NE(ErrorOf(With("  - {name: a, library: a.so, " + std::string(entry) + "}\n")), "")
        << entry;
  }
}

TEST(Manifest, PermissionsAreRulesInTheFormOfRbac) {
  const auto manifest = ParseManifest(
      With("  - name: a\n"
           "    library: a.so\n"
           "    permissions:\n"
           "    - {apiGroups: [\"\"], resources: [configmaps, pods/log], verbs: [get], "
           "namespaces: [b, a], resourceNames: [x]}\n"
           "    - {apiGroups: [apps, batch], resources: [\"*\"], verbs: [\"*\"]}\n"
           "  - {name: b, library: b.so, permissions: []}\n"
           "  - {name: c, library: c.so}\n"),
      "m.yaml");
  ASSERT_TRUE(manifest.ok()) << manifest.status().message();
  const std::vector<std::string> places{"a", "b"};
  EXPECT_EQ(manifest->plugins[0].permissions,
            (std::vector<pluginhost::AccessDecl>{{"", "configmaps", "", {"get"}, places, {"x"}},
                                                 {"", "pods", "log", {"get"}, places, {"x"}},
                                                 {"apps", "*", "*", {"*"}, {}, {}},
                                                 {"batch", "*", "*", {"*"}, {}, {}}}));
  ASSERT_TRUE(manifest->plugins[1].permissions.has_value()) << "nothing is permitted";
  EXPECT_TRUE(manifest->plugins[1].permissions->empty());
  EXPECT_FALSE(manifest->plugins[2].permissions.has_value());
  for (const char* rules :
       {"[{}]", "[{apiGroups: [\"\"], resources: [pods], verbs: [peek]}]",
        "[{apiGroups: [\"\"], resources: [], verbs: [get]}]", "{}", "[{verb: [get]}]"}) {
    const std::string error =
        ErrorOf(With("  - {name: a, library: a.so, permissions: " + std::string(rules) + "}\n"));
    EXPECT_NE(error.find("spec.plugins[0].permissions"), std::string::npos) << rules << error;
  }
}

TEST(Manifest, ReadsHowAPluginIsReloaded) {
  const auto manifest = ParseManifest(
      With("  - name: a\n"
           "    library: a.so\n"
           "    signature: a.sig\n"
           "    unload: never\n"
           "    namespaces: [b, a, b]\n"
           "    reload: {drainTimeout: 5s, probation: 2m, requeue: none, rollbackOn: [crash]}\n"
           "  - {name: b, library: b.so}\n"),
      "m.yaml");
  ASSERT_TRUE(manifest.ok()) << manifest.status().ToString();
  const PluginSpec& a = manifest->plugins[0];
  EXPECT_EQ(a.signature, "a.sig");
  EXPECT_TRUE(a.unload_never);
  EXPECT_EQ(a.namespaces, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(a.reload.drain_timeout, std::chrono::seconds(5));
  EXPECT_EQ(a.reload.probation, std::chrono::minutes(2));
  EXPECT_FALSE(a.reload.requeue_all);
  EXPECT_TRUE(a.reload.rollback_on_crash);
  EXPECT_FALSE(a.reload.rollback_on_error_ratio);
  const PluginSpec& b = manifest->plugins[1];
  EXPECT_EQ(b.reload, ReloadSpec());
  EXPECT_NE(a.entry_json, b.entry_json);
  EXPECT_FALSE(manifest->all_or_nothing);
  EXPECT_NE(ErrorOf(With("  - {name: a, library: a.so, namespaces: [A_b]}\n")), "");
  EXPECT_NE(ErrorOf(With("  - {name: a, library: a.so, reload: {rollbackOn: [x]}}\n")), "");
}

TEST(Manifest, NamesFileLineColumnAndPathOfAnUnknownKey) {
  const std::string error =
      ErrorOf(With("  - name: a\n"
                   "    library: a.so\n"
                   "    libary: b.so\n"));
  EXPECT_NE(error.find("m.yaml:8:"), std::string::npos) << error;
  EXPECT_NE(error.find("spec.plugins[0]"), std::string::npos) << error;
  EXPECT_NE(error.find("libary"), std::string::npos) << error;
}

TEST(Manifest, RefusesBadTypesMissingKeysAndBadValues) {
  EXPECT_NE(ErrorOf(With("  - {name: a, library: a.so, enabled: yes}\n")), "");
  EXPECT_NE(ErrorOf(With("  - {name: a}\n")).find("library"), std::string::npos);
  EXPECT_NE(ErrorOf(With("  - {name: A_b, library: a.so}\n")), "");
  EXPECT_NE(ErrorOf(With("  - {name: a, library: ../a.so}\n")).find("\"..\" is refused"),
            std::string::npos);
  EXPECT_NE(ErrorOf(With("  - {name: a, library: 'oci://r/x@sha256:0'}\n")), "");
  EXPECT_NE(ErrorOf(With("  - {name: a, library: a.so, limits: {reconcileDeadline: 5}}\n")), "");
  EXPECT_NE(ErrorOf(With("  - {name: a, library: a.so, limits: {reconcileDeadline: -5s}}\n"))
                .find("negative"),
            std::string::npos);
  EXPECT_NE(ErrorOf("kind: PluginManifest\n").find("apiVersion"), std::string::npos);
  EXPECT_NE(ErrorOf("").find("no document"), std::string::npos);
}

TEST(Manifest, RefusesADuplicateNameWithBothPlaces) {
  const std::string error =
      ErrorOf(With("  - {name: a, library: a.so}\n"
                   "  - {name: a, library: b.so}\n"));
  EXPECT_NE(error.find("m.yaml:7:"), std::string::npos) << error;
  EXPECT_NE(error.find("m.yaml:6:"), std::string::npos) << error;
}

TEST(Manifest, C_YM_09_RefusesDuplicateKeysWithBothLines) {
  const std::string error =
      ErrorOf(With("  - name: a\n"
                   "    library: a.so\n"
                   "    name: b\n"));
  EXPECT_NE(error.find('8'), std::string::npos) << error;
  EXPECT_NE(error.find('6'), std::string::npos) << error;
}

TEST(Manifest, C_YM_07_RefusesAnchorsWithTheLine) {
  const std::string error =
      ErrorOf(With("  - &a {name: a, library: a.so}\n"
                   "  - *a\n"));
  EXPECT_NE(error.find("m.yaml:6:"), std::string::npos) << error;
}

class ManifestDirectory : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-manifest-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }
  void Write(const std::string& file, const std::string& text) {
    std::ofstream(dir_ + "/" + file) << text;
  }
  std::string dir_;
};

TEST_F(ManifestDirectory, ReadsAllYamlFilesInNameOrder) {
  Write("20-b.yaml", With("  - {name: b, library: b.so}\n"));
  Write("10-a.yaml", With("  - {name: a, library: a.so}\n"));
  Write("notes.txt", "not: read: at all");
  const auto manifest = ReadManifest(dir_);
  ASSERT_TRUE(manifest.ok()) << manifest.status().ToString();
  ASSERT_EQ(manifest->plugins.size(), 2u);
  EXPECT_EQ(manifest->plugins[0].name, "a");
  EXPECT_EQ(manifest->plugins[1].name, "b");
}

TEST_F(ManifestDirectory, RefusesANameUsedInTwoFiles) {
  Write("a.yaml", With("  - {name: x, library: a.so}\n"));
  Write("b.yaml", With("  - {name: x, library: b.so}\n"));
  const auto manifest = ReadManifest(dir_);
  ASSERT_FALSE(manifest.ok());
  EXPECT_NE(manifest.status().message().find("a.yaml:6"), std::string::npos);
  EXPECT_NE(manifest.status().message().find("b.yaml:6"), std::string::npos);
}

TEST_F(ManifestDirectory, SaysWhatIsWrongWithAPath) {
  EXPECT_NE(ReadManifest(dir_ + "/none").status().message().find("No such file"), std::string::npos)
      << ReadManifest(dir_ + "/none").status().message();
  EXPECT_NE(ReadManifest("cluster:ns/x").status().message().find("for \"oarlock run\""),
            std::string::npos);
  Write("big.yaml", std::string(kube::kYamlBytesMax + 1, '#'));
  EXPECT_FALSE(ReadManifest(dir_ + "/big.yaml").ok());
}

}  // namespace
}  // namespace oarlock::supervisor
