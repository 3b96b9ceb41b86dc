// One plugin from one build to the next, with real libraries.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

using supervisor::PluginPhase;
using supervisor::PluginSpec;

class Reload : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-reload-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir = name;
  }
  void TearDown() override {
    world.reset();
    std::filesystem::remove_all(dir);
  }
  static std::string BytesOf(int build) {
    std::ifstream in(std::string(OARLOCK_RELOAD_PLUGIN_DIR) + "/" + ReloadWorld::Library(build),
                     std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  PluginSpec AtPath(const std::string& path) {
    PluginSpec spec = world->Spec(0);
    spec.library = path;
    return spec;
  }
  // A change reaches that build.
  bool Runs(size_t build) {
    const uint64_t before = world->probe.runs[build];
    world->Update(3);
    return world->WaitFor([&] { return world->probe.runs[build] > before; });
  }
  bool WaitForRollback() {
    return world->WaitFor(
        [&] {
          const auto status = world->Status();
          return status.generation == "demo@1" && !status.reason.empty() && !status.on_probation;
        },
        std::chrono::milliseconds(50));
  }

  std::string dir;
  std::unique_ptr<ReloadWorld> world = std::make_unique<ReloadWorld>();
};

TEST_F(Reload, RunsTheOtherBuildAndHandsItsStateOver) {
  world->Start({world->Spec(1)});
  ASSERT_TRUE(world->Settle());
  const uint64_t before = world->probe.runs[1];
  EXPECT_GE(before, kKeys);
  world->Apply({world->Spec(2)});
  ASSERT_TRUE(world->WaitFor([&] { return world->probe.runs[2] >= kKeys; })) << "every key again";
  EXPECT_EQ(world->probe.runs[1], before) << "and none by the old one";
  EXPECT_EQ(world->probe.state, 1u);
  EXPECT_TRUE(world->probe.fresh);
  EXPECT_EQ(world->probe.overlaps, 0u);
  EXPECT_EQ(world->lists(), 1u);
  EXPECT_EQ(world->watches(), 1u);
  EXPECT_EQ(world->Status().version, "1.0.2");
}

TEST_F(Reload, C_RE_08_TheSameBytesAreNoReloadAndAnotherBuildWritesNothing) {
  world->Start({world->Spec(1)});
  ASSERT_TRUE(world->Settle());
  const uint64_t created = world->probe.created;
  world->Apply({world->Spec(1)});
  PluginSpec copy = AtPath(dir + "/copy.so");
  std::ofstream(copy.library, std::ios::binary) << BytesOf(1);
  world->Apply({copy});
  EXPECT_EQ(world->probe.created, created) << "identical bytes, wherever they lie";
  EXPECT_EQ(world->Status().generation, "demo@1");
  world->Apply({world->Spec(2)});
  ASSERT_TRUE(world->WaitFor([&] { return world->probe.runs[2] >= kKeys; }));
  EXPECT_EQ(world->lists(), 1u) << "what is known is delivered as existing";
  EXPECT_TRUE(world->host.client->calls().empty()) << "zero writes";
}

TEST_F(Reload, C_RE_10_ABuildThatDoesNotStartLeavesTheFormerOneActive) {
  world->Start({world->Spec(1)});
  for (const int bad : {5, 6}) {
    world->Apply({world->Spec(bad)});
    const auto status = world->Status();
    EXPECT_EQ(status.phase, PluginPhase::kActive);
    EXPECT_EQ(status.generation, "demo@1");
    EXPECT_NE(status.last_failure.find(bad == 5 ? "no moon tonight" : "never"), std::string::npos)
        << status.last_failure;
    EXPECT_TRUE(Runs(1)) << "it goes on";
  }
  world->Apply({world->Spec(2)});
  EXPECT_EQ(world->Status().last_failure, "") << "the next change is tried";
  EXPECT_TRUE(world->WaitFor([&] { return world->probe.runs[2] > 0; }));
}

TEST_F(Reload, C_RE_03_AFileThatIsOverwrittenHalfWrittenAndFinished) {
  const std::string path = dir + "/p.so";
  std::ofstream(path, std::ios::binary) << BytesOf(1);
  world->Start({AtPath(path)});
  const std::string next = BytesOf(2);
  for (const std::string& bytes : {std::string(), next.substr(0, next.size() / 2)}) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    EXPECT_TRUE(Runs(1)) << "it runs from its own copy";
    world->Apply({AtPath(path)});
    EXPECT_EQ(world->Status().generation, "demo@1");
    EXPECT_NE(world->Status().last_failure, "");
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << next;
  world->Apply({AtPath(path)});
  EXPECT_TRUE(world->WaitFor([&] { return world->probe.runs[2] > 0; }));
  EXPECT_EQ(world->Status().last_failure, "");
}

TEST_F(Reload, ABuildThatThrowsIsRolledBackToTheOneThatIsStillLoaded) {
  world->Start({world->Spec(1)});
  ASSERT_TRUE(world->Settle());
  world->Apply({world->Spec(3)});
  ASSERT_TRUE(WaitForRollback());
  EXPECT_GT(world->probe.runs[3], 0u);
  EXPECT_NE(world->Status().reason.find("it crashed"), std::string::npos) << world->Status().reason;
  world->Update(5);
  EXPECT_TRUE(world->Settle()) << "every key is well again";
  EXPECT_TRUE(world->probe.fresh);
}

TEST_F(Reload, ABuildWhoseReconcilesFailIsRolledBack) {
  world->Start({world->Spec(1)});
  ASSERT_TRUE(world->Settle());
  world->Apply({world->Spec(4)});
  ASSERT_TRUE(WaitForRollback());
  EXPECT_NE(world->Status().reason.find("reconciles failed"), std::string::npos);
  EXPECT_TRUE(world->Settle());
}

TEST_F(Reload, RollsBackByHandAfterTheFormerLibraryWasClosed) {
  PluginSpec next = world->Spec(2);
  next.reload.probation = base::Duration(0);
  world->Start({world->Spec(1)});
  world->Apply({next});
  ASSERT_TRUE(world->WaitFor([&] { return !world->Status().on_probation; }));
  ASSERT_TRUE(world->supervisor->RollBack("demo", "blank pages").ok());
  ASSERT_TRUE(world->WaitFor([&] { return !world->Status().rolling_back; }));
  EXPECT_EQ(world->Status().rollback_failure, "");
  EXPECT_EQ(world->Status().version, "1.0.1");
  EXPECT_NE(world->Status().reason.find("blank pages"), std::string::npos);
  EXPECT_TRUE(world->probe.fresh) << "not the image that was closed";
  EXPECT_EQ(world->supervisor->RollBack("none", "").code(), base::StatusCode::kNotFound);
}

TEST_F(Reload, AConfigurationIsChangedInPlace) {
  world->Start({world->Spec(1)});
  ASSERT_TRUE(world->Settle());
  const uint64_t runs = world->probe.runs[1];
  PluginSpec spec = world->Spec(1);
  spec.config_json.insert(spec.config_json.size() - 1, R"(,"note":"new")");
  spec.entry_json = "{other}";
  world->Apply({spec});
  EXPECT_EQ(world->Status().generation, "demo@1");
  EXPECT_EQ(world->probe.created, 1u);
  EXPECT_TRUE(world->WaitFor([&] { return world->probe.runs[1] >= runs + kKeys; }))
      << "a new configuration is a new desired state";
}

TEST_F(Reload, NamespacesOfTheManifestNarrowWhatItSees) {
  world->Start({world->Spec(1)});
  ASSERT_TRUE(world->Settle());
  PluginSpec spec = world->Spec(1);
  spec.namespaces = {"elsewhere"};
  spec.entry_json = "{other}";
  world->Apply({spec});
  EXPECT_EQ(world->Status().generation, "demo@2");
  const uint64_t runs = world->probe.runs[1];
  world->Update(4);
  world->Update(5);
  PluginSpec back = world->Spec(1);
  world->Apply({back});
  EXPECT_TRUE(world->Settle());
  EXPECT_GE(world->probe.runs[1], runs);
}

TEST_F(Reload, C_RE_06_ASharedInformerLivesAsLongAsOneOfItsPlugins) {
  PluginSpec a = world->Spec(1);
  PluginSpec b = world->Spec(2);
  a.name = "a";
  b.name = "b";
  Probe other;
  b.config_json = std::string("{\"probe\":\"") + [&] {
    char text[32];
    std::snprintf(text, sizeof(text), "%zx", reinterpret_cast<uintptr_t>(&other));
    return std::string(text);
  }() + "\"}";
  world->Start({a, b});
  ASSERT_TRUE(world->Settle());
  world->Apply({b});
  for (size_t key = 0; key < 10; ++key) world->Update(key);
  world->Apply({a, b});
  EXPECT_TRUE(world->Settle()) << "a sees what happened while it was away";
  for (size_t key = 0; key < kKeys; ++key) {
    EXPECT_TRUE(world->WaitFor([&] { return other.seen[key] == world->probe.seen[key]; })) << key;
  }
  EXPECT_EQ(world->lists(), 1u);
  EXPECT_EQ(world->watches(), 1u);
  world->Apply({});
  EXPECT_TRUE(world->WaitFor([&] { return world->host.source("configmaps").open_streams() == 0; }))
      << "nobody needs it any more";
  EXPECT_EQ(world->host.informers().size(), 0u);
  EXPECT_TRUE(world->supervisor->statuses().empty());
}

TEST_F(Reload, AllOrNothingMovesAllOrNone) {
  PluginSpec a = world->Spec(1);
  PluginSpec b = world->Spec(1);
  a.name = "a";
  b.name = "b";
  world->Start({a, b});
  PluginSpec a2 = world->Spec(2);
  a2.name = "a";
  for (const int bad : {6, 5}) {
    PluginSpec b2 = world->Spec(bad);
    b2.name = "b";
    world->Apply({a2, b2}, /*all_or_nothing=*/true);
    EXPECT_EQ(world->Status("a").version, "1.0.1") << "b did not come along: " << bad;
    EXPECT_EQ(world->Status("b").version, "1.0.1");
    EXPECT_NE(world->Status("a").last_failure.find("plugin b"), std::string::npos)
        << world->Status("a").last_failure;
  }
  PluginSpec b2 = world->Spec(2);
  b2.name = "b";
  world->Apply({a2, b2}, /*all_or_nothing=*/true);
  EXPECT_EQ(world->Status("a").version, "1.0.2");
  EXPECT_EQ(world->Status("b").version, "1.0.2");
}

TEST_F(Reload, C_RE_05_StopsInTheMiddleOfAReload) {
  world->Start({world->Spec(1)});
  supervisor::Manifest manifest;
  manifest.plugins = {world->Spec(2)};
  world->supervisor->Apply(manifest);
  // ~ReloadWorld stops at once: nothing may be stuck, mapped or leaked afterwards.
}

}  // namespace
}  // namespace oarlock::reloadtest
