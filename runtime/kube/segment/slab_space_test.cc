#include "kube/segment/slab_space.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/random.h"

namespace oarlock::kube::segment {
namespace {

constexpr uint64_t kSmall = SlabSpace::kSmallSlabs * SlabSpace::kSmallSlabBytes;

TEST(SlabSpace, AnAddressLeadsBackToTheStart) {
  SlabSpace space;
  ASSERT_TRUE(space.Reserve());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(space.base()) % kSegmentBytesMax, 0u);
  const uint32_t at = space.Allocate(100);
  EXPECT_GE(at, SlabSpace::kFirstBlock);
  EXPECT_EQ(reinterpret_cast<std::byte*>(space.At(at)), space.base() + size_t{at} * 4);
}

TEST(SlabSpace, TheFirstSlabsAreSmallAndTheOthersHugePages) {
  SlabSpace space;
  ASSERT_TRUE(space.Reserve());
  EXPECT_EQ(space.backed_bytes(), SlabSpace::kSmallSlabBytes);
  while (space.used_bytes() < kSmall - SlabSpace::kSmallSlabBytes)
    ASSERT_NE(space.Allocate(64), 0u);
  EXPECT_LE(space.backed_bytes(), kSmall);
  while (space.used_bytes() < kSmall) ASSERT_NE(space.Allocate(64), 0u);
  EXPECT_EQ(space.backed_bytes(), kSmall + SlabSpace::kHugeSlabBytes);
}

TEST(SlabSpace, ABlockLargerThanASlabTakesSeveral) {
  SlabSpace space;
  ASSERT_TRUE(space.Reserve());
  const auto words = static_cast<uint32_t>(5 * SlabSpace::kHugeSlabBytes / 2 / 4);
  const uint32_t a = space.Allocate(words);
  const uint32_t b = space.Allocate(words);
  ASSERT_NE(a, 0u);
  ASSERT_NE(b, 0u);
  space.At(a)[0] = space.At(a)[words - 1] = 7;
  space.At(b)[0] = space.At(b)[words - 1] = 8;
  EXPECT_EQ(space.At(a)[words - 1], 7u);
  space.Free(a, words);
  space.Free(b, words);
  EXPECT_EQ(space.used_bytes(), 0u);
  EXPECT_EQ(space.backed_bytes(), SlabSpace::kSmallSlabBytes) << "all huge slabs went back";
}

TEST(SlabSpace, WhenTheRangeIsFullThereIsNoBlockAndFreeingHelps) {
  SlabSpace space;
  ASSERT_TRUE(space.Reserve());
  // Addresses only: nothing is written to these.
  const auto words = static_cast<uint32_t>(kSegmentBytesMax / 4 / 4);
  std::vector<uint32_t> blocks;
  for (uint32_t at = 0; (at = space.Allocate(words)) != 0;) blocks.push_back(at);
  EXPECT_EQ(blocks.size(), 3u);
  EXPECT_NE(space.Allocate(10), 0u) << "there is room for small ones";
  space.Free(blocks[1], words);
  EXPECT_EQ(space.Allocate(words), blocks[1]);
}

// Against a map of what was written where.
TEST(SlabSpace, BlocksOfAllSizesNeverOverlapAndMemoryComesBack) {
  const uint64_t seed = 7;
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  SlabSpace space;
  ASSERT_TRUE(space.Reserve());
  std::map<uint32_t, uint32_t> live;  // first word to size
  for (uint32_t step = 0; step < 20'000; ++step) {
    if (live.size() < 300 || random.Next() % 2 == 0) {
      const auto scale = static_cast<uint32_t>(1) << random.Next() % 14;
      const auto words = static_cast<uint32_t>(2 + random.Next() % scale);
      const uint32_t at = space.Allocate(words);
      ASSERT_NE(at, 0u);
      const auto next = live.lower_bound(at);
      ASSERT_TRUE(next == live.end() || at + words <= next->first);
      ASSERT_TRUE(next == live.begin() || std::prev(next)->first + std::prev(next)->second <= at);
      space.At(at)[0] = space.At(at)[words - 1] = at;
      live.emplace(at, words);
    } else {
      auto it = live.lower_bound(static_cast<uint32_t>(random.Next() % (1u << 22)));
      if (it == live.end()) it = live.begin();
      ASSERT_EQ(space.At(it->first)[0], it->first);
      ASSERT_EQ(space.At(it->first)[it->second - 1], it->first);
      space.Free(it->first, it->second);
      live.erase(it);
    }
  }
  for (const auto& [at, words] : live) space.Free(at, words);
  EXPECT_EQ(space.used_bytes(), 0u);
  EXPECT_LE(space.backed_bytes(), kSmall);
}

TEST(SlabSpace, ALongChurnNeedsNoMoreThanItsBeginning) {
  base::Random random(3);
  SlabSpace space;
  ASSERT_TRUE(space.Reserve());
  std::vector<std::pair<uint32_t, uint32_t>> live(4000);
  uint64_t high = 0;
  for (uint32_t step = 0; step < 200'000; ++step) {
    auto& [at, words] = live[random.Next() % live.size()];
    if (at != 0) space.Free(at, words);
    words = static_cast<uint32_t>(100 + random.Next() % 200);
    at = space.Allocate(words);
    ASSERT_NE(at, 0u);
    if (step == 40'000) high = space.backed_bytes();
    if (step > 40'000) {
      ASSERT_LE(space.backed_bytes(), high + 2 * SlabSpace::kHugeSlabBytes);
    }
  }
}

}  // namespace
}  // namespace oarlock::kube::segment
