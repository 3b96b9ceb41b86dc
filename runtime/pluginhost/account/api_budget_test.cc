#include "pluginhost/account/api_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/fake_clock.h"
#include "pluginhost/plugin_client.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::pluginhost {
namespace {

using namespace std::chrono_literals;

class ApiBudgetTest : public ::testing::Test {
 protected:
  double Metric(const std::string& name) {
    for (const base::MetricFamily& family : metrics_.Collect()) {
      if (family.name == name && !family.samples.empty()) return family.samples[0].value;
    }
    return -1;
  }
  void Leave() { budget_.Leave("get", base::Status::Ok(), 0, 0); }
  base::Status Enter(base::Duration within = 1h) {
    return budget_.Enter({clock_.Now() + within, {}});
  }
  // Moves time until the thread that waits has ended.
  void Pass(std::thread& thread, const std::atomic<bool>& done) {
    while (!done) clock_.Advance(100ms);
    thread.join();
  }

  base::FakeClock clock_;
  base::MetricRegistry metrics_;
  ApiBudget budget_{"demo", clock_, metrics_};
};

TEST_F(ApiBudgetTest, ACallPastTheLimitWaitsUntilAnotherEnds) {
  budget_.SetLimits({.in_flight = 2, .qps = 0});
  ASSERT_TRUE(Enter().ok());
  ASSERT_TRUE(Enter().ok());
  std::atomic<bool> in{false};
  std::thread third([&] {
    EXPECT_TRUE(budget_.Enter({}).ok());
    in = true;
  });
  EXPECT_EQ(Metric("oarlock_plugin_api_in_flight"), 2);
  EXPECT_FALSE(in);
  Leave();
  third.join();
  EXPECT_TRUE(in);
  Leave();
  Leave();
  EXPECT_EQ(Metric("oarlock_plugin_api_in_flight"), 0);
  EXPECT_EQ(Metric("oarlock_plugin_api_calls_total"), 3);
}

TEST_F(ApiBudgetTest, AtItsDeadlineACallEndsAndNamesTheLimit) {
  budget_.SetLimits({.in_flight = 1, .qps = 0});
  ASSERT_TRUE(Enter().ok());
  std::atomic<bool> done{false};
  std::thread late([&] {
    const base::Status status = Enter(1s);
    EXPECT_EQ(status.code(), base::StatusCode::kResourceExhausted);
    EXPECT_NE(status.message().find("limits.apiInFlight"), std::string::npos);
    done = true;
  });
  Pass(late, done);
  Leave();
  EXPECT_TRUE(Enter().ok()) << "nobody waits any more";
}

TEST_F(ApiBudgetTest, CallsBeginAtTheirRate) {
  budget_.SetLimits({.in_flight = 100, .qps = 2});
  ASSERT_TRUE(Enter().ok());
  ASSERT_TRUE(Enter().ok()) << "a second's worth at once";
  const base::MonoTime start = clock_.Now();
  std::atomic<bool> done{false};
  std::thread next([&] {
    EXPECT_TRUE(budget_.Enter({}).ok());
    done = true;
  });
  Pass(next, done);
  EXPECT_GE(clock_.Now() - start, base::Duration(500ms));
}

TEST_F(ApiBudgetTest, AStopEndsTheWait) {
  budget_.SetLimits({.in_flight = 1, .qps = 0});
  ASSERT_TRUE(Enter().ok());
  std::stop_source stop;
  std::thread waits([&] {
    EXPECT_EQ(budget_.Enter({base::kNever, stop.get_token()}).code(), base::StatusCode::kCancelled);
  });
  stop.request_stop();
  waits.join();
}

TEST_F(ApiBudgetTest, AHigherLimitLetsThoseInWhoWait) {
  budget_.SetLimits({.in_flight = 1, .qps = 0});
  ASSERT_TRUE(Enter().ok());
  std::thread waits([&] { EXPECT_TRUE(budget_.Enter({}).ok()); });
  budget_.SetLimits({.in_flight = 2, .qps = 0});
  waits.join();
}

TEST_F(ApiBudgetTest, CallsOfAPluginClientAreCounted) {
  const auto client = std::make_shared<testing::FakeClient>();
  const auto budget = std::make_shared<ApiBudget>("demo", clock_, metrics_);
  const auto counted = MakePluginClient(client, budget);
  const kube::ObjectRef ref{{{"", "v1", "configmaps"}, "ConfigMap", true, {}, {}}, "ns", "a", ""};
  (void)counted->Update(ref, "{\"a\":1}", {}, {});
  EXPECT_EQ(client->calls().size(), 1u);
  EXPECT_EQ(Metric("oarlock_plugin_api_calls_total"), 1);
  EXPECT_EQ(Metric("oarlock_plugin_api_sent_bytes_total"), 7);
}

}  // namespace
}  // namespace oarlock::pluginhost
