// The whole host, as a user runs it, against a real API server.
#include <filesystem>
#include <fstream>
#include <utility>

#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::seconds;

constexpr char kReloader[] = "name: reloader, library: reloader.so";

std::string TestPlugin(const std::string& name, const std::string& library) {
  return "name: " + name + ", library: " + OARLOCK_TEST_PLUGIN_DIR + "/" + library + ".so";
}

class HostKube : public KubeTest {
 protected:
  HostProcess Host(const std::vector<std::string>& plugins, Identity identity = Identity::kAdmin) {
    return HostProcess(server().Kubeconfig(identity), Plugins(plugins));
  }
  void Apply(const std::string& yaml) {
    const auto result = server().Kubectl({"-n", ns(), "apply", "-f", "-"}, yaml);
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    ASSERT_EQ(result->exit_code, 0) << result->err;
  }
  std::string Get(const std::string& what, const std::string& path) {
    const auto result = server().Kubectl({"-n", ns(), "get", what, "-o", "jsonpath=" + path});
    return result.ok() ? result->out : "";
  }
  std::string HashInTemplate(const std::string& workload, const std::string& variable) {
    return Get(workload,
               "{.spec.template.spec.containers[*].env[?(@.name==\"" + variable + "\")].value}");
  }
};

std::string ConfigMap(const std::string& name, const std::string& value) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {k: \"" + value +
         "\"}\n---\n";
}

std::string Workload(const std::string& kind, const std::string& name,
                     const std::string& config_map) {
  return "apiVersion: apps/v1\nkind: " + kind + "\nmetadata:\n  name: " + name +
         "\n  annotations: {reloader.stakater.com/auto: \"true\"}\nspec:\n"
         "  selector: {matchLabels: {app: " +
         name + "}}\n" + (kind == "StatefulSet" ? "  serviceName: x\n" : "") +
         "  template:\n    metadata: {labels: {app: " + name +
         "}}\n    spec:\n      containers:\n"
         "        - name: main\n          image: example/app:1\n"
         "          envFrom: [{configMapRef: {name: " +
         config_map + "}}]\n---\n";
}

// sha1("k=" + value), as the peer publishes it; values computed with sha1sum.
constexpr char kHashOfTwo[] = "21bfb784d06635d2a43a1b4b74851858875eef72";

TEST_F(HostKube, RollsWhatUsesAConfigMapOnceWhenItsContentChanges) {
  Apply(ConfigMap("cfg", "one") + Workload("Deployment", "web", "cfg") +
        Workload("StatefulSet", "db", "cfg") + Workload("DaemonSet", "agent", "cfg") +
        Workload("Deployment", "other", "none"));
  HostProcess host = Host({kReloader});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  EXPECT_EQ(HashInTemplate("deployment/web", "STAKATER_CFG_CONFIGMAP"), "");
  Apply(ConfigMap("cfg", "two"));
  for (const char* workload : {"deployment/web", "statefulset/db", "daemonset/agent"}) {
    EXPECT_TRUE(Eventually(
        seconds(20), [&] { return !HashInTemplate(workload, "STAKATER_CFG_CONFIGMAP").empty(); }))
        << workload << host.log();
    EXPECT_EQ(Get(workload, "{.metadata.generation}"), "2") << workload;
  }
  EXPECT_EQ(HashInTemplate("deployment/other", "STAKATER_CFG_CONFIGMAP"), "");
  EXPECT_EQ(HashInTemplate("deployment/web", "STAKATER_CFG_CONFIGMAP"), kHashOfTwo);
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

TEST_F(HostKube, RollsNothingAfterRestartsWithoutAChange) {
  Apply(ConfigMap("cfg", "one") + Workload("Deployment", "web", "cfg"));
  HostProcess host = Host({kReloader});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(host.Start().ok()) << host.log();
    ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
    // Every known object has been reconciled: that is when a wrong roll would have happened.
    ASSERT_TRUE(Eventually(seconds(20), [&] {
      return host.Metric("workqueue_adds_total") > 0 && host.Metric("workqueue_depth") == 0;
    })) << host.Get("/metrics").body;
    EXPECT_EQ(host.Stop(), 0);
    EXPECT_EQ(Get("deployment/web", "{.metadata.generation}"), "1");
  }
}

TEST_F(HostKube, RollsOnceWhatChangedWhileTheHostWasDown) {
  Apply(ConfigMap("cfg", "one") + Workload("Deployment", "web", "cfg"));
  HostProcess host = Host({kReloader});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  Apply(ConfigMap("cfg", "changed"));
  ASSERT_TRUE(Eventually(seconds(20), [&] {
    return Get("deployment/web", "{.metadata.generation}") == "2";
  })) << host.log();
  EXPECT_EQ(host.Stop(), 0);
  Apply(ConfigMap("cfg", "two"));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  EXPECT_TRUE(Eventually(seconds(30), [&] {
    return HashInTemplate("deployment/web", "STAKATER_CFG_CONFIGMAP") == kHashOfTwo;
  })) << host.log();
  EXPECT_EQ(Get("deployment/web", "{.metadata.generation}"), "3");
  EXPECT_EQ(host.Stop(), 0);
}

// Executable mappings of the private copy that is called `image`.
size_t Mappings(pid_t pid, const std::string& image) {
  std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
  size_t executable = 0;
  for (std::string line; std::getline(maps, line);) {
    executable += line.find(" r-xp ") != std::string::npos &&
                  line.find("/memfd:" + image) != std::string::npos;
  }
  return executable;
}

size_t Threads(pid_t pid, const std::string& name) {
  size_t count = 0;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    std::ifstream comm(task.path() / "comm");
    std::string text;
    count += std::getline(comm, text) && text.starts_with(name);
  }
  return count;
}

TEST_F(HostKube, C_PL_04_EachEntryOfOneLibraryIsAPluginOfItsOwn) {
  namespace fs = std::filesystem;
  ScratchDir scratch;
  ASSERT_TRUE(scratch.Create().ok());
  const fs::path library = scratch.File("hello.so");
  fs::copy_file(OARLOCK_TEST_PLUGIN_DIR "/hello.so", library);
  fs::create_symlink(library, scratch.File("symlink.so"));
  fs::create_hard_link(library, scratch.File("hardlink.so"));
  const std::vector<std::pair<std::string, std::string>> entries = {
      {"one", "hello.so"}, {"two", "hello.so"}, {"three", "symlink.so"}, {"four", "hardlink.so"}};
  std::vector<std::string> plugins;
  for (const auto& [name, file] : entries) {
    plugins.push_back("name: " + name + ", library: " + scratch.File(file) +
                      ", config: {greeting: 'this is " + name + "'}");
  }
  HostProcess host = Host(plugins);
  Apply(ConfigMap("cfg", "one"));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.Get("/readyz").body;
  for (const auto& [name, file] : entries) {
    const std::string said = "this is " + name;
    EXPECT_TRUE(Eventually(seconds(20), [&] { return host.log().find(said) != std::string::npos; }))
        << name << host.log();
    EXPECT_EQ(Mappings(host.pid(), name + "@1"), 1u) << "an image of its own: " << name;
    EXPECT_GE(Threads(host.pid(), name + "@1"), 1u) << "threads of its own: " << name;
  }
  EXPECT_EQ(host.Stop(), 0) << host.log();
  EXPECT_EQ(host.log().find("did not unload"), std::string::npos) << host.log();
}

TEST_F(HostKube, OpensOneWatchPerTypeForThreePlugins) {
  ASSERT_NE(ns(), "");
  const double before = *server().OpenWatches("configmaps");
  HostProcess host = Host({TestPlugin("hello", "hello"), TestPlugin("hello-c", "hello_c"),
                           TestPlugin("tls", "tls_dtor")});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  EXPECT_TRUE(
      Eventually(seconds(20), [&] { return *server().OpenWatches("configmaps") == before + 1; }))
      << *server().OpenWatches("configmaps") << " watches, " << before << " before";
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1);
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"hello-c\"}"), 1);
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"tls\"}"), 1);
  EXPECT_EQ(host.Stop(), 0) << host.log();
  EXPECT_EQ(host.log().find("did not unload"), std::string::npos) << host.log();
  EXPECT_TRUE(
      Eventually(seconds(20), [&] { return *server().OpenWatches("configmaps") == before; }));
}

TEST_F(HostKube, DegradesOnlyThePluginWhoseTypeIsForbidden) {
  const auto bound = server().Kubectl(
      {"create", "clusterrole", "maps-" + ns(), "--verb=get,list,watch", "--resource=configmaps"});
  ASSERT_EQ(bound->exit_code, 0) << bound->err;
  ASSERT_EQ(server()
                .Kubectl({"create", "clusterrolebinding", "maps-" + ns(),
                          "--clusterrole=maps-" + ns(), "--user=limited"})
                ->exit_code,
            0);
  HostProcess host = Host({TestPlugin("hello", "hello"), kReloader}, Identity::kLimited);
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); }))
      << host.Get("/readyz").body << host.log();
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1);
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"reloader\"}"), 0);
  const std::string ready = host.Get("/readyz").body;
  EXPECT_NE(ready.find("plugin reloader waiting"), std::string::npos) << ready;
  EXPECT_NE(ready.find("forbidden"), std::string::npos) << ready;
  EXPECT_EQ(host.Stop(), 0);
}

TEST_F(HostKube, C_PL_10_StartsAPluginWhenItsCrdArrivesAndLivesThroughItsLoss) {
  HostProcess host = Host({TestPlugin("things", "things"), TestPlugin("hello", "hello")});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.Get("/readyz").body;
  EXPECT_NE(host.Get("/readyz").body.find("plugin things waiting"), std::string::npos)
      << host.Get("/readyz").body;
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1);
  const std::string crd =
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
      "metadata: {name: things.x.dev}\nspec:\n  group: x.dev\n  scope: Namespaced\n"
      "  names: {plural: things, singular: thing, kind: Thing}\n"
      "  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: "
      "{type: object, x-kubernetes-preserve-unknown-fields: true}}}]\n";
  Apply(crd);
  EXPECT_TRUE(Eventually(seconds(45), [&] {
    return host.Metric("oarlock_plugin_active{plugin=\"things\"}") == 1;
  })) << host.log();
  ASSERT_EQ(server().Kubectl({"delete", "crd", "things.x.dev"})->exit_code, 0);
  Apply(crd);
  EXPECT_TRUE(Eventually(seconds(30), [&] {
    return server()
               .Kubectl({"-n", ns(), "create", "-f", "-"},
                        "apiVersion: x.dev/v1\nkind: Thing\nmetadata: {name: again}\n")
               ->exit_code == 0;
  }));
  EXPECT_TRUE(Eventually(seconds(60), [&] {
    return host.log().find("key=" + ns() + "/again") != std::string::npos;
  })) << host.log();
  EXPECT_EQ(host.Metric("oarlock_plugin_active{plugin=\"hello\"}"), 1);
  EXPECT_EQ(host.Stop(), 0);
}

TEST_F(HostKube, RunsOverHttp11Too) {
  Apply(ConfigMap("cfg", "one") + Workload("Deployment", "web", "cfg"));
  HostProcess host(server().Kubeconfig(Identity::kAdminToken), Plugins({kReloader}),
                   {"--http-version", "1.1", "--log-format", "json"});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] {
    return host.log().find("\"msg\":\"plugin is active\"") != std::string::npos;
  })) << host.log();
  Apply(ConfigMap("cfg", "two"));
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return HashInTemplate("deployment/web", "STAKATER_CFG_CONFIGMAP") == kHashOfTwo;
  })) << host.log();
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

}  // namespace
}  // namespace oarlock::kubetest
