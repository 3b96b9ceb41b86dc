#include "cache/delta_queue.h"

#include <gtest/gtest.h>

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

TEST_F(DeltaQueueTest, LaterChangesOfAKeyTakeThePlaceOfTheFirst) {
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

TEST_F(DeltaQueueTest, RF_1_StrictModeKeepsEveryChangeInOrder) {
  DeltaQueue strict(DeltaQueue::Mode::kStrict);
  for (const char* version : {"1", "2", "3"}) {
    strict.Push({Delta::Type::kUpsert,
                 kube::ObjectFromJson(Json({version[0] == '2' ? "b" : "a", version})).value()});
  }
  EXPECT_EQ(Drain(strict), "U a@1 u-a, U b@2 u-b, U a@3 u-a");
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

}  // namespace
}  // namespace oarlock::cache
