// The work queue: a key's whole turn, with few and with many keys waiting.
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "base/real_clock.h"
#include "queue/work_queue.h"

namespace oarlock::bench {
namespace {

std::vector<queue::Key> Keys(size_t count) {
  std::vector<queue::Key> keys;
  for (size_t i = 0; i < count; ++i)
    keys.push_back({0, 0, "shop", "checkout-" + std::to_string(i)});
  return keys;
}

// Argument: keys that wait all the time.
void AddGetDone(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const auto waiting = static_cast<size_t>(state.range(0));
  const std::vector<queue::Key> keys = Keys(waiting + 1);
  for (size_t i = 0; i < waiting; ++i) queue.Add(keys[i]);
  size_t i = waiting;
  for (auto _ : state) {
    queue.Add(keys[i++ % keys.size()]);
    const auto item = queue.TryGet();
    queue.Done(item->key);
  }
  OARLOCK_CHECK(queue.Len() == waiting);
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(AddGetDone)->ArgName("waiting")->Arg(0)->Arg(1000)->Arg(100'000);

// A key that is ready already: what a burst of events about one object costs.
void AddAgain(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const queue::Key key = Keys(1).front();
  for (auto _ : state) queue.Add(key);
  OARLOCK_CHECK(queue.Len() == 1);
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(AddAgain);

// A failure: backoff, timer, and out again by the next Add.
void FailAndRetry(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const queue::Key key = Keys(1).front();
  for (auto _ : state) {
    queue.Add(key);
    const auto item = queue.TryGet();
    queue.Done(item->key, {.next = queue::Verdict::Next::kRateLimited});
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(FailAndRetry);

}  // namespace
}  // namespace oarlock::bench
