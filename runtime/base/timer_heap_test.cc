#include "base/timer_heap.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace oarlock::base {
namespace {

// Against a map, with ids that are long gone among those asked for.
TEST(TimerHeap, AgreesWithAMapUnderRandomOperations) {
  for (const uint64_t seed : {uint64_t{1}, uint64_t{std::random_device{}()}}) {
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    TimerHeap heap;
    std::map<std::pair<MonoTime, uint64_t>, TimerId> model;  // by deadline, then by age
    std::vector<std::pair<std::pair<MonoTime, uint64_t>, TimerId>> ever;
    MonoTime now{};
    uint64_t ran = 0;
    for (uint64_t step = 0; step < 100'000; ++step) {
      const uint64_t what = random() % 10;
      if (what < 4) {
        const std::pair key{now + Duration(random() % 100), step};
        const TimerId id = heap.Add(key.first, [&ran, step] { ran = step; });
        ASSERT_NE(id, 0u);
        model.emplace(key, id);
        ever.emplace_back(key, id);
      } else if (what < 7 && !ever.empty()) {
        const auto& [key, id] = ever[random() % ever.size()];
        ASSERT_EQ(heap.Remove(id), model.erase(key) == 1);
      } else {
        now += Duration(random() % 4);
        const bool due = !model.empty() && model.begin()->first.first <= now;
        const auto task = heap.PopDue(now);
        ASSERT_EQ(task.has_value(), due);
        if (!due) continue;
        (*task)();
        ASSERT_EQ(ran, model.begin()->first.second);
        model.erase(model.begin());
      }
      ASSERT_EQ(heap.size(), model.size());
      ASSERT_EQ(heap.NextDeadline(), model.empty() ? kNever : model.begin()->first.first);
    }
  }
}

TEST(TimerHeap, UnknownIdsFindNothing) {
  TimerHeap heap;
  EXPECT_FALSE(heap.Remove(0));
  EXPECT_FALSE(heap.Remove(UINT64_MAX));
  const TimerId id = heap.Add(MonoTime{}, [] {});
  EXPECT_TRUE(heap.Remove(id));
  EXPECT_FALSE(heap.Remove(id));
  const TimerId next = heap.Add(MonoTime{}, [] {});  // in the same place
  EXPECT_FALSE(heap.Remove(id));
  EXPECT_TRUE(heap.Remove(next));
}

}  // namespace
}  // namespace oarlock::base
