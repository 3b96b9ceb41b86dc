#include "base/indexed_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>

#include "base/random.h"

namespace oarlock::base {
namespace {

struct Item {
  int rank = 0;
  std::string name;
  uint32_t slot = kNoSlot;
};
struct ItemTraits {
  static uint32_t& Slot(Item& item) { return item.slot; }
  static bool Before(const Item& a, const Item& b) { return a.rank < b.rank; }
};
using Heap = IndexedHeap<Item, ItemTraits>;

bool Inside(const Item& item) { return item.slot != kNoSlot; }

// What client-go's Heap promises, without its lock, its keys and its blocking Pop: those belong to
// the owner, which here knows its elements and never waits in a heap.
TEST(IndexedHeapTest, HP_1_ElementsComeInOrderAndAnyOneCanBeMovedOrRemoved) {
  Heap heap;
  EXPECT_TRUE(heap.empty());
  Item a{3, "a"}, b{1, "b"}, c{2, "c"};
  for (Item* item : {&a, &b, &c}) heap.Push(*item);
  EXPECT_EQ(heap.top().name, "b");
  EXPECT_EQ(heap.size(), 3u) << "looking does not take";
  a.rank = 0;
  heap.Update(a);
  EXPECT_EQ(heap.top().name, "a") << "a new rank sorts it anew";
  a.rank = 9;
  heap.Update(a);
  EXPECT_EQ(heap.top().name, "b");
  heap.Remove(c);
  EXPECT_FALSE(Inside(c));
  EXPECT_TRUE(Inside(a)) << "who is in is known without a search";
  heap.Remove(b);
  EXPECT_EQ(heap.top().name, "a");
  heap.Remove(a);
  EXPECT_TRUE(heap.empty());
}

TEST(IndexedHeapTest, EqualsASortedListAfterManyRandomSteps) {
  const uint64_t seed = Random::OsSeed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  std::deque<Item> items(200);
  Heap heap;
  size_t inside = 0;
  for (int step = 0; step < 20'000 && !::testing::Test::HasFailure(); ++step) {
    Item& item = items[random.Next() % items.size()];
    item.rank = Inside(item) ? item.rank : static_cast<int>(random.Next() % 50);
    if (!Inside(item)) {
      heap.Push(item);
      ++inside;
    } else if (random.Next() % 2 == 0) {
      heap.Remove(item);
      --inside;
    } else {
      item.rank = static_cast<int>(random.Next() % 50);
      heap.Update(item);
    }
    ASSERT_EQ(heap.size(), inside);
    if (inside == 0) continue;
    int least = 50;
    for (Item& known : items) {
      if (Inside(known)) least = std::min(least, known.rank);
    }
    ASSERT_EQ(heap.top().rank, least);
  }
}

}  // namespace
}  // namespace oarlock::base
