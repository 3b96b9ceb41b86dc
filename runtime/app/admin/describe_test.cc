#include "app/admin/describe.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"

namespace oarlock::app {
namespace {

using queue::WaitsFor;
using std::chrono::seconds;

class DescribeTest : public testing::Test {
 protected:
  std::string Why(queue::KeyInfo key, WaitsFor waits_for) {
    key.waits_for = waits_for;
    return Explain(key, Moment(clock_));
  }
  base::FakeClock clock_;
};

TEST_F(DescribeTest, ExplainsEveryReasonToWait) {
  const base::MonoTime now = clock_.Now();
  queue::KeyInfo key;
  key.due = now + seconds(90);
  key.since = now - std::chrono::milliseconds(2500);
  key.failures = 3;
  key.ahead = 7;
  EXPECT_EQ(Why(key, WaitsFor::kDelay), "runs again in 1m30s, as its last run or the plugin asked");
  EXPECT_EQ(Why(key, WaitsFor::kBackoff), "is retried in 1m30s, after 3 failures in a row");
  EXPECT_EQ(Why(key, WaitsFor::kRun), "has been running for 2.5s");
  EXPECT_EQ(Why(key, WaitsFor::kWorker),
            "has been ready for 2.5s: 7 before it, then a free worker");
  EXPECT_NE(Why(key, WaitsFor::kToken).find("rate limit"), std::string::npos);
  EXPECT_NE(Why(key, WaitsFor::kResume).find("paused"), std::string::npos);
  EXPECT_NE(Why(key, WaitsFor::kChange).find("nothing to do"), std::string::npos);
  key.held = true;
  EXPECT_NE(Why(key, WaitsFor::kChange).find("permanent error"), std::string::npos);
  key.dirty = true;
  EXPECT_NE(Why(key, WaitsFor::kRun).find("runs again after that"), std::string::npos);
  key.due = now - seconds(1);
  EXPECT_NE(Why(key, WaitsFor::kDelay).find("in 0s"), std::string::npos);
}

TEST_F(DescribeTest, AnInformerTellsItsStateAndAges) {
  cache::InformerSummary informer;
  informer.scope.resource.gvr = {"", "v1", "configmaps"};
  informer.state.items = 3;
  informer.state.lag = std::chrono::milliseconds(250);
  informer.leases = 5;
  informer.views = 2;
  informer.age = std::chrono::minutes(2);
  informer.in_state = seconds(7);
  Json shown = Describe(informer, Moment(clock_));
  EXPECT_EQ(shown["resource"], "configmaps.v1");
  EXPECT_EQ(shown["items"], 3);
  EXPECT_EQ(shown["users"], 5);
  EXPECT_EQ(shown["views"], 2);
  EXPECT_EQ(shown["ageSeconds"], 120.0);
  EXPECT_EQ(shown["inStateSeconds"], 7.0);
  EXPECT_EQ(shown["lagSeconds"], 0.25);
  EXPECT_EQ(shown["lastContactSeconds"], nullptr);
  clock_.Advance(seconds(100));
  informer.state.last_contact = clock_.Now();
  clock_.Advance(seconds(4));
  EXPECT_EQ(Describe(informer, Moment(clock_))["lastContactSeconds"], 4.0);
}

TEST_F(DescribeTest, TextsOfAPluginSurviveAsTheyAre) {
  supervisor::PluginStatus plugin;
  plugin.reason = "a \"quoted\"\nreason";
  plugin.phase = supervisor::PluginPhase::kDegraded;
  const Json shown = Describe(plugin);
  EXPECT_EQ(shown["reason"], "a \"quoted\"\nreason");
  EXPECT_EQ(shown["state"], "degraded");
}

}  // namespace
}  // namespace oarlock::app
