// A storm of reloads under load, between two builds that differ in bytes and in behaviour, one of
// them with a thread_local that has a destructor. Nothing may grow.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

constexpr int kReloads = 1'000;  // OARLOCK_STORM_RELOADS says another number
constexpr int kWarm = 200;

int Reloads() {
  const char* text = std::getenv("OARLOCK_STORM_RELOADS");
  return text == nullptr ? kReloads : std::atoi(text);
}

struct Footprint {
  size_t rss_kib = 0;
  size_t descriptors = 0;
  size_t threads = 0;
  size_t mappings = 0;
};

size_t Entries(const char* directory) {
  const auto entries = std::filesystem::directory_iterator(directory);
  return static_cast<size_t>(std::distance(begin(entries), end(entries)));
}

Footprint Measure() {
  ::malloc_trim(0);
  Footprint out;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) out.rss_kib = std::stoull(line.substr(6));
  }
  out.descriptors = Entries("/proc/self/fd");
  out.threads = Entries("/proc/self/task");
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) ++out.mappings;
  return out;
}

TEST(ReloadStorm, ReloadsUnderLoadLeaveNothingBehind) {
  const int reloads = Reloads();
  ASSERT_GT(reloads, kWarm);
  ReloadWorld world;
  supervisor::PluginSpec builds[] = {world.Spec(1), world.Spec(2)};
  for (auto& spec : builds) spec.reload.probation = base::Duration(0);
  world.Start({builds[0]});
  ASSERT_TRUE(world.WaitFor([&] { return world.probe.runs[1] >= kKeys; }));
  world.StartLoad();
  Footprint warm;
  for (int i = 1; i <= reloads; ++i) {
    const size_t to = i % 2 == 0 ? 1 : 2;
    const uint64_t before = world.probe.runs[to];
    world.Apply({builds[to - 1]});
    ASSERT_EQ(world.Status().version, to == 1 ? "1.0.1" : "1.0.2") << i;
    ASSERT_TRUE(world.WaitFor([&] { return world.probe.runs[to] > before; })) << i;
    if (i == kWarm) warm = Measure();
  }
  ASSERT_TRUE(world.Settle());
  const Footprint end = Measure();
  EXPECT_EQ(world.loader.zombies(), 0u);
  EXPECT_EQ(world.probe.overlaps, 0u);
  EXPECT_TRUE(world.probe.fresh);
  EXPECT_EQ(world.lists(), 1u);
  EXPECT_LE(world.watches(), world.watches_by_time());
  EXPECT_LE(end.descriptors, warm.descriptors + 2);
  EXPECT_LE(end.threads, warm.threads + 8) << "workers that have not idled out";
  EXPECT_LE(end.mappings, warm.mappings + 40) << "stacks of these";
  EXPECT_LE(end.rss_kib, warm.rss_kib + 8 * 1024);
  printf(
      "%d reloads: rss %zu -> %zu KiB, descriptors %zu -> %zu, threads %zu -> %zu, mappings %zu -> "
      "%zu, "
      "%llu changes\n",
      reloads, warm.rss_kib, end.rss_kib, warm.descriptors, end.descriptors, warm.threads,
      end.threads, warm.mappings, end.mappings, static_cast<unsigned long long>(world.changes()));
}

}  // namespace
}  // namespace oarlock::reloadtest
