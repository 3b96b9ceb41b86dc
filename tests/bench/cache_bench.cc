// The cache: reads and writes of the store, and a watch event's way from bytes to a handler.
#include <benchmark/benchmark.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/executor.h"
#include "base/memory/read_section.h"
#include "base/real_clock.h"
#include "bench/samples.h"
#include "cache/delta_queue.h"
#include "cache/listener.h"
#include "cache/store.h"
#include "cache/store/posting_index.h"
#include "cache/testing/informer_harness.h"
#include "cache/view/store_view.h"
#include "kube/decode.h"
#include "kube/segment.h"
#include "kube/selector.h"

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

cache::InformerScope PodScope() {
  cache::InformerScope scope;
  scope.resource.gvr = {"", "v1", "pods"};
  scope.resource.kind = "Pod";
  return scope;
}

base::ErrorDetail Expired() {
  base::ErrorDetail detail;
  detail.http_status = 410;
  detail.reason = "Expired";
  return detail;
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

// Changes one object of the store as a busy cluster would, while it lives.
class Events {
 public:
  explicit Events(cache::Store& store)
      : thread_([this, &store] {
          const std::vector<kube::Object> states[2] = {Pods(1, 2), Pods(1, 3)};
          std::unique_lock lock(mutex_);
          for (size_t i = 0; !stop_; ++i) {
            store.BeginBatch();
            store.Set(states[i % 2][0]);
            store.EndBatch();
            changed_.wait_for(lock, std::chrono::microseconds(400), [this] { return stop_; });
          }
        }) {}
  ~Events() {
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  std::thread thread_;
};

// read.get_hot and read.scaling: a lease of the key that events replace, and one field of it.
void StoreReadHot(benchmark::State& state) {
  static std::unique_ptr<Events> events;
  cache::Store& store = FullStore();
  if (state.thread_index() == 0) events = std::make_unique<Events>(store);
  const std::string key = PodKey(0);
  cache::LeaseTable leases;
  for (auto _ : state) {
    const cache::ObjectLease lease = store.Lease(key, leases);
    benchmark::DoNotOptimize(lease.object()["spec"]["nodeName"].AsString().data());
  }
  if (state.thread_index() == 0) events.reset();
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(StoreReadHot)->Threads(1)->Threads(2)->UseRealTime();

// The same with a count on the object, which both threads share.
void StoreGetHot(benchmark::State& state) {
  static std::unique_ptr<Events> events;
  cache::Store& store = FullStore();
  if (state.thread_index() == 0) events = std::make_unique<Events>(store);
  const std::string key = PodKey(0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(store.Get(key)["spec"]["nodeName"].AsString().data());
  }
  if (state.thread_index() == 0) events.reset();
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(StoreGetHot)->Threads(1)->Threads(2)->UseRealTime();

// What `make bench` asks of every client (bench/subject.cc): 256 objects in turn, kept as an
// informer keeps them.
void StoreReadMany(benchmark::State& state) {
  constexpr size_t kHot = 256;
  static cache::Store* const store = [] {
    auto* made = new cache::Store;
    kube::DecodeOptions options;
    options.segment = kube::MakeSegment();
    for (size_t i = 0; i < kPods; ++i) made->Set(*kube::ObjectFromJson(PodJson(i, 1), options));
    return made;
  }();
  static std::unique_ptr<Events> events;
  if (state.thread_index() == 0) events = std::make_unique<Events>(*store);
  std::vector<std::string> keys;
  for (size_t i = 0; i < kHot; ++i) keys.push_back(PodKey(i * (kPods / kHot)));
  const cache::ViewReader view(std::shared_ptr<const cache::Store>(store, [](auto*) {}));
  cache::LeaseTable leases;
  size_t i = static_cast<size_t>(state.thread_index()) * 97;
  for (auto _ : state) {
    const cache::ObjectLease lease = view.Lease(keys[i++ % kHot], leases);
    benchmark::DoNotOptimize(lease.object()["spec"]["nodeName"].AsString().data());
  }
  if (state.thread_index() == 0) events.reset();
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(StoreReadMany)->Threads(1)->Threads(2)->UseRealTime();

// The parts of a read: the section alone, and the field alone.
void ReadSectionOnly(benchmark::State& state) {
  for (auto _ : state) {
    const base::ReadSection section;
    benchmark::ClobberMemory();
  }
}
BENCHMARK(ReadSectionOnly);

void FieldOnly(benchmark::State& state) {
  const kube::Object pod = Pods(1, 1)[0];
  for (auto _ : state) benchmark::DoNotOptimize(pod["spec"]["nodeName"].AsString().data());
}
BENCHMARK(FieldOnly);

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

// An index that finds nothing new in an object: nothing is touched (a test says that nothing is
// allocated).
void IndexUnchanged(benchmark::State& state) {
  base::RetireList retired;
  cache::PostingIndex index(retired);
  const std::vector<kube::Object> pods = Pods(1000, 1);
  const auto node = [](const kube::Object& pod, cache::IndexValues& values) {
    values.Reset();
    values.Add(pod["spec"]["nodeName"].AsString());
    values.Finish();
  };
  cache::IndexValues values;
  for (uint32_t slot = 0; slot < pods.size(); ++slot) {
    node(pods[slot], values);
    index.Set(slot, values);
  }
  size_t i = 0;
  for (auto _ : state) {
    const auto slot = static_cast<uint32_t>(i++ % pods.size());
    node(pods[slot], values);
    index.Set(slot, values);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(IndexUnchanged);

// The same with an index whose value changes each time (argument: with this many indices).
void IndexUpdate(benchmark::State& state) {
  cache::Store store;
  for (int64_t i = 0; i < state.range(0); ++i) {
    const auto version = [](const kube::Object& pod, cache::IndexValues& values) {
      const size_t group = std::hash<std::string_view>{}(pod.name()) % 100;
      values.Add(std::string(pod.resource_version()) + "/" + std::to_string(group));
    };
    OARLOCK_CHECK(store.AddIndex("version" + std::to_string(i), version).ok());
  }
  std::vector<kube::Object> changed[2] = {Pods(1000, 2), Pods(1000, 3)};
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(store.Set(changed[i / 1000 % 2][i % 1000]));
    ++i;
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(IndexUpdate)->ArgName("indices")->Arg(0)->Arg(1)->Arg(4);

// One of `values` values, each with the Pods of one node.
void IndexLookup(benchmark::State& state) {
  const auto values = static_cast<size_t>(state.range(0));
  cache::Store store;
  const auto node = [values](const kube::Object& pod, cache::IndexValues& out) {
    out.Add("node-" + std::to_string(std::hash<std::string_view>{}(pod.name()) % values));
  };
  OARLOCK_CHECK(store.AddIndex("node", node).ok());
  for (const kube::Object& pod : Pods(kPods, 1)) store.Set(pod);
  size_t i = 0;
  size_t found = 0;
  for (auto _ : state) {
    found += store.ByIndex("node", "node-" + std::to_string(i++ % values))->size();
  }
  state.SetItemsProcessed(static_cast<int64_t>(found));
}
BENCHMARK(IndexLookup)->ArgName("values")->Arg(100)->Arg(10'000);

// Adding an index to a store in use: what writers do not have to wait for.
void IndexBuild(benchmark::State& state) {
  cache::Store& store = FullStore();
  for (auto _ : state) {
    OARLOCK_CHECK(store.AddIndex("owner", cache::OwnerUidIndex).ok());
    OARLOCK_CHECK(store.RemoveIndex("owner"));
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(kPods));
}
BENCHMARK(IndexBuild);

void StoreListAll(benchmark::State& state) {
  const cache::Store& store = FullStore();
  for (auto _ : state) benchmark::DoNotOptimize(store.List());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(kPods));
}
BENCHMARK(StoreListAll);

// Lister with a selector; argument: whether anything matches.
void StoreListSelector(benchmark::State& state) {
  const cache::Store& store = FullStore();
  const auto selector = kube::LabelSelector::Parse(
                            state.range(0) != 0 ? "app.kubernetes.io/name=checkout" : "app=other")
                            .value();
  for (auto _ : state) benchmark::DoNotOptimize(store.List("", selector));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(kPods));
}
BENCHMARK(StoreListSelector)->ArgName("match")->Arg(0)->Arg(1);

// Argument: how many changes of each key come in a batch.
void DeltaPushPop(benchmark::State& state, cache::DeltaQueue::Mode mode) {
  const auto repeats = static_cast<size_t>(state.range(0));
  const std::vector<kube::Object> pods = Pods(cache::kDeltaBatchMax / repeats, 1);
  cache::DeltaQueue queue(mode);
  std::vector<cache::Delta> batch;
  size_t popped = 0;
  for (auto _ : state) {
    for (size_t i = 0; i < repeats; ++i) {
      for (const kube::Object& pod : pods) queue.Push({cache::Delta::Type::kUpsert, pod});
    }
    while (queue.PopBatch(batch)) {
      popped += batch.size();
      batch.clear();
    }
  }
  OARLOCK_CHECK(popped >= pods.size());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(pods.size() * repeats));
}
BENCHMARK_CAPTURE(DeltaPushPop, coalesce, cache::DeltaQueue::Mode::kCoalesce)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(DeltaPushPop, strict, cache::DeltaQueue::Mode::kStrict)->Arg(1);

class CountingHandler final : public cache::EventHandler {
 public:
  void OnEvent(const cache::Notification&) override { ++events; }
  size_t events = 0;
};

cache::Notification UpdateOf(const kube::Object& old, const kube::Object& now) {
  return {cache::ChangeType::kUpdate, cache::Cause::kWatch, false, old, now};
}

std::shared_ptr<cache::Listener> MakeListener(std::shared_ptr<CountingHandler> handler,
                                              base::Executor* executor, base::Clock& clock) {
  cache::ListenerOptions options;
  options.executor = executor;
  options.clock = &clock;
  options.metrics.seconds =
      std::make_shared<base::Histogram>(std::vector<double>{.001, .01, .1, 1});
  options.metrics.pending = std::make_shared<base::Gauge>();
  return std::make_shared<cache::Listener>(std::move(handler), std::move(options));
}

// One notification to a handler on the informer's own thread, timed with the real clock.
void ListenerInline(benchmark::State& state) {
  base::RealClock clock;
  const std::vector<kube::Object> pods = Pods(2, 1);
  auto handler = std::make_shared<CountingHandler>();
  const auto listener = MakeListener(handler, nullptr, clock);
  const cache::Notification update = UpdateOf(pods[0], pods[0]);
  for (auto _ : state) listener->Push(update);
  OARLOCK_CHECK(handler->events == static_cast<size_t>(state.iterations()));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(ListenerInline);

// 1 000 notifications of different objects into the queue and out to the handler.
void ListenerQueued(benchmark::State& state) {
  base::RealClock clock;
  base::ManualExecutor executor;
  const std::vector<kube::Object> pods = Pods(1000, 1);
  auto handler = std::make_shared<CountingHandler>();
  const auto listener = MakeListener(handler, &executor, clock);
  std::vector<cache::Notification> updates;
  for (const kube::Object& pod : pods) updates.push_back(UpdateOf(pod, pod));
  for (auto _ : state) {
    for (const cache::Notification& update : updates) listener->Push(update);
    executor.RunUntilIdle();
  }
  OARLOCK_CHECK(handler->events == static_cast<size_t>(state.iterations()) * pods.size());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(updates.size()));
}
BENCHMARK(ListenerQueued);

// A notification that is merged into one that waits: what a slow handler costs the informer.
void ListenerCoalesce(benchmark::State& state) {
  base::RealClock clock;
  base::ManualExecutor executor;
  const std::vector<kube::Object> pods = Pods(1000, 1);
  const auto listener = MakeListener(std::make_shared<CountingHandler>(), &executor, clock);
  std::vector<cache::Notification> updates;
  for (const kube::Object& pod : pods) updates.push_back(UpdateOf(pod, pod));
  size_t i = 0;
  for (auto _ : state) listener->Push(updates[i++ % updates.size()]);
  OARLOCK_CHECK(listener->pending() <= pods.size());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(ListenerCoalesce);

// A list that brings what the cache holds: bytes of an item → found unchanged.
void ListItemKnown(benchmark::State& state) {
  cache::testing::InformerHarness harness(PodScope());
  cache::testing::ListReply list;
  for (size_t i = 0; i < 1000; ++i) list.items.push_back(PodJson(i, 1));
  list.version = "10";
  harness.StartWith(list.items, "10");
  for (auto _ : state) {
    harness.source->AddList(list);
    harness.source->stream()->Close(base::Status(base::StatusCode::kGone, "", Expired()));
    harness.Advance(std::chrono::minutes(2));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(list.items.size()));
}
BENCHMARK(ListItemKnown);

// Bytes of one event of a Pod → decode → delta queue → store → one handler, on one thread.
void PodEvent(benchmark::State& state) {
  cache::testing::InformerHarness harness(PodScope());
  auto handler = std::make_shared<CountingHandler>();
  harness.StartWith({PodJson(1, 1)}, "1");
  auto registration = harness.informer->AddHandler(handler, {.name = "bench"}).value();
  const std::string texts[2] = {PodJson(1, 2), PodJson(1, 3)};
  size_t i = 0;
  for (auto _ : state) harness.Send(kube::WatchEventType::kModified, texts[i++ % 2]);
  OARLOCK_CHECK(handler->events >= static_cast<size_t>(state.iterations()));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(PodEvent);

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
