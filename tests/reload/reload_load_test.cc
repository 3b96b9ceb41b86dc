// Reloads while changes come as fast as they can: no key is lost, no key is worked on by two, and
// the server is asked for nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "cache/shared_informer.h"
#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

constexpr int kReloads = 100;

// From the last reconcile of the one build to the first of the other.
int64_t GapOf(const Probe& probe, size_t from, size_t to) {
  return probe.first_run[to].load() - probe.last_run[from].load();
}

// Twice: where the host maps changes to keys by itself, and where the plugin's callbacks have a
// say.
class ReloadLoadOf : public testing::TestWithParam<std::pair<size_t, size_t>> {};

TEST_P(ReloadLoadOf, LosesNoKeyRunsNoneTwiceAndListsAndWatchesNothing) {
  const auto [first, second] = GetParam();
  const std::string version = "1.0.";
  ReloadWorld world;
  supervisor::PluginSpec one = world.Spec(static_cast<int>(first));
  supervisor::PluginSpec two = world.Spec(static_cast<int>(second));
  one.reload.probation = two.reload.probation = base::Duration(0);
  world.Start({one});
  ASSERT_TRUE(world.WaitFor([&, first = first] { return world.probe.runs[first] >= kKeys; }));
  world.StartLoad();
  std::vector<int64_t> gaps;
  for (int i = 0; i < kReloads; ++i) {
    const size_t from = i % 2 == 0 ? first : second;
    const size_t to = first + second - from;
    world.probe.first_run[to] = 0;
    const uint64_t runs_to = world.probe.runs[to];
    world.Apply({to == second ? two : one});
    ASSERT_EQ(world.Status().version, version + std::to_string(to)) << i;
    ASSERT_TRUE(world.WaitFor([&] { return world.probe.runs[to] > runs_to; }));
    gaps.push_back(GapOf(world.probe, from, to));
  }
  ASSERT_TRUE(world.Settle()) << "the newest state of every key was seen, deletes too";
  EXPECT_EQ(world.probe.overlaps, 0u);
  EXPECT_TRUE(world.probe.fresh) << "every load ran its constructors anew";
  EXPECT_EQ(world.lists(), 1u) << "LIST requests";
  EXPECT_LE(world.watches(), world.watches_by_time()) << "WATCH requests";
  EXPECT_GT(world.changes(), kReloads) << "there was some load";
  std::sort(gaps.begin(), gaps.end());
  EXPECT_GT(gaps.front(), 0) << "never both at work";
  RecordProperty("gap_median_us", static_cast<int>(gaps[gaps.size() / 2] / 1000));
  RecordProperty("gap_max_us", static_cast<int>(gaps.back() / 1000));
  RecordProperty("changes", static_cast<int>(world.changes()));
  printf("gap: median %lld us, max %lld us, %llu changes\n",
         static_cast<long long>(gaps[gaps.size() / 2] / 1000),
         static_cast<long long>(gaps.back() / 1000),
         static_cast<unsigned long long>(world.changes()));
}

INSTANTIATE_TEST_SUITE_P(Routes, ReloadLoadOf,
                         testing::Values(std::pair<size_t, size_t>{1, 2},
                                         std::pair<size_t, size_t>{14, 15}));

// Holds the strand of an informer: its call for the first change waits.
class StrandHolder final : public cache::EventHandler {
 public:
  void OnEvent(const cache::Notification& notification) override {
    if (notification.cause != cache::Cause::kWatch || entered_.exchange(true)) return;
    while (!open_) std::this_thread::yield();
  }
  bool entered() const { return entered_; }
  void Open() { open_ = true; }

 private:
  std::atomic<bool> entered_{false};
  std::atomic<bool> open_{false};
};

TEST(ReloadLoad, ADeleteOnItsWayWhileTheSourcesChangeHandsIsSeen) {
  ReloadWorld world;
  world.Start({world.Spec(1)});
  ASSERT_TRUE(world.Settle());
  const cache::InformerLease lease = world.Informer();
  const auto holder = std::make_shared<StrandHolder>();
  const auto registration = lease->AddHandler(holder, {.name = "holder"}).value();
  ASSERT_TRUE(world.WaitFor([&] { return registration.HasSynced(); }));
  const auto stream = world.host.source("configmaps").stream();
  std::thread sender(
      [&] { stream->Send(kube::WatchEventType::kModified, ReloadWorld::MapText(1, 5000, 1)); });
  ASSERT_TRUE(world.WaitFor([&] { return holder->entered(); }));
  stream->Send(kube::WatchEventType::kDeleted, ReloadWorld::MapText(2, 5001, 1));
  supervisor::Manifest manifest;
  manifest.plugins = {world.Spec(2)};
  const uint64_t revision = world.supervisor->Apply(manifest);
  EXPECT_TRUE(world.WaitFor([&] { return world.Stepped(supervisor::ReloadStep::kActivate); }));
  // Time to let the former generation's sources go too early.
  for (int i = 0; i < 10'000 && !world.supervisor->Settled(revision); ++i) {
    std::this_thread::yield();
  }
  holder->Open();
  sender.join();
  ASSERT_TRUE(world.WaitFor([&] { return world.supervisor->Settled(revision); }));
  EXPECT_TRUE(world.WaitFor([&] { return world.probe.seen[2] == kGone; }));
}

// A spec that does not look at every key again, so that only what the queue holds comes.
supervisor::PluginSpec Quiet(const ReloadWorld& world, int build) {
  supervisor::PluginSpec spec = world.Spec(build);
  spec.reload.requeue_all = false;
  spec.reload.rollback_on_error_ratio = false;
  return spec;
}

TEST(ReloadLoad, ANewLibraryStartsFailingKeysAtOnce) {
  ReloadWorld world;
  world.Start({Quiet(world, 4)});
  ASSERT_TRUE(world.WaitFor([&] { return world.probe.runs[4] >= 12 * kKeys; },
                            std::chrono::milliseconds(50)))
      << "by now the back-off is long";
  world.Apply({Quiet(world, 1)});
  EXPECT_TRUE(world.host.WaitFor([&] { return world.probe.runs[1] >= kKeys; }))
      << "without time going by";
}

TEST(ReloadLoad, TimesOfRequeueAfterGoToTheNextGeneration) {
  ReloadWorld world;
  world.Start({Quiet(world, 7)});
  const auto delayed = [&] {
    const auto controllers = world.Status().controllers;
    return controllers.empty() ? 0 : controllers[0].queue.delayed;
  };
  ASSERT_TRUE(world.host.WaitFor([&] { return delayed() == kKeys; }));
  world.Apply({Quiet(world, 1)});
  ASSERT_TRUE(world.host.WaitFor([&] { return world.Status().version == "1.0.1"; }));
  EXPECT_EQ(delayed(), kKeys);
  EXPECT_EQ(world.probe.runs[1], 0u) << "nothing is due yet";
  world.host.clock.Advance(std::chrono::minutes(1));
  EXPECT_TRUE(world.host.WaitFor([&] { return world.probe.runs[1] == kKeys; }));
}

}  // namespace
}  // namespace oarlock::reloadtest
