// The steps whose instructions are counted: `instructions NAME` does one of them, many times, and
// writes how often. Only what runs between the two marks is counted (see compare).
#include <valgrind/callgrind.h>

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/real_clock.h"
#include "bench/samples.h"
#include "cache/store.h"
#include "kube/decode.h"
#include "kube/list_splitter.h"
#include "queue/work_queue.h"

namespace oarlock::bench {
namespace {

constexpr size_t kPods = 400;
constexpr size_t kChunk = 64 * 1024;

// Counts what `run` does.
void Counted(const std::function<void()>& run) {
  CALLGRIND_TOGGLE_COLLECT;
  run();
  CALLGRIND_TOGGLE_COLLECT;
}

size_t Split() {
  const std::string body = PodListJson(kPods);
  Counted([&body] {
    const auto splitter = kube::MakeListSplitter(kube::ContentType::kJson);
    std::vector<std::string_view> items;
    size_t count = 0;
    for (size_t at = 0; at < body.size(); at += kChunk) {
      items.clear();
      OARLOCK_CHECK(splitter->Feed(std::string_view(body).substr(at, kChunk), items).ok());
      count += items.size();
    }
    OARLOCK_CHECK(count == kPods);
  });
  return kPods;
}

// Into a segment that has seen some of the kind; with managedFields, whose JSON is a good part.
size_t Decode(const std::vector<std::string>& pods, kube::ContentType type) {
  kube::DecodeOptions options;
  options.default_api_version = "v1";
  options.default_kind = "Pod";
  options.drop_managed_fields = false;
  options.segment = kube::MakeSegment({.measured_with = 1});
  std::vector<kube::Object> objects;
  objects.reserve(pods.size());
  const auto decode = [&](const std::string& pod) {
    auto object = kube::DecodeObject({type, pod}, options);
    OARLOCK_CHECK(object.ok());
    objects.push_back(std::move(object).value());
  };
  const size_t first = pods.size() / 4;
  for (size_t i = 0; i < first; ++i) decode(pods[i]);
  Counted([&] {
    for (size_t i = first; i < pods.size(); ++i) decode(pods[i]);
  });
  return pods.size() - first;
}

size_t DecodeJson() {
  std::vector<std::string> pods;
  for (size_t i = 0; i < kPods; ++i) pods.push_back(PodJson(i, i + 1));
  return Decode(pods, kube::ContentType::kJson);
}

size_t DecodeProtobuf() {
  std::vector<std::string> pods;
  for (size_t i = 0; i < kPods; ++i) pods.push_back(PodProtobuf(i));
  return Decode(pods, kube::ContentType::kProtobuf);
}

void ByNode(const kube::Object& pod, cache::IndexValues& values) {
  values.Add(pod["spec"]["nodeName"].AsString());
}

// New versions of objects that a store has, with one index of its own besides the namespace's.
size_t UpdateStore() {
  cache::Store store;
  OARLOCK_CHECK(store.AddIndex("node", ByNode).ok());
  for (const kube::Object& pod : Pods(kPods, 1)) store.Set(pod);
  const std::vector<kube::Object> pods = Pods(kPods, 2);
  Counted([&] {
    for (const kube::Object& pod : pods) store.Set(pod);
  });
  return kPods;
}

size_t CycleQueue() {
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  std::vector<queue::Key> keys;
  for (size_t i = 0; i < 1000; ++i)
    keys.push_back({0, 0, "shop", "checkout-7c9d8f6b54-" + std::to_string(i)});
  const auto cycle = [&](const queue::Key& key) {
    queue.Add(key);
    queue.Done(queue.TryGet()->key);
  };
  for (const queue::Key& key : keys) cycle(key);
  constexpr size_t kRounds = 5;
  Counted([&] {
    for (size_t round = 0; round < kRounds; ++round) {
      for (const queue::Key& key : keys) cycle(key);
    }
  });
  return kRounds * keys.size();
}

int Main(int argc, char** argv) {
  const std::map<std::string, std::function<size_t()>> steps{
      {"split_json", Split},
      {"decode_json", DecodeJson},
      {"decode_protobuf", DecodeProtobuf},
      {"update_store", UpdateStore},
      {"cycle_queue", CycleQueue},
  };
  const auto step = argc == 2 ? steps.find(argv[1]) : steps.end();
  if (step == steps.end()) {
    for (const auto& [name, run] : steps) std::printf("%s\n", name.c_str());
    return argc == 1 ? 0 : 2;
  }
  std::printf("%zu\n", step->second());
  return 0;
}

}  // namespace
}  // namespace oarlock::bench

int main(int argc, char** argv) { return oarlock::bench::Main(argc, argv); }
