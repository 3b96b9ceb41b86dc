// The cache: reads and writes of the store, and a watch event's way from bytes to a handler.
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "bench/samples.h"
#include "cache/delta_queue.h"
#include "cache/store.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::bench {
namespace {

constexpr size_t kPods = 10'000;

// A store of kPods Pods with an index on the node's name. Made once; readers share it.
cache::Store& FullStore() {
  static cache::Store* const store = [] {
    auto* made = new cache::Store;
    const auto node = [](const kube::Object& pod, cache::IndexValues& values) {
      values.Add(pod["spec"]["nodeName"].AsString());
    };
    OARLOCK_CHECK(made->AddIndex("node", node).ok());
    for (const kube::Object& pod : Pods(kPods, 1)) made->Set(pod);
    return made;
  }();
  return *store;
}

std::vector<std::string> Keys() {
  std::vector<std::string> keys;
  for (size_t i = 0; i < kPods; ++i) keys.push_back(PodKey(i * 7919 % kPods));
  return keys;
}

void StoreGet(benchmark::State& state) {
  const cache::Store& store = FullStore();
  const std::vector<std::string> keys = Keys();
  size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(store.Get(keys[i++ % kPods]));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(StoreGet)->Threads(1)->Threads(2)->UseRealTime();

// Replaces objects that are there, with two indices (namespace, node) to look after.
void StoreUpsert(benchmark::State& state) {
  cache::Store& store = FullStore();
  std::vector<kube::Object> changed[2] = {Pods(1000, 2), Pods(1000, 3)};
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(store.Set(changed[i / 1000 % 2][i % 1000]));
    ++i;
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(StoreUpsert);

void StoreListAll(benchmark::State& state) {
  const cache::Store& store = FullStore();
  for (auto _ : state) benchmark::DoNotOptimize(store.List());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(kPods));
}
BENCHMARK(StoreListAll);

void DeltaPushPop(benchmark::State& state) {
  const std::vector<kube::Object> pods = Pods(cache::kDeltaBatchMax, 1);
  cache::DeltaQueue queue(cache::DeltaQueue::Mode::kCoalesce);
  std::vector<cache::Delta> batch;
  for (auto _ : state) {
    for (const kube::Object& pod : pods) queue.Push({cache::Delta::Type::kUpsert, pod});
    batch.clear();
    while (queue.PopBatch(batch)) {
    }
    OARLOCK_CHECK(batch.size() == pods.size());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(pods.size()));
}
BENCHMARK(DeltaPushPop);

class CountingHandler final : public cache::EventHandler {
 public:
  void OnEvent(const cache::Notification&) override { ++events; }
  size_t events = 0;
};

// Bytes of one event → decode → delta queue → store → one handler, on one thread.
void InformerEvent(benchmark::State& state) {
  cache::testing::InformerHarness harness;
  auto handler = std::make_shared<CountingHandler>();
  harness.StartWith({}, "1");
  auto registration = harness.informer->AddHandler(handler, {.name = "bench"}).value();
  // An event that repeats the version it brought before is no change.
  std::string texts[2] = {ConfigMapJson(), ConfigMapJson()};
  texts[1].replace(texts[1].find("184401"), 6, "184402");
  size_t i = 0;
  for (auto _ : state) harness.Send(kube::WatchEventType::kModified, texts[i++ % 2]);
  OARLOCK_CHECK(handler->events == static_cast<size_t>(state.iterations()));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(InformerEvent);

}  // namespace
}  // namespace oarlock::bench
