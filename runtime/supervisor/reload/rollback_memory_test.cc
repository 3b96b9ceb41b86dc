#include "supervisor/reload/rollback_memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/fake_clock.h"
#include "supervisor/testing/memory_records.h"

namespace oarlock::supervisor {
namespace {

using testing::MemoryRecords;

const TrialId kBad{"demo", "L2", "E1"};

class RollbackMemoryTest : public ::testing::Test {
 protected:
  // A host: `own` is its cache directory, `shared` the ConfigMap of all.
  std::unique_ptr<RollbackMemory> Host(const std::string& name, MemoryRecords& own) {
    std::vector<std::unique_ptr<RecordStore>> stores;
    stores.push_back(own.Store());
    stores.push_back(shared.Store());
    return std::make_unique<RollbackMemory>(std::move(stores), name, clock, base::Log::Discard());
  }

  base::FakeClock clock;
  MemoryRecords disk_a;
  MemoryRecords disk_b;
  MemoryRecords shared;
};

TEST_F(RollbackMemoryTest, RefusesExactlyWhatWasRolledBack) {
  const auto host = Host("a", disk_a);
  EXPECT_FALSE(host->Find(kBad));
  host->Remember(kBad, "it crashed");
  ASSERT_TRUE(host->Find(kBad));
  EXPECT_EQ(host->Find(kBad)->reason, "it crashed");
  EXPECT_FALSE(host->Find({"demo", "L3", "E1"})) << "another library";
  EXPECT_FALSE(host->Find({"demo", "L2", "E2"})) << "the manifest changed";
  EXPECT_FALSE(host->Find({"other", "L2", "E1"})) << "another plugin";
}

TEST_F(RollbackMemoryTest, ARestartedHostAndASecondReplicaRemember) {
  Host("a", disk_a)->Remember(kBad, "it crashed");
  EXPECT_TRUE(Host("a", disk_a)->Find(kBad)) << "the same host again";
  EXPECT_TRUE(Host("b", disk_b)->Find(kBad)) << "by the ConfigMap";
  shared.SetReachable(false);
  EXPECT_TRUE(Host("a", disk_a)->Find(kBad)) << "by the cache directory alone";
  EXPECT_FALSE(Host("b", disk_b)->Find(kBad)) << "nobody told it";
}

TEST_F(RollbackMemoryTest, AnotherReplicasRollbackIsSeenByWhoLooksAgain) {
  const auto b = Host("b", disk_b);
  EXPECT_FALSE(b->Find(kBad));
  Host("a", disk_a)->Remember(kBad, "it crashed");
  EXPECT_FALSE(b->Find(kBad)) << "not asked for at every look";
  EXPECT_TRUE(b->FindAgain(kBad));
}

TEST_F(RollbackMemoryTest, ATrialThatWasNotFinishedIsARollbackOfThatHost) {
  Host("a", disk_a)->BeginTrial(kBad);  // and then the process dies
  EXPECT_FALSE(Host("b", disk_b)->Find(kBad)) << "another host's trial is none of its business";
  const auto again = Host("a", disk_a);
  ASSERT_TRUE(again->Find(kBad));
  EXPECT_EQ(again->Find(kBad)->reason, "the host died while it was on trial");
  EXPECT_TRUE(Host("b", disk_b)->Find(kBad)) << "now all know";
  EXPECT_FALSE(disk_a.records().contains("trial.a.demo"));
}

TEST_F(RollbackMemoryTest, AFinishedTrialLeavesNothing) {
  const auto host = Host("a", disk_a);
  host->BeginTrial(kBad);
  EXPECT_TRUE(disk_a.records().contains("trial.a.demo"));
  EXPECT_FALSE(shared.records().contains("trial.a.demo")) << "nearest store only";
  host->EndTrial("demo");
  EXPECT_FALSE(Host("a", disk_a)->Find(kBad));
}

TEST_F(RollbackMemoryTest, AnEndThatCannotBeWrittenIsWrittenLater) {
  const auto host = Host("a", disk_a);
  host->BeginTrial(kBad);
  disk_a.SetReachable(false);
  host->EndTrial("demo");
  disk_a.SetReachable(true);
  (void)host->FindAgain(kBad);
  EXPECT_FALSE(Host("a", disk_a)->Find(kBad));
}

TEST_F(RollbackMemoryTest, AnUnreadableStoreIsAskedAgain) {
  Host("a", disk_a)->Remember(kBad, "x");
  shared.SetReachable(false);
  const auto b = Host("b", disk_b);
  EXPECT_FALSE(b->Find(kBad));
  shared.SetReachable(true);
  EXPECT_TRUE(b->Find(kBad));
}

TEST_F(RollbackMemoryTest, TheNewestOfTwoRecordsCounts) {
  Host("a", disk_a)->Remember(kBad, "old");
  clock.Advance(std::chrono::seconds(10));
  shared.SetReachable(false);
  Host("a", disk_a)->Remember({"demo", "L5", "E5"}, "new");
  shared.SetReachable(true);
  const auto host = Host("a", disk_a);
  EXPECT_TRUE(host->Find({"demo", "L5", "E5"}));
  EXPECT_FALSE(host->Find(kBad));
}

TEST(DirectoryRecords, AreWholeFilesThatStay) {
  char name[] = "/tmp/oarlock-records-XXXXXX";
  ASSERT_NE(::mkdtemp(name), nullptr);
  const std::string dir = std::string(name) + "/deep/records";
  EXPECT_TRUE(MakeDirectoryRecords(dir)->ReadAll()->empty());
  ASSERT_TRUE(MakeDirectoryRecords(dir)->Put("rollback.demo", "{\"a\":1}").ok());
  std::ofstream(dir + "/x.unfinished") << "half";
  const auto all = MakeDirectoryRecords(dir)->ReadAll();
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(*all, (std::map<std::string, std::string>{{"rollback.demo", "{\"a\":1}"}}));
  ASSERT_TRUE(MakeDirectoryRecords(dir)->Put("rollback.demo", "").ok());
  EXPECT_TRUE(MakeDirectoryRecords(dir)->ReadAll()->empty());
  EXPECT_FALSE(MakeDirectoryRecords("/proc/none")->Put("a", "b").ok());
  std::filesystem::remove_all(name);
}

}  // namespace
}  // namespace oarlock::supervisor
