#include "pluginhost/account/cpu_account.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/fake_clock.h"
#include "pluginhost/generation_threads.h"

namespace oarlock::pluginhost {
namespace {

// Uses the processor until the account shows it.
void Burn(const CpuAccount& account, base::Duration until) {
  while (account.Used() < until) {
  }
}

double Metric(base::MetricRegistry& metrics) {
  for (const base::MetricFamily& family : metrics.Collect()) {
    if (family.name == "oarlock_plugin_cpu_seconds_total") return family.samples.at(0).value;
  }
  return -1;
}

TEST(CpuAccount, CountsThreadsThatRunAndThatHaveEnded) {
  base::MetricRegistry metrics;
  const auto account = CpuAccount::Make("demo", metrics);
  EXPECT_EQ(account->Used(), base::Duration::zero());
  base::Duration seen{};
  std::thread worker([&] {
    account->Enter();
    Burn(*account, std::chrono::milliseconds(5));
    seen = account->Used();
  });
  worker.join();
  EXPECT_GE(account->Used(), seen) << "what an ended thread used stays";
  EXPECT_GE(Metric(metrics), 0.005);
}

TEST(CpuAccount, ThreadsThatDidNotEnterAreNotCounted) {
  base::MetricRegistry metrics;
  const auto account = CpuAccount::Make("demo", metrics);
  const auto other = CpuAccount::Make("other", metrics);
  std::thread worker([&] {
    other->Enter();
    Burn(*other, std::chrono::milliseconds(2));
  });
  worker.join();
  EXPECT_EQ(account->Used(), base::Duration::zero());
}

TEST(CpuAccount, AllThreadsOfAGenerationAreInIt) {
  base::MetricRegistry metrics;
  base::FakeClock clock;
  const auto account = CpuAccount::Make("demo", metrics);
  GenerationThreads threads("demo@1", clock, account);
  const auto burn = [&] { Burn(*account, account->Used() + std::chrono::milliseconds(2)); };
  ASSERT_TRUE(threads
                  .RunOnControl(
                      [&] {
                        burn();
                        return base::Status::Ok();
                      },
                      {})
                  .ok());
  threads.Start("worker", burn)->Join();
  threads.callbacks().Post(burn);
  ASSERT_TRUE(threads.WaitForCallbacks(base::kNever).ok());
  EXPECT_GE(account->Used(), base::Duration(std::chrono::milliseconds(6)));
}

}  // namespace
}  // namespace oarlock::pluginhost
