// How long a plugin stands still when its generation is replaced, while 1 000 changes a second
// come: from the last reconcile of the one build to the first of the next, as the plugin sees it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

constexpr int kReloads = 200;

void ReloadGap(benchmark::State& state) {
  ReloadWorld world;
  supervisor::PluginSpec builds[] = {world.Spec(1), world.Spec(2)};
  for (auto& spec : builds) spec.reload.probation = base::Duration(0);
  world.Start({builds[0]});
  OARLOCK_CHECK(world.WaitFor([&] { return world.probe.runs[1] >= kKeys; }));
  world.StartLoad(std::chrono::milliseconds(1));
  std::vector<double> gaps;
  size_t from = 1;
  for (auto _ : state) {
    const size_t to = 3 - from;
    const uint64_t before = world.probe.runs[to];
    world.probe.first_run[to] = 0;
    world.Apply({builds[to - 1]});
    OARLOCK_CHECK(world.WaitFor([&] { return world.probe.runs[to] > before; }));
    const int64_t gap = world.probe.first_run[to].load() - world.probe.last_run[from].load();
    gaps.push_back(static_cast<double>(gap) * 1e-9);
    state.SetIterationTime(gaps.back());
    from = to;
  }
  OARLOCK_CHECK(world.Settle());
  std::sort(gaps.begin(), gaps.end());
  state.counters["median_ms"] = gaps[gaps.size() / 2] * 1e3;
  state.counters["p99_ms"] = gaps[gaps.size() * 99 / 100] * 1e3;
  state.counters["changes"] = static_cast<double>(world.changes());
  state.counters["lists"] = static_cast<double>(world.lists());
  state.counters["watches"] = static_cast<double>(world.watches());
}
BENCHMARK(ReloadGap)
    ->Name("reload.gap")
    ->UseManualTime()
    ->Iterations(kReloads)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace oarlock::reloadtest
