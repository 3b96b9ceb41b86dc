#include "cache/store/posting_index.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "cache/testing/heap_meter.h"

namespace oarlock::cache {
namespace {

using Strings = std::vector<std::string>;

IndexValues OneX() {
  IndexValues said;
  said.Add("x");
  said.Finish();
  return said;
}

// An index and what it replaces, with the functions that tests speak.
struct Index : PostingIndex {
  Index() : PostingIndex(retired) {}
  void Set(uint32_t slot, const Strings& values) {
    IndexValues said;
    for (const std::string& value : values) said.Add(value);
    said.Finish();
    PostingIndex::Set(slot, said);
    retired.Sweep(base::Grace::Reached());
  }
  void SetAside(uint32_t slot) {
    IndexValues said;
    said.Fail("no");
    said.Finish();
    PostingIndex::Set(slot, said);
  }

  base::RetireList retired;
};

std::set<uint32_t> SlotsOf(const PostingIndex& index, std::string_view value) {
  std::set<uint32_t> slots;
  EXPECT_TRUE(index.Read(value, [&](uint32_t slot, auto still_there) {
    EXPECT_TRUE(still_there());
    EXPECT_TRUE(slots.insert(slot).second) << "once";
  }));
  return slots;
}
std::set<uint32_t> Aside(const PostingIndex& index) {
  std::set<uint32_t> slots;
  EXPECT_TRUE(index.ReadSetAside([&](uint32_t slot, auto) { slots.insert(slot); }));
  EXPECT_EQ(index.set_aside(), slots.size());
  return slots;
}

TEST(PostingIndex, ST_6_OnlyValuesThatChangedAreTouched) {
  Index index;
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

TEST(PostingIndex, ST_6_WhatDidNotChangeCostsNoAllocation) {
  Index index;
  IndexValues said;
  const auto set = [&](uint32_t slot) {
    said.Reset();
    said.Add("a value that is longer than a string keeps in itself");
    said.Add("another one of which that is just as true");
    said.Finish();
    index.PostingIndex::Set(slot, said);
  };
  for (uint32_t slot = 0; slot < 8; ++slot) set(slot);
  set(3);
  testing::HeapMeter heap;
  for (int i = 0; i < 100; ++i) set(3);
  EXPECT_EQ(heap.peak(), 0);
  EXPECT_EQ(index.moves(), 16u);
}

TEST(PostingIndex, ST_7_TheLastSlotTakesItsValueAlong) {
  Index index;
  index.Set(0, {"x"});
  index.Set(1, {"x"});
  index.Clear(0);
  EXPECT_EQ(SlotsOf(index, "x"), (std::set<uint32_t>{1})) << "a set with slots stays";
  index.Clear(1);
  EXPECT_TRUE(SlotsOf(index, "x").empty());
  EXPECT_EQ(index.values(), 0u);
}

TEST(PostingIndex, WhatIsSetAsideIsUnderNoValueUntilItIsMended) {
  Index index;
  index.Set(3, {"x"});
  index.SetAside(3);
  EXPECT_EQ(index.values(), 0u);
  EXPECT_EQ(Aside(index), (std::set<uint32_t>{3}));
  index.Set(3, {"x"});
  EXPECT_TRUE(Aside(index).empty());
  index.SetAside(3);
  index.Clear(3);
  EXPECT_TRUE(Aside(index).empty());
}

TEST(PostingIndex, ARenumberedCopyHasEverySlotUnderItsValues) {
  Index original;
  original.Set(0, {"a"});
  original.Set(5, {"a", "b"});
  original.Set(9, {"b"});
  original.SetAside(7);
  original.Clear(0);
  std::vector<uint32_t> to(10, PostingIndex::kNoSlot);
  to[5] = 0;
  to[7] = 1;
  to[9] = 2;
  Index index;
  index.CopyFrom(original, to);
  EXPECT_EQ(SlotsOf(index, "a"), (std::set<uint32_t>{0}));
  EXPECT_EQ(SlotsOf(index, "b"), (std::set<uint32_t>{0, 2}));
  EXPECT_EQ(Aside(index), (std::set<uint32_t>{1}));
  index.Clear(0);
  EXPECT_EQ(SlotsOf(index, "b"), (std::set<uint32_t>{2}));
  EXPECT_TRUE(SlotsOf(index, "a").empty());
}

// Whoever reads a posting while the writer changes it is told so.
TEST(PostingIndex, AReaderLearnsThatASlotLeftOrThatThePostingWasReplaced) {
  Index index;
  for (uint32_t slot = 0; slot < 4; ++slot) index.Set(slot, {"x"});
  int visits = 0;
  EXPECT_TRUE(index.Read("x", [&](uint32_t slot, auto still_there) {
    ++visits;
    EXPECT_TRUE(still_there());
    if (slot == 2) index.Clear(slot);
    EXPECT_EQ(still_there(), slot != 2);
    if (slot == 2) index.Clear(3);
  }));
  EXPECT_EQ(visits, 3) << "the last one had left before it was reached";
  EXPECT_FALSE(index.Read("x", [&](uint32_t slot, auto) {
    for (uint32_t more = 10; slot == 0 && more < 20; ++more) index.PostingIndex::Set(more, OneX());
  })) << "grown, so in other memory";
  EXPECT_EQ(SlotsOf(index, "x").size(), 12u);
}

// Values come and go, slots too, and now and then all of them move (pain P18: stale entries).
TEST(PostingIndex, EqualsANaiveMapAfterManyRandomSteps) {
  const uint64_t seed = base::Random::OsSeed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  Index index;
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
