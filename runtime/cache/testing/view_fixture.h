#pragma once
// ViewFixture: an InformerFactory on virtual time against a ScriptedCluster, for tests of sharing.
// For tests on one thread.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/executor.h"
#include "base/fake_clock.h"
#include "base/metrics.h"
#include "base/random.h"
#include "cache/informer_factory.h"
#include "cache/testing/informer_harness.h"
#include "cache/testing/scripted_cluster.h"

namespace oarlock::cache::testing {

class ViewFixture : public ::testing::Test {
 protected:
  ~ViewFixture() override { Run(); }

  void Run() { executor.RunUntilIdle(); }
  void Advance(base::Duration delta) { AdvanceByTimers(clock, executor, delta); }
  InformerLease Acquire(const InformerRequest& request) {
    auto lease = factory.Acquire(request);
    EXPECT_TRUE(lease.ok()) << lease.status().ToString();
    return std::move(lease).value();
  }
  // Acquired, and run until it has synced.
  InformerLease Synced(const InformerRequest& request) {
    InformerLease lease = Acquire(request);
    Run();
    EXPECT_TRUE(lease->HasSynced()) << request.Key();
    return lease;
  }
  std::shared_ptr<Recorder> Record(const InformerLease& lease, HandlerOptions options = {}) {
    auto recorder = std::make_shared<Recorder>();
    recorder->same_memory = false;
    recorder->store = lease->reader();
    registrations.push_back(lease->AddHandler(recorder, std::move(options)).value());
    Run();
    return recorder;
  }
  static std::string Lines(std::vector<kube::Object> objects) {
    std::vector<std::string> lines;
    for (const kube::Object& object : objects) {
      lines.push_back(object.key() + "@" + std::string(object.resource_version()));
    }
    std::sort(lines.begin(), lines.end());
    std::string out;
    for (const std::string& line : lines) out += (out.empty() ? "" : " ") + line;
    return out;
  }
  static std::string Content(const InformerLease& lease) { return Lines(lease->store().List()); }
  static std::string ViewOf(const Recorder& recorder) {
    std::vector<kube::Object> objects;
    for (const auto& [key, object] : recorder.view) objects.push_back(object);
    return Lines(std::move(objects));
  }

  base::FakeClock clock;
  base::ManualExecutor executor;
  base::Random random{1};
  base::MetricRegistry metrics;
  ScriptedCluster cluster;
  InformerFactory factory{cluster.maker(), {&executor, &clock, &random, &metrics, nullptr}};
  std::vector<HandlerRegistration> registrations;
};

}  // namespace oarlock::cache::testing
