#include "pluginhost/plugin_pause.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"

namespace oarlock::pluginhost {
namespace {

class PluginPauseTest : public testing::Test {
 protected:
  std::shared_ptr<queue::WorkQueue> Queue() {
    return std::make_shared<queue::WorkQueue>(queue::WorkQueueOptions{.name = ""}, clock_);
  }
  base::FakeClock clock_;
  base::MetricRegistry metrics_;
  PluginPause pause_{"demo", metrics_};
};

TEST_F(PluginPauseTest, HoldsAllQueuesOfThePluginAlsoLaterOnes) {
  const auto first = Queue();
  pause_.Add(first);
  pause_.Set(true);
  const auto second = Queue();
  pause_.Add(second);
  pause_.Add(first);
  second->Resume();  // as an activation does
  EXPECT_TRUE(first->stats().paused && second->stats().paused);
  EXPECT_TRUE(pause_.paused());
  pause_.Set(false);
  EXPECT_FALSE(first->stats().paused || second->stats().paused);
}

TEST_F(PluginPauseTest, KeepsNoQueueAlive) {
  std::weak_ptr<queue::WorkQueue> weak;
  {
    const auto queue = Queue();
    weak = queue;
    pause_.Add(queue);
  }
  EXPECT_TRUE(weak.expired());
  pause_.Set(true);
}

}  // namespace
}  // namespace oarlock::pluginhost
