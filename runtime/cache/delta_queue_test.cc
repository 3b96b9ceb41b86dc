#include "cache/delta_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <type_traits>

#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;

class DeltaQueueTest : public ::testing::Test {
 protected:
  void Push(char type, const std::string& name, const std::string& version,
            const std::string& uid = "u") {
    queue.Push({type == 'D' ? Delta::Type::kDelete : Delta::Type::kUpsert,
                kube::ObjectFromJson(Json({name, version, "default", uid})).value()});
  }
  // "U a@1 u, D b@2 u"
  static std::string Drain(DeltaQueue& from) {
    std::vector<Delta> batch;
    while (from.PopBatch(batch)) {
    }
    std::string out;
    for (const Delta& delta : batch) {
      if (!out.empty()) out += ", ";
      out += delta.type == Delta::Type::kDelete ? "D " : "U ";
      out += std::string(delta.object.name()) + "@" + std::string(delta.object.resource_version()) +
             " " + std::string(delta.object.uid());
    }
    return out;
  }

  DeltaQueue queue{DeltaQueue::Mode::kCoalesce};
};

TEST_F(DeltaQueueTest, DF_1_FF_1_LaterChangesOfAKeyTakeThePlaceOfTheFirst) {
  Push('U', "a", "1");
  Push('U', "b", "2");
  Push('U', "a", "3");
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(queue.coalesced_total(), 1u);
  EXPECT_EQ(Drain(queue), "U a@3 u, U b@2 u");
  Push('U', "a", "4");
  EXPECT_EQ(Drain(queue), "U a@4 u") << "positions of popped keys are forgotten";
}

TEST_F(DeltaQueueTest, ADeleteDropsTheUpsertsBeforeItAndKeepsItsFinalState) {
  Push('U', "a", "1");
  Push('D', "a", "2");
  EXPECT_EQ(Drain(queue), "D a@2 u");
}

TEST_F(DeltaQueueTest, DF_2_OfTwoDeletesInARowOneStaysWithItsObject) {
  Push('D', "a", "2", "u1");
  Push('D', "a", "3", "u1");
  EXPECT_EQ(queue.size(), 1u);
  EXPECT_EQ(Drain(queue), "D a@2 u1");
}

TEST_F(DeltaQueueTest, FF_1_OnlyTheNewestObjectOfAKeyIsHandedOut) {
  Push('U', "a", "1");
  Push('U', "b", "2");
  Push('U', "a", "3");
  Push('D', "b", "4");
  Push('U', "b", "5");
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(Drain(queue), "U a@3 u, D b@4 u, U b@5 u");
  Push('U', "a", "6");
  queue.Clear();
  std::vector<Delta> batch;
  EXPECT_FALSE(queue.PopBatch(batch)) << "an empty queue answers at once, nobody waits in it";
  Push('U', "b", "7");
  EXPECT_EQ(Drain(queue), "U b@7 u");
}

TEST_F(DeltaQueueTest, DF_10_RF_16_EveryChangeCarriesTheObjectThatNamesItsKey) {
  Push('U', "a", "1");
  Push('D', "b", "2");
  queue.Push({Delta::Type::kDelete,
              kube::ObjectFromJson(Json({.name = "node", .version = "3", .ns = ""})).value()});
  std::vector<Delta> batch;
  ASSERT_TRUE(queue.PopBatch(batch));
  std::vector<std::string> keys;
  for (const Delta& delta : batch) keys.push_back(delta.object.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"default/a", "default/b", "node"}));
}

// The only choice is the mode, and it has to be made: there is no mix of options to get wrong.
TEST_F(DeltaQueueTest, RF_6_AQueueCannotBeMadeInAWrongWay) {
  static_assert(!std::is_default_constructible_v<DeltaQueue>);
  static_assert(std::is_constructible_v<DeltaQueue, DeltaQueue::Mode>);
  static_assert(!std::is_convertible_v<bool, DeltaQueue>);
  for (const auto mode : {DeltaQueue::Mode::kCoalesce, DeltaQueue::Mode::kStrict}) {
    EXPECT_EQ(DeltaQueue(mode).size(), 0u);
  }
}

TEST_F(DeltaQueueTest, C_WAT_10_ARecreationIsADeleteAndAnUpsert) {
  Push('U', "a", "1", "u1");
  Push('D', "a", "2", "u1");
  Push('U', "a", "3", "u2");
  Push('U', "a", "4", "u2");
  EXPECT_EQ(Drain(queue), "D a@2 u1, U a@4 u2");
}

TEST_F(DeltaQueueTest, ASecondDeleteTakesTheUpsertBackAndTheFirstOneStays) {
  Push('D', "a", "2", "u1");
  Push('U', "a", "3", "u2");
  Push('D', "a", "4", "u2");
  EXPECT_EQ(Drain(queue), "D a@2 u1");
}

TEST_F(DeltaQueueTest, RF_1_StrictModeKeepsEveryChangeInOrderOverAllKeys) {
  DeltaQueue strict(DeltaQueue::Mode::kStrict);
  const auto push = [&strict](Delta::Type type, const char* name, const char* version) {
    strict.Push({type, kube::ObjectFromJson(Json({name, version})).value()});
  };
  push(Delta::Type::kUpsert, "a", "1");
  push(Delta::Type::kUpsert, "b", "2");
  push(Delta::Type::kUpsert, "a", "3");
  push(Delta::Type::kDelete, "a", "4");
  push(Delta::Type::kUpsert, "a", "5");
  EXPECT_EQ(strict.size(), 5u);
  EXPECT_EQ(Drain(strict), "U a@1 u-a, U b@2 u-b, U a@3 u-a, D a@4 u-a, U a@5 u-a");
  EXPECT_EQ(strict.coalesced_total(), 0u);
}

TEST_F(DeltaQueueTest, RF_11_ABatchIsBoundedAndNeverCutsAReCreationInTwo) {
  for (size_t i = 0; i < kDeltaBatchMax - 1; ++i) Push('U', "n" + std::to_string(i), "1");
  Push('D', "last", "2", "u1");
  Push('U', "last", "3", "u2");
  std::vector<Delta> batch;
  ASSERT_TRUE(queue.PopBatch(batch));
  EXPECT_EQ(batch.size(), kDeltaBatchMax - 1);
  std::set<std::string> keys;
  for (const Delta& delta : batch) EXPECT_TRUE(keys.insert(delta.object.key()).second);
  batch.clear();
  ASSERT_TRUE(queue.PopBatch(batch));
  EXPECT_EQ(batch.size(), 2u);
  EXPECT_FALSE(queue.PopBatch(batch));
}

TEST_F(DeltaQueueTest, BatchesAreBounded) {
  for (size_t i = 0; i < kDeltaBatchMax + 10; ++i) Push('U', "n" + std::to_string(i), "1");
  std::vector<Delta> batch;
  ASSERT_TRUE(queue.PopBatch(batch));
  EXPECT_LE(batch.size(), kDeltaBatchMax);
  batch.clear();
  ASSERT_TRUE(queue.PopBatch(batch));
  EXPECT_FALSE(queue.PopBatch(batch));
}

// Popped entries leave gaps in the table: what waits is found behind them, what was popped is not.
TEST_F(DeltaQueueTest, KeysAreFoundWhileSomeOfABurstIsStillThere) {
  const size_t count = 3 * kDeltaBatchMax;
  for (size_t i = 0; i < count; ++i) Push('U', "n" + std::to_string(i), "1");
  std::vector<Delta> batch;
  ASSERT_TRUE(queue.PopBatch(batch));
  const size_t popped = batch.size();
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(queue.MayHold("default", "n" + std::to_string(i)), i >= popped) << i;
  }
  EXPECT_FALSE(queue.MayHold("other", "n" + std::to_string(count - 1)));
  for (size_t i = 0; i < count; ++i) Push('U', "n" + std::to_string(i), "2");
  EXPECT_EQ(queue.size(), count);
  EXPECT_EQ(queue.coalesced_total(), count - popped);
  batch.clear();
  while (queue.PopBatch(batch)) continue;
  ASSERT_EQ(batch.size(), count);
  for (size_t i = 0; i < count; ++i) {
    const size_t n = i < count - popped ? popped + i : i - (count - popped);
    ASSERT_EQ(batch[i].object.name(), "n" + std::to_string(n));
    ASSERT_EQ(batch[i].object.resource_version(), "2");
  }
  EXPECT_FALSE(queue.MayHold("default", "n0"));
}

}  // namespace
}  // namespace oarlock::cache
