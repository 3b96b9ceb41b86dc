// A plugin whose library is fetched: what runs goes on until it is there, whatever goes wrong.
#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "base/mutex.h"
#include "kube/blob/blob_fetcher.h"
#include "supervisor/testing/reload_fixture.h"
#include "supervisor/testing/switched_term.h"

namespace oarlock::supervisor {
namespace {

const std::string kDigest = "sha256:" + std::string(64, 'a');
const std::string kV1 = "oci://r/v1@" + kDigest;
const std::string kV2 = "oci://r/v2@" + kDigest;

class FakeFetcher final : public kube::BlobFetcher {
 public:
  void Answer(const std::string& reference, base::Result<kube::FetchedBlob> answer) {
    base::MutexLock lock(mutex_);
    answers_.insert_or_assign(reference, std::move(answer));
    changed_.NotifyAll();
  }
  // No answer yet: it waits for one.
  base::Result<kube::FetchedBlob> Fetch(const std::string& reference,
                                        const kube::CallContext& call) override {
    const std::stop_callback stop(call.stop, [this] {
      base::MutexLock lock(mutex_);
      changed_.NotifyAll();
    });
    base::MutexLock lock(mutex_);
    ++tries_[reference];
    while (!answers_.contains(reference)) {
      if (call.stop.stop_requested()) return base::Cancelled("stopped");
      changed_.Wait(mutex_);
    }
    return answers_.at(reference);
  }
  int tries(const std::string& reference) {
    base::MutexLock lock(mutex_);
    return tries_[reference];
  }

 private:
  base::Mutex mutex_;
  base::CondVar changed_;
  std::map<std::string, base::Result<kube::FetchedBlob>> answers_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, int> tries_ OARLOCK_GUARDED_BY(mutex_);
};

class PluginFetch : public testing::ReloadFixture {
 protected:
  PluginFetch() { env.fetcher = &fetcher; }
  // Not waiting until it is worked off.
  void Hand(const std::string& library, std::shared_ptr<MoveTogether> together = nullptr) {
    ++revision_;
    ASSERT_TRUE(plugin->Apply({Spec(library), revision_, false, std::move(together)}));
  }
  bool Observed() {
    return WaitFor([&] { return plugin->status().observed == revision_; });
  }

  FakeFetcher fetcher;
};

TEST_F(PluginFetch, TheNewVersionStartsWhenItsLibraryIsThere) {
  Start();
  Hand(kV2);
  ASSERT_TRUE(WaitFor([&] { return fetcher.tries(kV2) == 1; }));
  host.clock.Advance(std::chrono::minutes(5));
  EXPECT_EQ(world.calls(), testing::Calls()) << "nothing is opened before";
  EXPECT_NE(plugin->status().observed, revision_) << "it is not worked off";
  ExpectRuns("demo@1", "L1");
  fetcher.Answer(kV2, kube::FetchedBlob{"L2", "digest"});
  ASSERT_TRUE(Observed());
  ExpectRuns("demo@2", "L2");
  EXPECT_EQ(plugin->status().last_failure, "");
  EXPECT_TRUE(plugin->status().pinned);
}

TEST_F(PluginFetch, TheRunningVersionGoesOnAndSaysSoUntilTheRegistryIsBack) {
  Start();
  fetcher.Answer(kV2, base::Unavailable(kV2 + ": cannot connect"));
  Hand(kV2);
  ASSERT_TRUE(Observed());
  ExpectRuns("demo@1", "L1");
  EXPECT_NE(plugin->status().last_failure.find("cannot connect; tried again in"),
            std::string::npos);
  EXPECT_TRUE(host.log_lines->Has("reload: failed"));
  EXPECT_EQ(world.calls(), testing::Calls());
  fetcher.Answer(kV2, kube::FetchedBlob{"L2", "digest"});
  ASSERT_TRUE(WaitFor([&] { return plugin->status().sha256 == "L2"; }));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().last_failure.empty(); }));
  ExpectRuns("demo@2", "L2");
}

TEST_F(PluginFetch, AnotherChangeOfTheManifestEndsTheWait) {
  Start();
  Hand(kV2);
  ASSERT_TRUE(WaitFor([&] { return fetcher.tries(kV2) == 1; }));
  Apply(Spec("L3"));
  ExpectRuns("demo@2", "L3");
  fetcher.Answer(kV2, kube::FetchedBlob{"L2", "digest"});
  Apply(Spec("L3"));
  EXPECT_EQ(plugin->status().sha256, "L3");
}

TEST_F(PluginFetch, AnArtifactThatCanNeverRunLeavesTheOldOneAndIsNotTriedAgain) {
  Start();
  fetcher.Answer(kV2, base::InvalidArgument("built for arm64"));
  Hand(kV2);
  ASSERT_TRUE(Observed());
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(plugin->status().last_failure, "built for arm64");
  host.clock.Advance(std::chrono::hours(1));
  EXPECT_EQ(fetcher.tries(kV2), 1);
}

TEST_F(PluginFetch, AFirstStartWaitsForTheRegistry) {
  NewMemory();
  fetcher.Answer(kV1, base::Unavailable("cannot connect"));
  plugin = std::make_unique<Plugin>(env, Spec(kV1));
  plugin->Start();
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kWaiting; }));
  EXPECT_NE(plugin->status().reason.find("cannot connect"), std::string::npos);
  fetcher.Answer(kV1, kube::FetchedBlob{"L1", "digest"});
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kActive; }));
  ExpectRuns("demo@1", "L1");
}

TEST_F(PluginFetch, AGenerationOnProbationIsLookedAtMeanwhile) {
  Start();
  Apply(Spec("L2"));
  Hand(kV2);
  ASSERT_TRUE(WaitFor([&] { return fetcher.tries(kV2) == 1; }));
  GenerationHealth health;
  health.faults = 1;
  health.first_fault = "it crashed";
  world.SetHealth("L2", health);
  ASSERT_TRUE(WaitFor([&] { return plugin->status().sha256 == "L1"; })) << "rolled back";
}

TEST_F(PluginFetch, NobodyMovesWithoutTheOneThatCannotBeFetched) {
  std::atomic<int> again{0};
  env.apply_again = [&] { ++again; };
  Start();
  fetcher.Answer(kV2, base::Unavailable("cannot connect"));
  const auto together = std::make_shared<MoveTogether>(host.clock);
  together->Begin(1);
  Hand(kV2, together);
  ASSERT_TRUE(Observed());
  ASSERT_TRUE(together->failure().has_value());
  EXPECT_NE(together->failure()->find("cannot connect"), std::string::npos);
  fetcher.Answer(kV2, kube::FetchedBlob{"L2", "digest"});
  ASSERT_TRUE(WaitFor([&] { return again == 1; })) << "then all are asked again";
  ExpectRuns("demo@1", "L1");
}

TEST_F(PluginFetch, AStandbyFetchesAsWellAndTakesOverWithWhatHasCome) {
  testing::SwitchedTerm term;
  env.leadership = &term;
  NewMemory();
  plugin = std::make_unique<Plugin>(env, Spec(kV1));
  plugin->Start();
  ASSERT_TRUE(WaitFor([&] { return fetcher.tries(kV1) == 1; }));
  fetcher.Answer(kV1, kube::FetchedBlob{"L1", "digest"});
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kStandby; }));
  fetcher.Answer(kV2, base::Unavailable("cannot connect"));
  Hand(kV2);
  ASSERT_TRUE(Observed());
  EXPECT_NE(plugin->status().last_failure.find("cannot connect"), std::string::npos);
  EXPECT_EQ(plugin->status().phase, PluginPhase::kStandby) << "the first version stands by";
  EXPECT_TRUE(plugin->AtRest());
  // It begins to lead while the second version is on its way, which replaces what works then.
  term.leads = true;
  plugin->OnLeadership();
  ASSERT_TRUE(WaitFor([&] { return plugin->status().phase == PluginPhase::kActive; }));
  ExpectRuns("demo@1", "L1");
  fetcher.Answer(kV2, kube::FetchedBlob{"L2", "digest"});
  ASSERT_TRUE(WaitFor([&] { return plugin->status().sha256 == "L2"; }));
  ASSERT_TRUE(WaitFor([&] { return plugin->status().last_failure.empty(); }));
  ExpectRuns("demo@2", "L2");
  plugin->Stop(host.clock.Now() + std::chrono::hours(1));
  plugin->Join();
}

TEST_F(PluginFetch, AHostWithoutAFetcherSaysSo) {
  env.fetcher = nullptr;
  Start();
  Hand(kV2);
  ASSERT_TRUE(Observed());
  ExpectRuns("demo@1", "L1");
  EXPECT_EQ(plugin->status().last_failure, "this host fetches no libraries");
}

}  // namespace
}  // namespace oarlock::supervisor
