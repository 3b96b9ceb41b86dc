#include "seen_content.h"

#include <gtest/gtest.h>

namespace oarlock::reloader {
namespace {

using Forced = std::set<std::string>;

void Activate(SeenContent& seen, uint64_t digest) {
  seen.BeginActivation();
  seen.Baseline("a", digest);
  seen.EndActivation();
}

TEST(SeenContent, TellsBaselineNewSameAndChanged) {
  SeenContent seen;
  Activate(seen, 1);
  EXPECT_EQ(seen.LookAt("a", 1).sight, Sight::kBaseline);
  EXPECT_EQ(seen.LookAt("a", 1).sight, Sight::kBaseline) << "until it is settled";
  seen.Settle("a", 1);
  EXPECT_EQ(seen.LookAt("a", 1).sight, Sight::kSame);
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kChanged);
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kChanged) << "until it is settled";
  EXPECT_EQ(seen.LookAt("b", 1).sight, Sight::kNew);
}

TEST(SeenContent, ChangeBeforeTheFirstLookIsMissed) {
  SeenContent seen;
  Activate(seen, 1);
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kMissed);
}

TEST(SeenContent, RemembersAFailedAttempt) {
  SeenContent seen;
  Activate(seen, 1);
  seen.Settle("a", 1);
  seen.Fail("a", 2, {"3/web"});
  const Look again = seen.LookAt("a", 2);
  EXPECT_EQ(again.sight, Sight::kRetry);
  EXPECT_EQ(again.forced, Forced{"3/web"});
  EXPECT_EQ(seen.LookAt("a", 3).sight, Sight::kChanged);
  EXPECT_EQ(seen.LookAt("a", 1).sight, Sight::kReverted);
  seen.Settle("a", 1);
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kChanged);
}

TEST(SeenContent, R26_DeletedObjectKeepsItsContent) {
  SeenContent seen;
  Activate(seen, 1);
  seen.Settle("a", 1);
  seen.Gone("a");
  seen.Gone("a");
  EXPECT_EQ(seen.LookAt("a", 1).sight, Sight::kSame);
  seen.Gone("a");
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kChanged);
}

TEST(SeenContent, NextActivationKnowsWhatItMissed) {
  SeenContent seen;
  Activate(seen, 1);
  seen.Settle("a", 1);
  seen.Fail("a", 2, {});
  Activate(seen, 2);
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kMissed);
  seen.Settle("a", 2);
  Activate(seen, 2);
  EXPECT_EQ(seen.LookAt("a", 2).sight, Sight::kBaseline);
}

TEST(SeenContent, ForgetsTheOldestDeletedObjects) {
  SeenContent seen;
  Activate(seen, 1);
  seen.Settle("a", 1);
  seen.Gone("a");
  seen.LookAt("a", 1);  // is back: its deletion does not count any more
  for (size_t i = 0; i < 2 * kGoneObjects; ++i) {
    const std::string id = std::to_string(i);
    seen.Settle(id, 1);
    seen.Gone(id);
  }
  EXPECT_EQ(seen.size(), kGoneObjects + 1);
  EXPECT_EQ(seen.LookAt("a", 1).sight, Sight::kSame);
  EXPECT_EQ(seen.LookAt("0", 1).sight, Sight::kNew);
}

}  // namespace
}  // namespace oarlock::reloader
