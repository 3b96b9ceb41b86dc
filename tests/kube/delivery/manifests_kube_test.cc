// What is applied to a cluster: the kustomize base, its examples and the chart. They say the same,
// every server takes them, and bad values of the chart are refused before one sees them.
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/real_clock.h"
#include "kube/yaml.h"
#include "sandbox/sandbox.h"
#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/process.h"

namespace oarlock::kubetest {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Objects = std::map<std::string, Json>;

const std::string kManifests = OARLOCK_SOURCE_DIR "/manifests";
const std::string kOfTheCluster = "examples/cluster-manifest";
const std::string kChart = OARLOCK_SOURCE_DIR "/packaging/helm/oarlock";

// All documents of a text, by "kind/namespace/name".
Objects Parse(const std::string& text) {
  const auto documents = kube::ReadYaml(text, "objects");
  EXPECT_TRUE(documents.ok()) << documents.status().message() << "\n" << text;
  Objects out;
  if (!documents.ok()) return out;
  for (const kube::YamlDocument& document : *documents) {
    if (!document.root().is_map()) continue;
    Json object = Json::parse(document.root().ToJson());
    const Json& meta = object["metadata"];
    const std::string name = object["kind"].get<std::string>() + "/" + meta.value("namespace", "") +
                             "/" + meta["name"].get<std::string>();
    EXPECT_TRUE(out.emplace(name, std::move(object)).second) << name << " is there twice";
  }
  return out;
}

// Without what only a chart has, and the plugin manifest as what it says.
void Normalise(Objects& objects) {
  objects.erase("Namespace//oarlock");
  for (auto& [name, object] : objects) {
    Json& labels = object["metadata"]["labels"];
    for (const char* label :
         {"helm.sh/chart", "app.kubernetes.io/version", "app.kubernetes.io/managed-by"}) {
      labels.erase(label);
    }
    if (object["kind"] != "ConfigMap") continue;
    for (auto& [file, text] : object["data"].items()) {
      const auto documents = kube::ReadYaml(text.get<std::string>(), file);
      ASSERT_TRUE(documents.ok()) << documents.status().message();
      text = Json::parse(documents->front().root().ToJson());
    }
  }
}

CommandResult RunTool(const std::string& program, std::vector<std::string> args,
                      const std::string& input = {}) {
  const auto path = FindProgram(program);
  EXPECT_TRUE(path.ok()) << path.status().message();
  if (!path.ok()) return {};
  args.insert(args.begin(), *path);
  // Nothing of whoever runs the test decides what Helm does.
  const fs::path home = fs::temp_directory_path() / ("oarlock-helm-" + std::to_string(getpid()));
  fs::create_directories(home);
  auto result = RunCommand(args, input, {"HOME=" + home.string()});
  fs::remove_all(home);
  return result.ok() ? *result : CommandResult{};
}

std::string Kustomized(const std::string& folder) {
  const CommandResult result = RunTool("kubectl", {"kustomize", kManifests + "/" + folder});
  EXPECT_EQ(result.exit_code, 0) << folder << ": " << result.err;
  return result.out;
}

std::vector<std::string> TemplateArgs(const std::vector<std::string>& values) {
  std::vector<std::string> args = {"template", "oarlock", kChart, "--namespace", "oarlock"};
  for (const std::string& value : values) args.insert(args.end(), {"--set", value});
  return args;
}

std::string Rendered(const std::vector<std::string>& values = {}) {
  const CommandResult result = RunTool("helm", TemplateArgs(values));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

const std::vector<std::string> kEverySwitch = {
    "image.digest=sha256:" + std::string(64, 'a'),
    "imagePullSecrets[0].name=pull",
    "leaderElection.enabled=true",
    "replicas=3",
    "manifest.allOrNothing=true",
    "manifest.plugins[0].name=reloader",
    "manifest.plugins[0].library=reloader.so",
    "manifest.plugins[0].config.autoReloadAll=true",
    "rbac.namespaceRules.team-a[0].apiGroups={apps}",
    "rbac.namespaceRules.team-a[0].resources={deployments}",
    "rbac.namespaceRules.team-a[0].verbs={get}",
    "serviceAccount.name=other",
    "serviceAccount.annotations.a=b",
    "registry.loginSecret=login",
    "registry.plainHttp={registry.example:5000}",
    "logLevel=debug",
    "podAnnotations.a=b",
    "nodeSelector.a=b",
    "tolerations[0].operator=Exists",
    "priorityClassName=system-cluster-critical",
    "networkPolicy.egressPorts={443}"};
const std::vector<std::string> kEveryPartOff = {
    "rbac.create=false",     "serviceAccount.create=false",       "serviceAccount.name=there",
    "service.enabled=false", "podDisruptionBudget.enabled=false", "networkPolicy.enabled=false"};

TEST(Manifests, TheChartSaysWhatTheBaseSays) {
  Objects base = Parse(Kustomized("base"));
  Objects chart = Parse(Rendered());
  EXPECT_TRUE(base.contains("Namespace//oarlock"));
  Normalise(base);
  Normalise(chart);
  EXPECT_GE(base.size(), 10u);
  for (const auto& [name, object] : base) {
    ASSERT_TRUE(chart.contains(name)) << name;
    EXPECT_EQ(chart[name], object) << name << "\n" << Json::diff(object, chart[name]).dump(1);
  }
  for (const auto& [name, object] : chart) EXPECT_TRUE(base.contains(name)) << name;
}

TEST(Manifests, PermissionsAreThoseThatTheCommandPrints) {
  for (const std::string& folder :
       {std::string("base"), std::string("examples/one-namespace"), kOfTheCluster}) {
    std::vector<std::string> argv = {OARLOCK_BINARY,   "rbac",
                                     "--leader-elect", kManifests + "/" + folder + "/plugins.yaml",
                                     "--plugin-dir",   OARLOCK_PLUGIN_DIR};
    if (folder == kOfTheCluster)
      argv.insert(argv.end(), {"--manifest", "cluster:oarlock/platform"});
    const auto printed = RunCommand(argv);
    ASSERT_TRUE(printed.ok() && printed->exit_code == 0) << printed->err;
    const Objects wanted = Parse(printed->out);
    Objects there = Parse(Kustomized(folder));
    std::erase_if(there, [](const auto& entry) {
      return entry.second["kind"] != "ServiceAccount" &&
             entry.second["apiVersion"] != "rbac.authorization.k8s.io/v1";
    });
    for (const auto& [name, object] : wanted) {
      ASSERT_TRUE(there.contains(name)) << folder << ": " << name << "\n" << printed->out;
      EXPECT_EQ(there[name], object) << folder << ": " << name << "\n" << printed->out;
    }
    for (const auto& [name, object] : there) {
      EXPECT_TRUE(wanted.contains(name)) << folder << ": " << name << " is not needed";
    }
  }
}

TEST(Manifests, TheChartSaysWhatTheExampleOfAnObjectSays) {
  Objects example = Parse(Kustomized(kOfTheCluster));
  Objects chart = Parse(Rendered({"manifest.kind=PluginManifest"}));
  Normalise(example);
  Normalise(chart);
  for (const char* name : {"PluginManifest/oarlock/platform", "Deployment/oarlock/oarlock"}) {
    ASSERT_TRUE(example.contains(name) && chart.contains(name)) << name;
    EXPECT_EQ(chart[name], example[name]) << Json::diff(example[name], chart[name]).dump(1);
  }
  EXPECT_FALSE(chart.contains("ConfigMap/oarlock/oarlock-manifest"));
  EXPECT_FALSE(example.contains("ConfigMap/oarlock/oarlock-manifest"));
}

TEST(Manifests, TheChartPassesItsLint) {
  const CommandResult lint = RunTool("helm", {"lint", "--strict", kChart});
  EXPECT_EQ(lint.exit_code, 0) << lint.out << lint.err;
}

TEST(Manifests, BadValuesAreRefusedByTheirName) {
  const std::pair<const char*, const char*> bad[] = {
      {"replicas=-1", "replicas"},
      {"replica=1", "replica"},
      {"image.digest=sha256:12", "digest"},
      {"manifest.plugins[0].library=oci://registry.example:5000/a:v1", "library"},
      {"manifest.plugins[0].name=Bad Name", "name"},
      {"networkPolicy.egressPorts[0]=70000", "egressPorts"},
      {"logLevel=loud", "logLevel"},
      {"manifest.kind=Secret", "kind"},
      {"replicas=2,leaderElection.enabled=false",
       "several replicas without leaderElection.enabled"}};
  for (const auto& [value, words] : bad) {
    const CommandResult result = RunTool("helm", TemplateArgs({value}));
    EXPECT_NE(result.exit_code, 0) << value;
    EXPECT_NE(result.err.find(words), std::string::npos) << value << ": " << result.err;
  }
}

TEST(Manifests, ThePluginManifestOfTheBaseIsValid) {
  const auto checked = RunCommand({OARLOCK_BINARY, "check", kManifests + "/base/plugins.yaml",
                                   "--plugin-dir", OARLOCK_PLUGIN_DIR});
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(checked->exit_code, 0) << checked->out << checked->err;
}

class ManifestsKube : public KubeTest {
 protected:
  void SetUp() override {
    for (const char* name : {"oarlock", "team-a"}) {
      (void)server().Kubectl({"create", "namespace", name});
    }
    ASSERT_EQ(
        server().Kubectl({"apply", "-f", kManifests + "/crds/pluginmanifests.yaml"})->exit_code, 0);
    ASSERT_EQ(server()
                  .Kubectl({"wait", "--for=condition=Established", "--timeout=30s",
                            "crd/pluginmanifests.oarlock.dev"})
                  ->exit_code,
              0);
  }
  // As the restricted profile of pod security wants it, with no warning of any kind.
  void ExpectTaken(const std::string& what, const std::string& yaml) {
    const auto result =
        server().Kubectl({"apply", "--dry-run=server", "--validate=strict", "-f", "-"}, yaml);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->exit_code, 0) << what << ": " << result->err << "\n" << yaml;
    EXPECT_EQ(result->err.find("Warning: would violate"), std::string::npos)
        << what << ": " << result->err;
  }
};

TEST_F(ManifestsKube, ARealServerTakesAll) {
  ASSERT_EQ(server()
                .Kubectl({"label", "namespace", "oarlock", "--overwrite",
                          "pod-security.kubernetes.io/enforce=restricted",
                          "pod-security.kubernetes.io/warn=restricted"})
                ->exit_code,
            0);
  ExpectTaken("base", Kustomized("base"));
  size_t examples = 0;
  for (const auto& entry : fs::directory_iterator(kManifests + "/examples")) {
    const std::string name = entry.path().filename().string();
    ExpectTaken(name, Kustomized("examples/" + name));
    ++examples;
  }
  EXPECT_GE(examples, 5u);
  ExpectTaken("chart", Rendered());
  ExpectTaken("chart with every switch", Rendered(kEverySwitch));
  ExpectTaken("chart with an object", Rendered({"manifest.kind=PluginManifest"}));
  ExpectTaken("chart with every part off", Rendered(kEveryPartOff));
}

TEST_F(ManifestsKube, TheSandboxTakesAll) {
  base::RealClock clock;
  const auto sandbox = sandbox::Sandbox::Start({}, clock, base::Log::Discard());
  ASSERT_TRUE(sandbox.ok()) << sandbox.status().ToString();
  const std::string config = server().dir() + "/manifests.kubeconfig";
  std::ofstream(config) << (*sandbox)->Kubeconfig();
  const auto apply = [&](const std::string& yaml) {
    const CommandResult result =
        RunTool("kubectl", {"--kubeconfig", config, "apply", "-f", "-"}, yaml);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  };
  apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: team-a}\n");
  for (const std::string& yaml : {Kustomized("base"), Kustomized("examples/one-namespace"),
                                  Kustomized("examples/registry"), Rendered(kEverySwitch)}) {
    apply(yaml);
  }
}

}  // namespace
}  // namespace oarlock::kubetest
