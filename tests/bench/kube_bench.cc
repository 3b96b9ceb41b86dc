// Decoding: objects, a list cut into items while it arrives, watch events.
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "bench/samples.h"
#include "kube/decode.h"
#include "kube/list_splitter.h"
#include "kube/path.h"
#include "kube/watch_framer.h"

namespace oarlock::bench {
namespace {

constexpr size_t kChunk = 16 * 1024;  // what one read of a connection brings
constexpr size_t kItems = 200;

void CountBytes(benchmark::State& state, size_t bytes, size_t items) {
  const auto runs = static_cast<int64_t>(state.iterations());
  state.SetBytesProcessed(runs * static_cast<int64_t>(bytes));
  state.SetItemsProcessed(runs * static_cast<int64_t>(items));
}

// Hands `text` to `feed` in chunks.
template <typename Feed>
void InChunks(std::string_view text, Feed feed) {
  for (; !text.empty(); text.remove_prefix(std::min(kChunk, text.size()))) {
    OARLOCK_CHECK(feed(text.substr(0, kChunk)).ok());
  }
}

void Decode(benchmark::State& state, const kube::RawItem& item, bool drop_managed_fields) {
  const kube::DecodeOptions options{.drop_managed_fields = drop_managed_fields};
  for (auto _ : state) {
    auto object = kube::DecodeObject(item, options);
    benchmark::DoNotOptimize(object);
  }
  CountBytes(state, item.bytes.size(), 1);
  state.counters["input_bytes"] = static_cast<double>(item.bytes.size());
  state.counters["object_bytes"] = static_cast<double>(kube::DecodeObject(item, options)->bytes());
}
void Decode(benchmark::State& state, const std::string& json, bool drop_managed_fields) {
  Decode(state, kube::RawItem{kube::ContentType::kJson, json}, drop_managed_fields);
}

void DecodePod(benchmark::State& state) { Decode(state, PodJson(), true); }
void DecodePodWithManagedFields(benchmark::State& state) { Decode(state, PodJson(), false); }
void DecodeConfigMap(benchmark::State& state) { Decode(state, ConfigMapJson(), true); }
void DecodePodProtobuf(benchmark::State& state) {
  Decode(state, kube::RawItem{kube::ContentType::kProtobuf, PodProtobuf()}, true);
}
BENCHMARK(DecodePod);
BENCHMARK(DecodePodProtobuf);
BENCHMARK(DecodePodWithManagedFields);
BENCHMARK(DecodeConfigMap);

void WritePodJson(benchmark::State& state) {
  const kube::Object pod = kube::ObjectFromJson(PodJson()).value();
  for (auto _ : state) benchmark::DoNotOptimize(pod.ToJson());
  CountBytes(state, pod.ToJson().size(), 1);
}
BENCHMARK(WritePodJson);

void ReadPath(benchmark::State& state) {
  const kube::Object pod = kube::ObjectFromJson(PodJson()).value();
  const kube::Path path = kube::Path::Parse("/status/conditions/[type=Ready]/status").value();
  for (auto _ : state) benchmark::DoNotOptimize(path.Get(pod.root()));
}
BENCHMARK(ReadPath);

// Argument: also decode every item.
void SplitList(benchmark::State& state) {
  const std::string body = PodListJson(kItems);
  for (auto _ : state) {
    const auto splitter = kube::MakeListSplitter(kube::ContentType::kJson);
    size_t count = 0;
    std::vector<std::string_view> items;
    InChunks(body, [&](std::string_view chunk) {
      items.clear();
      const base::Status fed = splitter->Feed(chunk, items);
      count += items.size();
      if (state.range(0) != 0) {
        for (const auto item : items) OARLOCK_CHECK(kube::ObjectFromJson(item).ok());
      }
      return fed;
    });
    OARLOCK_CHECK(splitter->Finish().ok() && count == kItems);
  }
  CountBytes(state, body.size(), kItems);
}
BENCHMARK(SplitList)->ArgName("decode")->Arg(0)->Arg(1);

void FrameWatch(benchmark::State& state) {
  std::string stream;
  for (size_t i = 0; i < kItems; ++i) {
    std::string pod = PodJson(i, i + 1);
    pod.pop_back();  // its newline would end the event
    stream += R"({"type":"MODIFIED","object":)" + pod + "}\n";
  }
  for (auto _ : state) {
    const auto framer = kube::MakeWatchFramer(kube::ContentType::kJson);
    size_t count = 0;
    std::vector<kube::RawEvent> events;
    InChunks(stream, [&](std::string_view chunk) {
      events.clear();
      const base::Status fed = framer->Feed(chunk, events);
      count += events.size();
      if (state.range(0) != 0) {
        for (const auto& event : events) OARLOCK_CHECK(kube::DecodeObject(event.object).ok());
      }
      return fed;
    });
    OARLOCK_CHECK(count == kItems);
  }
  CountBytes(state, stream.size(), kItems);
}
BENCHMARK(FrameWatch)->ArgName("decode")->Arg(0)->Arg(1);

}  // namespace
}  // namespace oarlock::bench
