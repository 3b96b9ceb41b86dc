#include "sandbox/workloads/rollout.h"

#include <gtest/gtest.h>

namespace oarlock::sandbox {
namespace {

using Sizes = std::vector<int64_t>;

RolloutPlan Rolling(int64_t replicas, const Json& more, const Json& fewer) {
  return RolloutPlan::Of(
      {{"spec",
        {{"replicas", replicas},
         {"strategy",
          {{"type", "RollingUpdate"},
           {"rollingUpdate", {{"maxSurge", more}, {"maxUnavailable", fewer}}}}}}}});
}

TEST(RolloutPlan, PartsAreRoundedSoThatItStaysSafe) {
  EXPECT_EQ(CountOf("25%", 10, true), 3);
  EXPECT_EQ(CountOf("25%", 10, false), 2);
  EXPECT_EQ(CountOf("100%", 3, true), 3);
  EXPECT_EQ(CountOf(2, 10, false), 2);
  const RolloutPlan plan = Rolling(3, "25%", "25%");
  EXPECT_EQ(plan.most(), 4);
  EXPECT_EQ(plan.least(), 3);
}

TEST(RolloutPlan, NothingMoreAndNothingFewerIsOneFewer) {
  EXPECT_EQ(Rolling(3, 0, 0).least(), 2);
  EXPECT_EQ(Rolling(3, 0, "1%").least(), 2);
}

TEST(Rollout, TheNewGrowsIntoTheRoomThatThereIs) {
  const RolloutPlan plan = Rolling(4, 1, 1);
  EXPECT_EQ(NextSizes(plan, {{0, 0}, {4, 4}}), (Sizes{1, 4}));
  EXPECT_EQ(NextSizes(plan, {{1, 0}, {4, 4}}), (Sizes{1, 3}));
  EXPECT_EQ(NextSizes(plan, {{1, 0}, {3, 3}}), (Sizes{2, 3}));
  EXPECT_EQ(NextSizes(plan, {{2, 0}, {3, 3}}), (Sizes{2, 3})) << "3 must stay available";
  EXPECT_EQ(NextSizes(plan, {{2, 2}, {3, 3}}), (Sizes{2, 1}));
  EXPECT_EQ(NextSizes(plan, {{4, 4}, {0, 0}}), (Sizes{4, 0}));
}

TEST(Rollout, OldOnesThatAreNotAvailableGoFirst) {
  const RolloutPlan plan = Rolling(4, 1, 0);
  EXPECT_EQ(NextSizes(plan, {{1, 1}, {1, 1}, {3, 2}}), (Sizes{1, 1, 2}));
}

TEST(Rollout, RecreateEndsTheOldBeforeTheNew) {
  RolloutPlan plan =
      RolloutPlan::Of({{"spec", {{"replicas", 3}, {"strategy", {{"type", "Recreate"}}}}}});
  EXPECT_EQ(NextSizes(plan, {{0, 0}, {3, 3, 3}}), (Sizes{0, 0}));
  EXPECT_EQ(NextSizes(plan, {{0, 0}, {0, 0, 1}}), (Sizes{0, 0}));
  EXPECT_EQ(NextSizes(plan, {{0, 0}, {0, 0, 0}}), (Sizes{3, 0}));
}

TEST(Rollout, AScaledRolloutKeepsItsProportions) {
  EXPECT_EQ(ScaledSizes(Rolling(10, 0, 1), {{3, 3, 3, 5}, {2, 2, 2, 5}}), (Sizes{6, 4}));
  EXPECT_EQ(ScaledSizes(Rolling(7, 0, 1), {{5, 5, 5, 5}, {0, 0, 0, 0}}), (Sizes{7, 0}));
  EXPECT_EQ(ScaledSizes(Rolling(0, 1, 1), {{3, 3, 3, 6}, {2, 2, 2, 6}}), (Sizes{0, 0}));
}

}  // namespace
}  // namespace oarlock::sandbox
