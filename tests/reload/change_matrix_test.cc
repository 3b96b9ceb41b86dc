// What a change of the manifest does, for each kind of change, with real libraries: who is made
// anew, who is changed in place, who is left alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "supervisor/manifest_reader.h"
#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

using supervisor::PluginPhase;
using supervisor::PluginSpec;

// Every entry is written as YAML, so that it goes the way of a user's change.
class ChangeMatrix : public testing::Test {
 protected:
  struct Entry {
    std::string name = "demo";
    int build = 1;
    std::string config;  // beside the probe
    std::string more;    // further keys
  };
  std::vector<PluginSpec> Read(const std::vector<Entry>& entries) const {
    std::string text =
        "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: {name: test}\nspec:\n"
        "  plugins:";
    if (entries.empty()) text += " []";
    for (const Entry& entry : entries) {
      std::string config = world.Spec(entry.build).config_json;
      config.insert(config.size() - 1, entry.config);
      text += "\n    - {name: " + entry.name + ", library: " + ReloadWorld::Library(entry.build) +
              ", config: " + config + entry.more + "}";
    }
    const auto manifest = supervisor::ParseManifest(text + "\n", "m.yaml");
    EXPECT_TRUE(manifest.ok()) << manifest.status().ToString() << text;
    return manifest.ok() ? manifest->plugins : std::vector<PluginSpec>();
  }
  void Start(const std::vector<Entry>& entries) { world.Start(Read(entries)); }
  void Apply(const std::vector<Entry>& entries) { world.Apply(Read(entries)); }
  std::string Generation(const std::string& plugin = "demo") {
    return world.Status(plugin).generation;
  }

  ReloadWorld world;
};

TEST_F(ChangeMatrix, AddAndRemoveLeaveTheOthersAlone) {
  Start({{.name = "a"}});
  Apply({{.name = "a"}, {.name = "b", .build = 2}});
  EXPECT_TRUE(world.WaitFor([&] { return world.probe.runs[2] >= kKeys; }));
  Apply({{.name = "b", .build = 2}});
  EXPECT_EQ(world.Status("a").name, "") << "taken down and forgotten";
  EXPECT_EQ(Generation("b"), "b@1");
  Apply({{.name = "a"}, {.name = "b", .build = 2}});
  EXPECT_EQ(world.Status("a").phase, PluginPhase::kActive);
  EXPECT_EQ(Generation("b"), "b@1") << "never touched";
  EXPECT_EQ(world.lists(), 1u) << "there was always somebody who used the type";
}

TEST_F(ChangeMatrix, DisableAndEnable) {
  Start({{.name = "a"}, {.name = "b", .build = 2}});
  Apply({{.name = "a", .more = ", enabled: false"}, {.name = "b", .build = 2}});
  EXPECT_EQ(world.Status("a").phase, PluginPhase::kDisabled);
  EXPECT_EQ(Generation("b"), "b@1");
  const uint64_t runs = world.probe.runs[1];
  world.Update(7);
  ASSERT_TRUE(world.WaitFor([&] { return world.probe.runs[2] > kKeys; }));
  EXPECT_EQ(world.probe.runs[1], runs) << "its code is gone";
  Apply({{.name = "a"}, {.name = "b", .build = 2}});
  EXPECT_TRUE(world.WaitFor([&] { return world.probe.runs[1] >= runs + kKeys; }));
}

TEST_F(ChangeMatrix, AConfigurationInPlaceOrByANewGeneration) {
  Start({{}});
  Apply({{.config = R"(,"note":"new")"}});
  EXPECT_EQ(Generation(), "demo@1") << "taken in place";
  Apply({{.config = R"(,"note":"restart")"}});
  EXPECT_EQ(Generation(), "demo@2") << "the plugin wants a new instance";
  EXPECT_EQ(world.probe.created, 2u);
  Apply({{.config = R"(,"note":"concurrency")"}});
  EXPECT_EQ(Generation(), "demo@3") << "taken in place, but it declares something else now";
  EXPECT_EQ(world.Status().controllers.at(0).max_concurrent, 2u);
  Apply({{.config = R"(,"note":7)"}});
  EXPECT_EQ(Generation(), "demo@3");
  EXPECT_NE(world.Status().last_failure.find("note"), std::string::npos) << "against its schema";
  EXPECT_EQ(world.Status().phase, PluginPhase::kActive);
  EXPECT_EQ(world.lists(), 1u);
}

TEST_F(ChangeMatrix, LibraryAndWhatOnlyTheHostApplies) {
  Start({{}});
  Apply({{.build = 2}});
  EXPECT_EQ(Generation(), "demo@2");
  Apply({{.build = 2, .more = ", required: true, reload: {probation: 5s, requeue: none}"}});
  EXPECT_EQ(Generation(), "demo@2") << "settings of the host";
  EXPECT_TRUE(world.Status().required);
  Apply({{.build = 2, .more = ", controllers: {pulse: {maxConcurrentReconciles: 9}}"}});
  EXPECT_EQ(Generation(), "demo@2");
  EXPECT_EQ(world.Status().controllers.at(0).max_concurrent, 9u) << "under way";
  Apply({{.build = 2}});
  EXPECT_EQ(world.Status().controllers.at(0).max_concurrent, 4u) << "as declared";
}

TEST_F(ChangeMatrix, NamespacesDeadlinesResyncAndUnloadNeedANewGeneration) {
  Start({{}});
  int generation = 1;
  for (const char* more : {", namespaces: [elsewhere]", ", limits: {reconcileDeadline: 1m}",
                           ", controllers: {pulse: {resyncPeriod: 1h}}", ", unload: never", ""}) {
    Apply({{.more = more}});
    EXPECT_EQ(Generation(), "demo@" + std::to_string(++generation)) << more;
    EXPECT_EQ(world.Status().phase, PluginPhase::kActive);
  }
  EXPECT_TRUE(world.Settle());
}

TEST_F(ChangeMatrix, SeveralChangesAtOnceAreOneGeneration) {
  Start({{}});
  Apply({{.build = 2,
          .config = R"(,"note":"new")",
          .more = ", namespaces: [default], limits: {reconcileDeadline: 1m}"}});
  EXPECT_EQ(Generation(), "demo@2");
  EXPECT_EQ(world.probe.created, 2u);
}

}  // namespace
}  // namespace oarlock::reloadtest
