#include "queue/key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace oarlock::queue {
namespace {

TEST(Key, EqualKeysNeedNotShareTheirText) {
  const Key key(1, 2, "ns", "name");
  const Key copy = key;
  const Key same(1, 2, std::string("ns"), std::string("name"));
  for (const Key& other : {copy, same}) {
    EXPECT_EQ(other, key);
    EXPECT_EQ(other.hash(), key.hash());
    EXPECT_EQ(other.ns(), "ns");
    EXPECT_EQ(other.name(), "name");
  }
  for (const Key& other : {Key(0, 2, "ns", "name"), Key(1, 0, "ns", "name"), Key(1, 2, "", "name"),
                           Key(1, 2, "n", "sname"), Key(1, 2, "nsname", ""),
                           Key(2, 1, "ns", "name"), Key(1, 2, "ns", "name2"), Key()}) {
    EXPECT_NE(other, key) << other.ToString();
    EXPECT_NE(other.hash(), key.hash()) << other.ToString();
  }
}

TEST(Key, AnEmptyKeyHasNoText) {
  const Key empty;
  EXPECT_EQ(empty, Key(0, 0, "", ""));
  EXPECT_EQ(empty.ToString(), "");
  EXPECT_EQ(Key(0, 0, "", "node").ToString(), "node");
  EXPECT_EQ(Key(0, 0, "ns", "pod").ToString(), "ns/pod");
}

TEST(Key, IsOrderedByTypeNamespaceAndName) {
  const std::vector<Key> ordered = {Key(0, 0, "", "z"),  Key(0, 0, "a", "b"), Key(0, 0, "a", "c"),
                                    Key(0, 0, "b", "a"), Key(0, 1, "", ""),   Key(1, 0, "a", "a")};
  EXPECT_TRUE(std::is_sorted(ordered.begin(), ordered.end()));
  EXPECT_EQ(std::set<Key>(ordered.rbegin(), ordered.rend()).size(), ordered.size());
}

TEST(Key, IsMovedAndAssigned) {
  Key key(0, 0, "ns", "a");
  const Key other(3, 0, "ns", "b");
  Key moved = std::move(key);
  EXPECT_EQ(moved.name(), "a");
  key = moved;
  moved = other;
  EXPECT_EQ(moved, other);
  EXPECT_EQ(key.name(), "a");
  const Key& itself = key;
  key = itself;
  EXPECT_EQ(key.name(), "a");
}

// Half of the names differ in their last byte only; hashes fall into as many slots as they should.
TEST(Key, HashesOfLikeNamesAreSpread) {
  constexpr size_t kKeys = 100'000;
  std::set<uint32_t> hashes;
  std::vector<size_t> slots(kKeys / 10);
  for (size_t i = 0; i < kKeys; ++i) {
    const Key key(static_cast<uint32_t>(i % 2), 0, "shop", "pod-" + std::to_string(i / 2));
    hashes.insert(key.hash());
    ++slots[key.hash() % slots.size()];
  }
  EXPECT_GT(hashes.size(), kKeys - 20);  // of 32 bits: two or so are alike
  EXPECT_LT(*std::max_element(slots.begin(), slots.end()), 40u);
}

TEST(Key, ThreadsShareItsText) {
  for (int round = 0; round < 100; ++round) {
    auto key = std::make_unique<Key>(0, 0, "ns", std::string(100, 'x'));
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([copy = *key] {
        for (int n = 0; n < 100; ++n) {
          const Key mine = copy;
          ASSERT_EQ(mine.name().size(), 100u);
        }
      });
    }
    key.reset();
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace oarlock::queue
