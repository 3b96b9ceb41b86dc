// A host on the sandbox in virtual time: hours pass in moments, and nothing sleeps.
#include "integration/host_world.h"

#include <map>

#include "cache/lister.h"

namespace oarlock::integration {
namespace {

using namespace std::chrono_literals;

class Terms final : public controller::ElectionObserver {
 public:
  void OnStartedLeading(const controller::LeaderEpoch& /*epoch*/) override { ++started; }
  void OnStoppedLeading(const std::string& /*why*/) override { ++stopped; }
  std::atomic<int> started{0};
  std::atomic<int> stopped{0};
};

class HostWorldTest : public testing::Test {
 protected:
  void Create(const std::string& name, const std::string& value = "1") {
    const base::Status created = world.server().Create(Map(name, value));
    ASSERT_TRUE(created.ok()) << created.message();
  }
  void Update(const std::string& name, const std::string& value) {
    const auto answer =
        world.server().Do("PUT", "/api/v1/namespaces/default/configmaps/" + name, Map(name, value));
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  std::string Cached(const cache::InformerLease& informer, const std::string& name) {
    const cache::Lister lister(kMaps.gvr, {informer->reader()});
    const auto object = lister.Get("default", name);
    return object.ok() ? std::string(object->root()["data"]["k"].AsString()) : "none";
  }

  Terms first_terms;  // told until the world ends
  Terms second_terms;
  HostWorld world;
};

// Counts runs, and asks for more of them.
class Counting final : public controller::Reconciler {
 public:
  explicit Counting(
      std::function<controller::ReconcileResult(const queue::Key&, controller::ReconcileContext&)>
          body)
      : body_(std::move(body)) {}
  controller::ReconcileResult Reconcile(const queue::Key& key,
                                        controller::ReconcileContext& context) override {
    {
      const base::MutexLock lock(mutex_);
      ++runs_[std::string(key.name())];
    }
    return body_(key, context);
  }
  int runs(const std::string& name) {
    const base::MutexLock lock(mutex_);
    return runs_[name];
  }

 private:
  const std::function<controller::ReconcileResult(const queue::Key&, controller::ReconcileContext&)>
      body_;
  base::Mutex mutex_;
  std::map<std::string, int> runs_ OARLOCK_GUARDED_BY(mutex_);
};

TEST_F(HostWorldTest, AtRestTheCacheHasWhatTheServerHas) {
  const auto informer = world.Informer(kMaps);
  Create("a");
  world.Quiesce();
  EXPECT_TRUE(informer->HasSynced());
  EXPECT_EQ(Cached(informer, "a"), "1");
  for (int i = 0; i < 300; ++i) {
    Update("a", std::to_string(i));
    world.Quiesce();
    ASSERT_EQ(Cached(informer, "a"), std::to_string(i));
  }
}

TEST_F(HostWorldTest, HoursPassWithAllThatHappensInThem) {
  Counting reconciler([](auto&, auto&) { return controller::ReconcileResult::After(1h); });
  world.AddController("hourly", kMaps, reconciler);
  Create("a");
  world.Quiesce();
  EXPECT_EQ(reconciler.runs("a"), 1);
  world.Advance(10h);
  EXPECT_EQ(reconciler.runs("a"), 11);
}

// Watches end by the server's clock and go on; none of it is a list.
TEST_F(HostWorldTest, WatchesAreRenewedOverHoursWithoutARelist) {
  const auto informer = world.Informer(kMaps);
  Create("a");
  world.Quiesce();
  world.UseFaults(
      "- {name: lists, match: {verbs: [list]}, answer: {status: 500}}\n"
      "- {name: watches, match: {verbs: [watch]}, delay: 1ms}\n");
  world.Advance(5h);
  EXPECT_EQ(world.Applied("lists"), 0u);
  EXPECT_GE(world.Applied("watches"), 5u);
  Create("b");
  world.Quiesce();
  EXPECT_EQ(Cached(informer, "b"), "1");
}

TEST_F(HostWorldTest, ARestoredStateReachesTheCache) {
  const auto informer = world.Informer(kMaps);
  Create("a");
  world.Quiesce();
  const sandbox::Snapshot before = world.server().TakeSnapshot();
  Update("a", "2");
  Create("b");
  world.Quiesce();
  EXPECT_EQ(Cached(informer, "b"), "1");
  world.server().Restore(before);
  world.Advance(1min);
  EXPECT_EQ(Cached(informer, "a"), "1");
  EXPECT_EQ(Cached(informer, "b"), "none");
}

// The write of a run is held up by the server for minutes of virtual time: the world is at rest
// meanwhile, and goes on with the clock.
TEST_F(HostWorldTest, ARunThatWaitsForADelayedAnswerIsAtRest) {
  world.UseFaults("- {name: slow, match: {verbs: [patch]}, times: 1, delay: 20s}\n");
  const auto client = world.client();
  Counting reconciler([&](const queue::Key& key, controller::ReconcileContext& context) {
    const kube::ObjectRef ref{kMaps, std::string(key.ns()), std::string(key.name()), ""};
    const kube::Patch patch{kube::PatchType::kMerge, R"({"data":{"k":"patched"}})"};
    return controller::ReconcileResult::FromStatus(
        client->PatchObject(ref, patch, {}, context.call()).status());
  });
  const auto informer = world.Informer(kMaps);
  world.AddController("patcher", kMaps, reconciler);
  Create("a");
  world.Quiesce();
  EXPECT_EQ(Cached(informer, "a"), "1");
  EXPECT_EQ(world.Applied("slow"), 1u);
  world.Advance(19s);
  EXPECT_EQ(Cached(informer, "a"), "1");
  world.Advance(1s);
  EXPECT_EQ(Cached(informer, "a"), "patched");
}

// Five conflicts in a row, each retried by the key's back-off.
TEST_F(HostWorldTest, ConflictsAreRetriedByTheKeysBackOff) {
  world.UseFaults(
      "- {name: conflicts, match: {verbs: [update]}, times: 5, answer: {status: 409}}\n");
  const auto client = world.client();
  Counting reconciler([&](const queue::Key& key, controller::ReconcileContext& context) {
    const kube::ObjectRef ref{kMaps, std::string(key.ns()), std::string(key.name()), ""};
    return controller::ReconcileResult::FromStatus(
        client->Update(ref, Map("a", "done"), {}, context.call()).status());
  });
  const auto informer = world.Informer(kMaps);
  world.AddController("updater", kMaps, reconciler);
  Create("a");
  world.Advance(1min);
  EXPECT_EQ(world.Applied("conflicts"), 5u);
  EXPECT_EQ(Cached(informer, "a"), "done");
}

controller::ElectionOptions Contender(const std::string& identity) {
  controller::ElectionOptions options;
  options.ns = "kube-system";
  options.identity = identity;
  return options;
}

TEST_F(HostWorldTest, ALeaderThatCannotRenewIsReplaced) {
  const auto& first = world.AddElector(Contender("first"), first_terms);
  world.Quiesce();
  EXPECT_TRUE(first.election().leading());
  const auto& second = world.AddElector(Contender("second"), second_terms);
  world.Advance(5min);
  EXPECT_TRUE(first.election().leading());
  EXPECT_FALSE(second.election().leading());
  EXPECT_EQ(first_terms.started, 1);
  // Nobody can write for longer than a lease lasts; then whoever comes first.
  world.UseFaults(
      "- {name: down, match: {resources: [leases.coordination.k8s.io], "
      "verbs: [update, patch]}, answer: {status: 500}}\n");
  world.Advance(12s);
  EXPECT_FALSE(first.election().leading());
  EXPECT_EQ(first_terms.stopped, 1);
  world.Advance(20s);
  EXPECT_FALSE(second.election().leading());
  world.UseFaults("- {name: none, match: {path: /nowhere}, drop: {}}\n");
  world.Advance(30s);
  EXPECT_TRUE(first.election().leading() != second.election().leading());
}

// Two replicas write whenever they may, and one of them cannot renew: no write falls outside of a
// term, and no two terms of different replicas overlap.
TEST_F(HostWorldTest, WritesKeepToTheTermsOfWhoeverLeads) {
  Create("a");
  const auto& first = world.AddElector(Contender("first"), first_terms);
  world.Quiesce();
  const auto& second = world.AddElector(Contender("second"), second_terms);
  world.Quiesce();
  const auto writes = [&](kube::Client& writer) {
    const auto written = writer.PatchObject(
        {kMaps, "default", "a", ""}, {kube::PatchType::kMerge, R"({"data":{"k":"2"}})"}, {}, {});
    if (!written.ok()) {
      EXPECT_EQ(written.status().code(), base::StatusCode::kNotLeading)
          << written.status().ToString();
    }
    return written.ok();
  };
  const auto by_first = world.Fenced(first);
  const auto by_second = world.Fenced(second);
  EXPECT_TRUE(writes(*by_first));
  EXPECT_FALSE(writes(*by_second));
  // The first one's connection to the server is gone; the second one sees its Lease run out.
  world.UseFaults(
      "- {name: down, match: {resources: [leases.coordination.k8s.io], "
      "verbs: [update, patch]}, answer: {status: 500}}\n");
  bool ended = false;
  for (int i = 0; i < 40; ++i) {
    world.Advance(500ms);
    const bool may_first = writes(*by_first);
    EXPECT_FALSE(may_first && ended) << "not again, as it could not renew";
    EXPECT_EQ(may_first, first.election().acting());
    ended = ended || !may_first;
    EXPECT_FALSE(writes(*by_second)) << "it cannot take the Lease either";
  }
  EXPECT_TRUE(ended);
  world.UseFaults("- {name: none, match: {path: /nowhere}, drop: {}}\n");
  for (int i = 0; i < 60; ++i) {
    world.Advance(500ms);
    const bool one = writes(*by_first);
    EXPECT_FALSE(writes(*by_second) && one) << "never both";
  }
  EXPECT_NE(writes(*by_first), writes(*by_second));
}

}  // namespace
}  // namespace oarlock::integration
