#include "pluginhost/account/queue_account.h"

#include "base/fake_clock.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using std::chrono::seconds;

double Metric(base::MetricRegistry& metrics) {
  for (const base::MetricFamily& family : metrics.Collect()) {
    if (family.name != "oarlock_plugin_queue_seconds_total") continue;
    EXPECT_EQ(family.samples.at(0).labels, (base::MetricLabels{{"plugin", "demo"}}));
    return family.samples.at(0).value;
  }
  return -1;
}

TEST(QueueAccount, AddsUpWhatKeysOfAllItsQueuesWaited) {
  base::FakeClock clock;
  base::MetricRegistry metrics;
  const QueueAccount account("demo", metrics);
  EXPECT_EQ(Metric(metrics), 0);
  queue::WorkQueueOptions options;
  options.waited_sum = account.waited();
  for (const int wait : {3, 4}) {
    queue::WorkQueue queue(options, clock);  // the first one is gone when the second one begins
    queue.Add(queue::Key(1, 0, "ns", "a"));
    queue.Add(queue::Key(1, 0, "ns", "b"));
    clock.Advance(seconds(wait));
    ASSERT_TRUE(queue.TryGet());
    clock.Advance(seconds(1));
    ASSERT_TRUE(queue.TryGet());
  }
  EXPECT_DOUBLE_EQ(Metric(metrics), 3 + 4 + 4 + 5);
}

class QueueAccountOfPlugin : public testing::GenerationFixture {};

TEST_F(QueueAccountOfPlugin, HasTheWaitingOfTheQueuesThatAGenerationMakes) {
  queue_account = std::make_shared<QueueAccount>("demo", host.metrics);
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 1));
  const double before = Metric(host.metrics);
  queue::WorkQueue& queue = *queues.begin()->second;
  queue.Pause();
  queue.Add(queue::Key(1, 0, "default", "a"));
  host.clock.Advance(seconds(7));
  queue.Resume();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 2));
  EXPECT_GE(Metric(host.metrics), before + 7);
}

}  // namespace
}  // namespace oarlock::pluginhost
