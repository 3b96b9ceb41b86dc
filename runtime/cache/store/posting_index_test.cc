#include "cache/store/posting_index.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"

namespace oarlock::cache {
namespace {

using Strings = std::vector<std::string>;

std::set<uint32_t> SlotsOf(const PostingIndex& index, std::string_view value) {
  const auto* found = index.Find(value);
  return found == nullptr ? std::set<uint32_t>() : std::set<uint32_t>(found->begin(), found->end());
}

TEST(PostingIndex, ST_6_OnlyValuesThatChangedAreTouched) {
  PostingIndex index;
  index.Set(0, {"a", "b", "c"});
  EXPECT_EQ(index.moves(), 3u);
  index.Set(0, {"a", "b", "c"});
  EXPECT_EQ(index.moves(), 3u) << "nothing changed";
  index.Set(0, {"a", "c", "d"});
  EXPECT_EQ(index.moves(), 5u) << "left b, entered d";
  index.Set(0, {"b"});
  EXPECT_EQ(index.moves(), 9u);
  EXPECT_EQ(SlotsOf(index, "b"), (std::set<uint32_t>{0}));
  EXPECT_EQ(index.values(), 1u);
}

TEST(PostingIndex, ST_7_TheLastSlotTakesItsValueAlong) {
  PostingIndex index;
  index.Set(0, {"x"});
  index.Set(1, {"x"});
  index.Clear(0);
  EXPECT_EQ(SlotsOf(index, "x"), (std::set<uint32_t>{1})) << "a set with slots stays";
  index.Clear(1);
  EXPECT_EQ(index.Find("x"), nullptr);
  EXPECT_EQ(index.values(), 0u);
}

TEST(PostingIndex, WhatIsSetAsideIsUnderNoValueUntilItIsMended) {
  PostingIndex index;
  index.Set(3, {"x"});
  index.SetAside(3);
  EXPECT_EQ(index.values(), 0u);
  EXPECT_EQ(index.set_aside().size(), 1u);
  index.Set(3, {"x"});
  EXPECT_TRUE(index.set_aside().empty());
  index.SetAside(3);
  index.Clear(3);
  EXPECT_TRUE(index.set_aside().empty());
}

TEST(PostingIndex, RenumberingKeepsEverySlotUnderItsValues) {
  PostingIndex index;
  index.Set(0, {"a"});
  index.Set(5, {"a", "b"});
  index.Set(9, {"b"});
  index.SetAside(7);
  index.Clear(0);
  std::vector<uint32_t> to(10, PostingIndex::kNoSlot);
  to[5] = 0;
  to[7] = 1;
  to[9] = 2;
  index.Renumber(to, 3);
  EXPECT_EQ(SlotsOf(index, "a"), (std::set<uint32_t>{0}));
  EXPECT_EQ(SlotsOf(index, "b"), (std::set<uint32_t>{0, 2}));
  EXPECT_TRUE(index.set_aside().contains(1));
  index.Clear(0);
  EXPECT_EQ(SlotsOf(index, "b"), (std::set<uint32_t>{2}));
  EXPECT_EQ(index.Find("a"), nullptr);
}

// Values come and go, slots too, and now and then all of them move (pain P18: stale entries).
TEST(PostingIndex, EqualsANaiveMapAfterManyRandomSteps) {
  const uint64_t seed = base::Random::OsSeed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  PostingIndex index;
  std::map<uint32_t, Strings> slots;
  for (int step = 0; step < 20'000 && !::testing::Test::HasFailure(); ++step) {
    const auto slot = static_cast<uint32_t>(random.Next() % 20);
    std::set<std::string> values;
    for (uint64_t i = random.Next() % 4; i > 0; --i) {
      values.insert(std::to_string(random.Next() % (step % 1000 < 500 ? 5 : 500)));
    }
    index.Set(slot, Strings(values.begin(), values.end()));
    slots[slot] = Strings(values.begin(), values.end());
    std::map<std::string, std::set<uint32_t>> expected;
    for (const auto& [known, has] : slots) {
      for (const std::string& value : has) expected[value].insert(known);
    }
    ASSERT_EQ(index.values(), expected.size());
    for (const auto& [value, has] : expected) ASSERT_EQ(SlotsOf(index, value), has) << value;
  }
}

}  // namespace
}  // namespace oarlock::cache
