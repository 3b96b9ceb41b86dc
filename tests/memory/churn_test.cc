// A year of changes on one informer's memory, as fast as they can be made: objects come, change and
// go, and what they have in common changes, too. Nothing may grow.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "cache/store.h"
#include "kube/decode.h"
#include "kube/segment.h"

namespace oarlock::cache {
namespace {

constexpr uint64_t kUpdates = 10'000'000;
constexpr uint64_t kWarm = 1'000'000;
constexpr uint64_t kObjects = 3000;
constexpr uint64_t kMiB = 1024 * 1024;

// `release` is what a rollout changes: the image, a label, the environment.
void Write(uint64_t i, uint64_t version, uint64_t release, std::string& out) {
  const std::string n = std::to_string(i);
  const std::string r = std::to_string(release + i % 40);
  out = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p-)" + n + R"(","namespace":"ns-)" +
        std::to_string(i % 20) + R"(","uid":"u-)" + n + R"(","resourceVersion":")" +
        std::to_string(version) + R"(","labels":{"app":"web","release":"r-)" + r +
        R"("}},"spec":{"nodeName":"node-)" + std::to_string(version % 100) +
        R"(","containers":[{"name":"main","image":"images/web:)" + r +
        R"(","env":[{"name":"A","value":"some value of )" + r +
        R"("}]}]},"status":{"phase":"Running"}})";
}

void ByNode(const kube::Object& pod, IndexValues& values) {
  values.Add(pod["spec"]["nodeName"].AsString());
}

TEST(Churn, TenMillionUpdatesLeaveMemoryAsItWas) {
  const uint64_t seed = 20261129;
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  Store store;
  ASSERT_TRUE(store.AddIndex("node", ByNode).ok());
  kube::DecodeOptions options;
  options.segment = kube::MakeSegment();
  std::string json;
  kube::SegmentStats warm;
  for (uint64_t version = 1; version <= kUpdates; ++version) {
    const uint64_t i = random.Next() % kObjects;
    Write(i, version, version / 20'000, json);
    auto object = kube::ObjectFromJson(json, options);
    ASSERT_TRUE(object.ok());
    if (random.Next() % 16 == 0) {
      store.Remove(object->key(), *object);
    } else {
      store.Set(*object);
    }
    if (version == kWarm) warm = kube::StatsOf(*options.segment);
  }
  const kube::SegmentStats end = kube::StatsOf(*options.segment);
  EXPECT_LE(end.objects, kObjects + 1000) << "what readers may still see is bounded";
  EXPECT_LE(end.used_bytes, warm.used_bytes + warm.used_bytes / 4);
  EXPECT_LE(end.backed_bytes, warm.backed_bytes + 2 * kMiB);
  EXPECT_LE(end.table_bytes, 2 * warm.table_bytes);
  EXPECT_LE(end.shared, 2 * warm.shared);
  store.BeginList();
  store.EndList(std::to_string(kUpdates + 1), true);
  EXPECT_EQ(store.size(), 0u);
}

}  // namespace
}  // namespace oarlock::cache
