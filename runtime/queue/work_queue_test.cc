#include "queue/work_queue.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"

namespace oarlock::queue {
namespace {

TEST(WorkQueue, WQ_1_HandsOutWhatWasAdded) {
  base::FakeClock clock;
  WorkQueue queue({}, clock);
  EXPECT_TRUE(queue.Add({0, 0, "ns", "a"}));
  const auto item = queue.TryGet();
  ASSERT_TRUE(item);
  EXPECT_EQ(item->key.ToString(), "ns/a");
  queue.Done(item->key);
  EXPECT_EQ(queue.stats().keys, 0u);
}

}  // namespace
}  // namespace oarlock::queue
