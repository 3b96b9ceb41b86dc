// Builds that fail at one step of the reload each, under load: whatever fails, one generation
// works, two never do, and no key is lost.
#include <gtest/gtest.h>

#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

using supervisor::PluginPhase;

class ReloadFaults : public testing::Test {
 protected:
  void Start(int build) {
    world.Start({world.Spec(build)});
    ASSERT_TRUE(world.WaitFor([&] { return world.probe.runs[Index(build)] >= kKeys; }));
    world.StartLoad();
  }
  static size_t Index(int build) { return static_cast<size_t>(build); }
  // The load goes on, and that build gets to work on it.
  bool Works(int build) {
    const uint64_t before = world.probe.runs[Index(build)];
    return world.WaitFor([&] { return world.probe.runs[Index(build)] > before + 3; });
  }
  void Finish() {
    EXPECT_EQ(world.Status().phase, PluginPhase::kActive);
    EXPECT_TRUE(world.Settle()) << "no key was lost";
    EXPECT_EQ(world.probe.overlaps, 0u) << "no key was worked on by two";
    EXPECT_TRUE(world.probe.fresh);
    EXPECT_EQ(world.lists(), 1u);
  }

  ReloadWorld world;
};

struct BadBuild {
  int build;
  const char* says;
};

TEST_F(ReloadFaults, ABuildThatCannotBeginLeavesTheFormerAtWork) {
  Start(1);
  for (const auto& [build, says] :
       {BadBuild{9, "as built"}, BadBuild{6, "never"}, BadBuild{8, "undecided"},
        BadBuild{5, "no moon tonight"}, BadBuild{10, "as built"}}) {
    SCOPED_TRACE(build);
    world.Apply({world.Spec(build)});
    EXPECT_EQ(world.Status().generation, "demo@1");
    EXPECT_NE(world.Status().last_failure.find(says), std::string::npos)
        << world.Status().last_failure;
    EXPECT_EQ(world.probe.runs[Index(build)], 0u);
    EXPECT_TRUE(Works(1));
  }
  Finish();
}

TEST_F(ReloadFaults, AFormerThatFailsOnItsWayOutIsReplacedNevertheless) {
  Start(11);  // throws when it saves its state
  world.Apply({world.Spec(13)});
  EXPECT_EQ(world.Status().version, "1.0.13");
  EXPECT_EQ(world.probe.state, 0u) << "no state of who broke the contract";
  EXPECT_TRUE(Works(13));
  world.Apply({world.Spec(1)});  // and that one throws when it drains and deactivates
  EXPECT_EQ(world.Status().version, "1.0.1");
  EXPECT_TRUE(Works(1));
  Finish();
}

TEST_F(ReloadFaults, AStateThatCrashesItsReaderRollsBack) {
  Start(1);
  world.Apply({world.Spec(12)});
  ASSERT_TRUE(
      world.WaitFor([&] { return !world.Status().reason.empty(); }, std::chrono::milliseconds(50)));
  EXPECT_EQ(world.Status().generation, "demo@1");
  EXPECT_NE(world.Status().reason.find("it crashed"), std::string::npos) << world.Status().reason;
  EXPECT_TRUE(Works(1));
  Finish();
}

TEST_F(ReloadFaults, AFaultAfterTheSwitchRollsBackUnderLoad) {
  Start(1);
  for (const int bad : {3, 4}) {
    world.Apply({world.Spec(bad)});
    ASSERT_TRUE(world.WaitFor([&] { return world.Status().generation == "demo@1"; },
                              std::chrono::milliseconds(50)))
        << bad;
    EXPECT_TRUE(Works(1));
  }
  Finish();
}

}  // namespace
}  // namespace oarlock::reloadtest
