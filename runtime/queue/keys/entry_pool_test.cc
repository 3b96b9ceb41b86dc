#include "queue/keys/entry_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

TEST(EntryPool, EntriesStandOnLinesOfTheirOwnAndComeBackBlank) {
  EntryPool pool;
  std::vector<Entry*> taken;
  for (int i = 0; i < 1000; ++i) {
    Entry& entry = pool.Take();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(&entry) % kCacheLine, 0u);
    EXPECT_EQ(&pool.At(entry.id), &entry);
    EXPECT_EQ(entry.key, Key());
    EXPECT_EQ(entry.failures, 0u);
    EXPECT_FALSE(entry.ready() || entry.delayed || entry.processing());
    entry.delay().sequence = static_cast<uint64_t>(i);
    entry.key = K("x");
    entry.failures = 7;
    taken.push_back(&entry);
  }
  EXPECT_EQ(std::set<Entry*>(taken.begin(), taken.end()).size(), taken.size());
  for (size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i]->delay().sequence, i);
  for (Entry* entry : taken) pool.Give(*entry);
  Entry& again = pool.Take();
  EXPECT_EQ(again.key, Key());
  EXPECT_EQ(again.failures, 0u);
  pool.Give(again);
}

TEST(EntryPool, RandomTakesAndGivesNeverShareAnEntry) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  EntryPool pool;
  std::vector<Entry*> taken;
  uint64_t wanted = 0;
  for (int i = 0; i < 100'000; ++i) {
    if (i % 1000 == 0) wanted = random() % 500;
    const bool take = taken.empty() || random() % 1000 < (taken.size() < wanted ? 700 : 300);
    if (take) {
      Entry& entry = pool.Take();
      ASSERT_EQ(entry.sequence, 0u) << "in use already";
      entry.sequence = 1;
      taken.push_back(&entry);
      continue;
    }
    std::swap(taken[random() % taken.size()], taken.back());
    ASSERT_EQ(&pool.At(taken.back()->id), taken.back());
    pool.Give(*taken.back());
    taken.pop_back();
  }
  for (Entry* entry : taken) pool.Give(*entry);
}

TEST(EntryPool, MemoryGoesWithTheEntries) {
  EntryPool pool;
  std::vector<Entry*> taken(100'000);
  const size_t before = AllocatedBytes();
  for (Entry*& entry : taken) entry = &pool.Take();
  EXPECT_GT(AllocatedBytes(), before + taken.size() * sizeof(Entry));
  for (size_t i = 100; i < taken.size(); ++i) pool.Give(*taken[i]);
  EXPECT_LT(AllocatedBytes(), before + 100'000);
  for (size_t i = 0; i < 100; ++i) pool.Give(*taken[i]);
  EXPECT_LT(AllocatedBytes(), before + 20'000);
}

}  // namespace
}  // namespace oarlock::queue
