#include "queue/keys/ready_lane.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

class ReadyLaneTest : public testing::Test {
 protected:
  Entry& Push() {
    entries_.push_back(std::make_unique<Entry>());
    entries_.back()->failures = static_cast<uint32_t>(entries_.size() - 1);  // its number
    lane_.Push(*entries_.back());
    return *entries_.back();
  }
  std::string All() const {
    std::string out;
    lane_.ForEach([&out](const Entry& entry) { out += std::to_string(entry.failures) + " "; });
    return out;
  }

  std::vector<std::unique_ptr<Entry>> entries_;
  ReadyLane lane_;
};

TEST_F(ReadyLaneTest, IsFirstInFirstOutAndAnyCanBeTakenOut) {
  EXPECT_TRUE(lane_.empty());
  EXPECT_EQ(lane_.Behind(0), nullptr);
  for (int i = 0; i < 6; ++i) Push();
  EXPECT_EQ(&lane_.first(), entries_[0].get());
  EXPECT_EQ(lane_.Behind(0), entries_[0].get());
  EXPECT_EQ(lane_.Behind(5), entries_[5].get());
  EXPECT_EQ(lane_.Behind(6), nullptr);
  lane_.Remove(*entries_[2]);
  lane_.Remove(*entries_[1]);
  EXPECT_EQ(lane_.Behind(1), nullptr) << "a gap";
  EXPECT_EQ(All(), "0 3 4 5 ");
  lane_.Remove(*entries_[0]);
  EXPECT_EQ(&lane_.first(), entries_[3].get()) << "gaps at the front are gone";
  lane_.Remove(*entries_[5]);
  Push();
  EXPECT_EQ(All(), "3 4 6 ");
  for (const size_t i : {4u, 6u, 3u}) lane_.Remove(*entries_[i]);
  EXPECT_TRUE(lane_.empty());
  EXPECT_EQ(All(), "");
}

// One that stays first for ever must not make the lane as long as what passed by.
TEST_F(ReadyLaneTest, GapsBehindOneThatStaysAreClosed) {
  Push();
  const size_t before = AllocatedBytes();
  Entry passing;
  for (int i = 0; i < 1'000'000; ++i) {
    lane_.Push(passing);
    lane_.Remove(passing);
  }
  EXPECT_LT(AllocatedBytes(), before + 10'000);
  EXPECT_EQ(All(), "0 ");
}

TEST_F(ReadyLaneTest, MemoryGoesWithTheKeys) {
  for (int i = 0; i < 100'000; ++i) Push();
  const size_t full = AllocatedBytes();
  while (!lane_.empty()) lane_.Remove(lane_.first());
  EXPECT_LT(AllocatedBytes(), full - 100'000 * sizeof(Entry*));
}

TEST_F(ReadyLaneTest, AgreesWithADequeOfAllOfThem) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::deque<Entry*> model;
  size_t wanted = 0;
  for (int step = 0; step < 200'000; ++step) {
    if (step % 2000 == 0) wanted = random() % 1000;
    if (model.empty() || random() % 100 < (model.size() < wanted ? 70 : 30)) {
      if (entries_.size() > 3000 && model.empty()) entries_.clear();
      model.push_back(&Push());
    } else {
      const size_t at = random() % 3 == 0 ? random() % model.size() : 0;
      lane_.Remove(*model[at]);
      model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
    }
    ASSERT_EQ(lane_.empty(), model.empty());
    if (model.empty()) continue;
    ASSERT_EQ(&lane_.first(), model.front());
    if (step % 1000 != 0) continue;
    size_t at = 0;
    lane_.ForEach([&](const Entry& entry) { ASSERT_EQ(&entry, model[at++]); });
    ASSERT_EQ(at, model.size());
  }
}

}  // namespace
}  // namespace oarlock::queue
