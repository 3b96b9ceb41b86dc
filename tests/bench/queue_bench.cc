// The work queue: a key's whole turn, adds alone and from several threads, delays; and what stands
// behind them: the process's timers and the slots for reconciles.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/real_clock.h"
#include "queue/dispatch_slots.h"
#include "queue/work_queue.h"

namespace oarlock::bench {
namespace {

std::vector<queue::Key> Keys(size_t count, const std::string& prefix = "checkout-") {
  std::vector<queue::Key> keys;
  for (size_t i = 0; i < count; ++i) keys.push_back({0, 0, "shop", prefix + std::to_string(i)});
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
BENCHMARK(AddGetDone)->ArgName("waiting")->Arg(0)->Arg(1000)->Arg(100'000)->Arg(1'000'000);

// The same with the names and the length of real Pods: too long for a string's own buffer.
void AddGetDoneLongNames(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const std::vector<queue::Key> keys = Keys(1000, "checkout-frontend-7c9d8f6b54-x2x");
  size_t i = 0;
  for (auto _ : state) {
    queue.Add(keys[i++ % keys.size()]);
    const auto item = queue.TryGet();
    queue.Done(item->key);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(AddGetDoneLongNames);

// The way of a batch of events: its keys come together, workers take them one by one.
void BatchOfKeys(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const std::vector<queue::Key> keys = Keys(1000, "checkout-frontend-7c9d8f6b54-x2x");
  std::vector<queue::KeyAdd> adds(keys.size());
  queue::Item item;
  for (auto _ : state) {
    for (size_t i = 0; i < keys.size(); ++i) adds[i].key = keys[i];
    OARLOCK_CHECK(queue.Add(adds) == 0);
    while (queue.Next(item)) continue;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(adds.size()));
}
BENCHMARK(BatchOfKeys);

// A source and a worker on threads of their own, over 100 000 keys in no order; CPU of both.
void SourceAndWorker(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const std::vector<queue::Key> keys = Keys(100'000, "checkout-frontend-7c9d8f6b54-x2x");
  std::thread worker([&queue] {
    queue::Item item;
    while (queue.Get(item) == queue::GetResult::kItem) {
      while (queue.Next(item)) continue;
    }
  });
  std::vector<queue::KeyAdd> adds(16);
  size_t i = 0;
  for (auto _ : state) {
    for (queue::KeyAdd& add : adds) add.key = keys[i++ * 7919 % keys.size()];
    queue.Add(adds);
  }
  queue.ShutDown();
  worker.join();
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(adds.size()));
}
BENCHMARK(SourceAndWorker)->MeasureProcessCPUTime()->UseRealTime();

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

// New keys only, 100 000 at a time; taking them out is not measured.
void AddOnly(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const std::vector<queue::Key> keys = Keys(100'000);
  size_t i = 0;
  for (auto _ : state) {
    queue.Add(keys[i]);
    if (++i < keys.size()) continue;
    state.PauseTiming();
    while (const auto item = queue.TryGet()) queue.Done(item->key);
    i = 0;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(AddOnly);

// Several threads that each add, take and end keys of one queue.
void ContendedCycle(benchmark::State& state) {
  static base::RealClock clock;
  static queue::WorkQueue queue({}, clock);
  const std::vector<queue::Key> keys = Keys(1000, "t" + std::to_string(state.thread_index()) + "-");
  size_t i = 0;
  for (auto _ : state) {
    queue.Add(keys[i++ % keys.size()]);
    if (const auto item = queue.TryGet()) queue.Done(item->key);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(ContendedCycle)->Threads(1)->Threads(2)->Threads(4)->UseRealTime();

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

// A delay that an Add ends, with `waiting` other delayed keys.
void DelayAndCancel(benchmark::State& state) {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  const auto waiting = static_cast<size_t>(state.range(0));
  const std::vector<queue::Key> keys = Keys(waiting + 1);
  for (size_t i = 0; i < waiting; ++i) {
    queue.AddAfter(keys[i], std::chrono::hours(1) + std::chrono::milliseconds(i * 7919 % 1000));
  }
  for (auto _ : state) {
    queue.AddAfter(keys[waiting], std::chrono::hours(2));
    queue.Add(keys[waiting]);
    const auto item = queue.TryGet();
    queue.Done(item->key);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(DelayAndCancel)->ArgName("waiting")->Arg(0)->Arg(100'000);

// A queue with a delay, made and destroyed.
void MakeAndDestroyQueue(benchmark::State& state) {
  base::RealClock clock;
  const queue::Key key = Keys(1).front();
  for (auto _ : state) {
    queue::WorkQueue queue({}, clock);
    queue.AddAfter(key, std::chrono::hours(1));
  }
}
BENCHMARK(MakeAndDestroyQueue);

// The process's timers: one cancelled and one set, among `pending` others.
void SetAndCancelTimer(benchmark::State& state) {
  base::RealClock clock;
  const auto pending = static_cast<size_t>(state.range(0));
  std::vector<base::TimerId> ids;
  const auto set = [&](size_t i) {
    const auto delay = std::chrono::hours(1) + std::chrono::milliseconds(i * 7919 % 3'600'000);
    return clock.ScheduleAfter(delay, [] {});
  };
  for (size_t i = 0; i < pending; ++i) ids.push_back(set(i));
  size_t i = 0;
  for (auto _ : state) {
    base::TimerId& id = ids[i * 104'729 % pending];
    clock.Cancel(id);
    id = set(++i);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(SetAndCancelTimer)->ArgName("pending")->Arg(100)->Arg(10'000)->Arg(1'000'000);

// What the bound for the whole process costs each reconcile.
void TakeSlot(benchmark::State& state) {
  static queue::DispatchSlots slots;
  const auto lane = slots.AddLane("p" + std::to_string(state.thread_index()));
  for (auto _ : state) {
    const queue::DispatchSlot slot = lane->Take();
    benchmark::DoNotOptimize(slot);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(TakeSlot)->Threads(1)->Threads(2)->UseRealTime();

}  // namespace
}  // namespace oarlock::bench
