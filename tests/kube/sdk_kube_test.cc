// Plugins as the SDK's users write them, on a real API server: the janitor over every type, the
// samples in C++, C and Rust, and the helpers.
#include <algorithm>

#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::seconds;

std::string TestPlugin(const std::string& library, const std::string& more = "") {
  std::string name = library;
  std::replace(name.begin(), name.end(), '_', '-');
  return "name: " + name + ", library: " + OARLOCK_TEST_PLUGIN_DIR + "/" + library + ".so" + more;
}

// A definition with a status subresource, free in form, in a group of the test's own.
std::string Definition(const std::string& group, const std::string& kind) {
  std::string lower = kind;
  lower[0] = static_cast<char>(lower[0] - 'A' + 'a');
  return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: " +
         lower + "s." + group + "}\nspec:\n  group: " + group +
         "\n  scope: Namespaced\n  names: {plural: " + lower + "s, singular: " + lower +
         ", kind: " + kind +
         "}\n  versions: [{name: v1, served: true, storage: true, subresources: {status: {}}, "
         "schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: "
         "true}}}]\n";
}

class SdkKube : public KubeTest {
 protected:
  HostProcess Host(const std::vector<std::string>& plugins) {
    return HostProcess(server().Kubeconfig(Identity::kAdmin), Plugins(plugins));
  }
  int Kubectl(std::vector<std::string> args, const std::string& input = "") {
    args.insert(args.begin(), {"-n", ns()});
    const auto result = server().Kubectl(args, input);
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    return result.ok() ? result->exit_code : -1;
  }
  void Apply(const std::string& yaml) {
    ASSERT_TRUE(Eventually(seconds(20), [&] {
      return Kubectl({"apply", "-f", "-"}, yaml) == 0;
    })) << yaml;
  }
  std::string Get(const std::string& what, const std::string& path) {
    const auto result = server().Kubectl({"-n", ns(), "get", what, "-o", "jsonpath=" + path});
    return result.ok() ? result->out : "";
  }
  bool Exists(const std::string& what) { return !Get(what, "{.metadata.uid}").empty(); }
};

std::string Expiring(const std::string& type, const std::string& name, const std::string& ttl) {
  return type + "\nmetadata:\n  name: " + name + "\n  annotations: {janitor.example.dev/ttl: \"" +
         ttl + "\"}\n---\n";
}

constexpr char kConfigMap[] = "apiVersion: v1\nkind: ConfigMap";
constexpr char kServiceAccount[] = "apiVersion: v1\nkind: ServiceAccount";
constexpr char kWidget[] = "apiVersion: janitor.test/v1\nkind: Widget";

TEST_F(SdkKube, TheJanitorDeletesWhatIsDueOfAnyType) {
  HostProcess host = Host({TestPlugin("janitor")});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(60), [&] { return host.Ready(); })) << host.log();
  ASSERT_EQ(host.Metric("oarlock_plugin_active{plugin=\"janitor\"}"), 1)
      << host.Get("/readyz").body;
  Apply(Expiring(kConfigMap, "due", "1") + Expiring(kServiceAccount, "due", "2") +
        Expiring(kConfigMap, "later", "3600") + Expiring(kConfigMap, "bad", "soon") +
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\n");
  for (const char* due : {"configmap/due", "serviceaccount/due"}) {
    EXPECT_TRUE(Eventually(seconds(20), [&] { return !Exists(due); })) << due << host.log();
  }
  // A type that comes while it runs.
  Apply(Definition("janitor.test", "Widget"));
  Apply(Expiring(kWidget, "due", "1") + Expiring(kWidget, "later", "3600"));
  EXPECT_TRUE(Eventually(seconds(60), [&] { return !Exists("widget/due"); })) << host.log();
  for (const char* left : {"configmap/later", "configmap/bad", "configmap/plain", "widget/later"}) {
    EXPECT_TRUE(Exists(left)) << left << host.log();
  }
  const std::string metrics = host.Get("/metrics").body;
  EXPECT_NE(metrics.find("janitor_deleted_total{"), std::string::npos) << metrics;
  EXPECT_EQ(Kubectl({"delete", "crd", "widgets.janitor.test"}), 0);
  EXPECT_EQ(host.Stop(), 0) << host.log();
  EXPECT_EQ(host.log().find("did not unload"), std::string::npos) << host.log();
}

TEST_F(SdkKube, TheSamplesOfThreeLanguagesDoTheirWorkTogether) {
  HostProcess host =
      Host({TestPlugin("owner_label"), TestPlugin("inherit_label", ", config: {label: tier}"),
            TestPlugin("expiry")});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.Get("/readyz").body;
  ASSERT_EQ(server().Kubectl({"label", "namespace", ns(), "tier=gold"})->exit_code, 0);
  Apply(
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
      "  annotations: {example.dev/team: red}\n---\n"
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n"
      "  annotations: {example.dev/ttl: 1s}\n");
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return Get("configmap/a", "{.metadata.labels.team}") == "red";
  })) << host.log();
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return Get("configmap/a", "{.metadata.labels.tier}") == "gold";
  })) << host.log();
  EXPECT_TRUE(Eventually(seconds(20), [&] { return !Exists("configmap/b"); })) << host.log();
  ASSERT_EQ(server().Kubectl({"label", "--overwrite", "namespace", ns(), "tier=iron"})->exit_code,
            0);
  EXPECT_TRUE(Eventually(seconds(20),
                         [&] { return Get("configmap/a", "{.metadata.labels.tier}") == "iron"; }))
      << "mapped from the namespace" << host.log();
  EXPECT_EQ(host.Stop(), 0) << host.log();
  EXPECT_EQ(host.log().find("did not unload"), std::string::npos) << host.log();
}

TEST_F(SdkKube, HelpersDoOnTheServerWhatTheySay) {
  Apply(Definition("helpers.test", "Thing"));
  HostProcess host = Host({TestPlugin("caretaker")});
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] {
    return host.Metric("oarlock_plugin_active{plugin=\"caretaker\"}") == 1;
  })) << host.Get("/readyz").body;
  const std::string thing =
      "apiVersion: helpers.test/v1\nkind: Thing\nmetadata: {name: x}\nspec: {text: ";
  Apply(thing + "one}\n");
  const std::string ready = "{.status.conditions[?(@.type==\"Ready\")].status}";
  const std::string since = "{.status.conditions[?(@.type==\"Ready\")].lastTransitionTime}";
  const std::string observed = "{.status.conditions[?(@.type==\"Ready\")].observedGeneration}";
  ASSERT_TRUE(Eventually(seconds(20), [&] { return Get("thing/x", ready) == "True"; }))
      << host.log();
  EXPECT_EQ(Get("thing/x", "{.metadata.finalizers}"), R"(["helpers.test/caretaker"])");
  EXPECT_EQ(Get("configmap/x-child", "{.metadata.ownerReferences[0].uid}"),
            Get("thing/x", "{.metadata.uid}"));
  EXPECT_EQ(Get("configmap/x-applied", "{.metadata.managedFields[0].operation}"), "Apply");
  EXPECT_EQ(Get("configmap/x-applied", "{.metadata.managedFields[0].manager}"),
            "dev.oarlock.test.caretaker");
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return Get("events", "{.items[*].reason}").find("Ready") != std::string::npos;
  })) << host.log();

  const std::string began = Get("thing/x", since);
  Apply(thing + "two}\n");
  EXPECT_TRUE(Eventually(seconds(20), [&] {
    return Get("configmap/x-applied", "{.data.text}") == "two" && Get("thing/x", observed) == "2";
  })) << host.log();
  EXPECT_EQ(Get("configmap/x-child", "{.data.text}"), "two");
  EXPECT_EQ(Get("thing/x", since), began) << "its status did not change";

  EXPECT_EQ(Kubectl({"delete", "thing", "x", "--timeout=20s"}), 0) << host.log();
  EXPECT_FALSE(Exists("configmap/x-applied")) << "cleaned up before it went";
  EXPECT_EQ(Kubectl({"delete", "crd", "things.helpers.test"}), 0);
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

}  // namespace
}  // namespace oarlock::kubetest
