// The share table against a model, and the policy of what is worth sharing.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/random.h"
#include "kube/segment/share_table.h"
#include "kube/segment/sharing_policy.h"

namespace oarlock::kube::segment {
namespace {

TEST(ShareTable, FindsWhatIsThereAndNothingElse) {
  base::Random random(5);
  ShareTable table;
  std::map<uint32_t, ContentHash> live;
  uint32_t next = 1;
  for (int step = 0; step < 40'000; ++step) {
    // Few different low ends, so that entries stand in each other's way.
    const uint64_t low = random.Next() % 97 | (random.Next() % 3) << 40;
    const ContentHash hash{low, static_cast<uint32_t>(random.Next() % 3)};
    if (random.Next() % 5 < (step < 20'000 ? 3u : 2u)) {
      table.Insert(hash, next);
      live.emplace(next++, hash);
    } else if (!live.empty()) {
      auto it = live.lower_bound(static_cast<uint32_t>(random.Next() % next));
      if (it == live.end()) it = live.begin();
      const uint32_t id = it->first;
      EXPECT_EQ(table.Find(it->second, [id](uint32_t found) { return found == id; }), id);
      table.Erase(it->second.low, id);
      EXPECT_EQ(table.Find(it->second, [id](uint32_t found) { return found == id; }), 0u);
      live.erase(it);
    }
    ASSERT_EQ(table.size(), live.size());
  }
  for (const auto& [id, hash] : live) table.Erase(hash.low, id);
  EXPECT_EQ(table.size(), 0u);
  EXPECT_LE(table.bytes(), 128u * 16) << "memory is given back";
}

TEST(SeenFilter, KnowsASecondTimeAndForgetsByOverwriting) {
  SeenFilter filter;
  EXPECT_FALSE(filter.Seen(0x1234500000001u));
  EXPECT_TRUE(filter.Seen(0x1234500000001u));
  EXPECT_FALSE(filter.Seen(0x9999900000001u)) << "the same entry";
  EXPECT_FALSE(filter.Seen(0x1234500000001u));
  const size_t before = filter.bytes();
  filter.FitTo(10);
  EXPECT_EQ(filter.bytes(), before);
  filter.FitTo(100'000'000);
  EXPECT_EQ(filter.bytes(), kSeenFilterMax * sizeof(uint32_t));
}

TEST(PlaceHabits, APlaceOfUniqueValuesIsTriedRarelyAndComesBackWhenItRepeats) {
  PlaceHabits habits;
  const auto tries = [&habits](uint32_t place, int times, bool hit) {
    int tried = 0;
    for (int i = 0; i < times; ++i) {
      if (!habits.IsWorthATry(place)) continue;
      ++tried;
      habits.Count(place, hit);
    }
    return tried;
  };
  EXPECT_EQ(tries(11, 5000, true), 5000);
  EXPECT_LT(tries(21, 5000, false), 250);
  EXPECT_GT(tries(21, 5000, true), 2000) << "noticed within some thousand";
}

TEST(PlaceHabits, StringsOfARarePlaceAreSampledByTheirContent) {
  PlaceHabits habits;
  for (int i = 0; i < 100; ++i) habits.Count(11, false);
  int sampled = 0;
  for (int i = 0; i < 3200; ++i) {
    const std::string text = "node-" + std::to_string(i) + ".cluster.internal";
    const bool first = habits.IsWorthATry(11, text);
    EXPECT_EQ(habits.IsWorthATry(11, text), first) << "the same text, the same answer";
    sampled += first ? 1 : 0;
  }
  EXPECT_GT(sampled, 30);
  EXPECT_LT(sampled, 300);
}

TEST(PlaceHabits, MemoryIsBoundedHoweverManyPlacesThereAre) {
  PlaceHabits habits;
  for (uint32_t place = 1; place < 200'000; place += 2) habits.Count(place * 2654435761u, false);
  EXPECT_LE(habits.bytes(), kPlacesMax * 12);
}

}  // namespace
}  // namespace oarlock::kube::segment
