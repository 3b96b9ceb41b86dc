#include "kube/segment.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "kube/decode.h"
#include "kube/segment/segment_core.h"

namespace oarlock::kube {
namespace {

std::string Pod(int template_id, int i, const std::string& extra = "") {
  const std::string t = std::to_string(template_id);
  const std::string n = std::to_string(i);
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-)" + t + "-" + n +
         R"(","namespace":"shop","uid":"uid-)" + n + R"(","resourceVersion":")" + n +
         R"(","labels":{"app":"web-)" + t +
         R"(","tier":"front"},"ownerReferences":[{"apiVersion":)"
         R"("apps/v1","kind":"ReplicaSet","name":"web-)" +
         t + R"(","uid":"rs-)" + t + R"(","controller":true}]},"spec":{"nodeName":"node-)" +
         std::to_string(i % 7) + R"(","containers":[{"name":"main","image":"registry/web:)" + t +
         R"(","env":[{"name":"A","value":"a long enough value"},{"name":"B","value":""}],)"
         R"("ports":[{"containerPort":8080}],"resources":{}}],"tolerations":[]},"status":)"
         R"({"phase":"Running","podIP":"10.0.0.)" +
         n + R"(","ready":true,"reason":null)" + extra + "}}";
}

class SegmentTest : public ::testing::Test {
 protected:
  Object Decode(const std::string& json) {
    DecodeOptions options;
    options.segment = segment_;
    auto object = ObjectFromJson(json, options);
    EXPECT_TRUE(object.ok()) << object.status().message();
    return object.ok() ? std::move(object).value() : Object();
  }
  SegmentStats stats() { return StatsOf(*segment_); }

  SegmentPtr segment_ = MakeSegment();
};

TEST_F(SegmentTest, ObjectsReadLikeThoseWithMemoryOfTheirOwn) {
  for (int i = 0; i < 300; ++i) {
    const std::string json = Pod(i % 9, i);
    const Object object = Decode(json);
    const Object own = *ObjectFromJson(json);
    ASSERT_EQ(object.ToJson(), json);
    ASSERT_EQ(own.ToJson(), json);
    ASSERT_TRUE(DeepEqual(object.root(), own.root()));
    ASSERT_EQ(object.key(), own.key());
    ASSERT_EQ(object.uid(), own.uid());
    ASSERT_EQ(object.resource_version(), own.resource_version());
    ASSERT_EQ(object.Label("app"), own.Label("app"));
    ASSERT_EQ(object["spec"]["containers"].At(0)["image"].AsString(),
              own["spec"]["containers"].At(0)["image"].AsString());
    ASSERT_EQ(object.ValueAt(object.labels().node()).ToJson(), own.labels().ToJson());
  }
}

TEST_F(SegmentTest, WhatRepeatsIsThereOnce) {
  std::vector<Object> objects;
  for (int i = 0; i < 2000; ++i) objects.push_back(Decode(Pod(i % 10, i)));
  size_t own = 0;
  for (const Object& object : objects) own += object.bytes();
  const size_t json = Pod(1, 1000).size();
  EXPECT_LT(own / objects.size(), json * 45 / 100) << "the unique rest of each";
  EXPECT_LT(stats().used_bytes, objects.size() * json * 55 / 100);
  EXPECT_EQ(objects[500].labels().node(), objects[510].labels().node());
  EXPECT_EQ(stats().objects, objects.size());
}

TEST_F(SegmentTest, NothingIsLeftWhenTheObjectsAreGone) {
  std::vector<Object> objects;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3000; ++i) objects.push_back(Decode(Pod(i % 50, i)));
    EXPECT_GT(stats().shared, 100u);
    // In another order than they came.
    for (size_t i = 0; i < objects.size(); i += 2) objects[i] = Object();
    objects.clear();
    const SegmentStats left = stats();
    EXPECT_EQ(left.objects, 0u);
    EXPECT_EQ(left.shared, 0u);
    EXPECT_EQ(left.used_bytes, 0u);
    EXPECT_LE(left.backed_bytes, 3 * 64u * 1024) << "huge slabs are given back";
  }
}

TEST_F(SegmentTest, ALastObjectKeepsTheSegmentOfAnOwnerThatIsGone) {
  const std::string json = Pod(1, 1);
  Decode(Pod(1, 2));
  Decode(Pod(1, 3));
  Object object = Decode(json);
  segment_.reset();
  EXPECT_EQ(object.ToJson(), json);
  const Object copy = object;
  object = Object();
  EXPECT_EQ(copy.ToJson(), json);
}

TEST_F(SegmentTest, AFailedDecodeLeavesNothing) {
  for (int i = 0; i < 4; ++i) Decode(Pod(1, i));
  DecodeOptions options;
  options.segment = segment_;
  std::string cut = Pod(1, 9);
  for (size_t size = cut.size() - 1; size > 0; size -= std::min<size_t>(size, 7)) {
    EXPECT_FALSE(ObjectFromJson(cut.substr(0, size), options).ok());
  }
  EXPECT_EQ(stats().objects, 0u);
  EXPECT_EQ(stats().shared, 0u);
}

TEST_F(SegmentTest, SecretsShareNothingButTheNamesOfTheirMembers) {
  segment_ = MakeSegment({.share_values = false});
  std::vector<Object> objects;
  for (int i = 0; i < 50; ++i) objects.push_back(Decode(Pod(1, i)));
  EXPECT_EQ(objects[40].ToJson(), Pod(1, 40));
  EXPECT_NE(objects[40].labels().node(), objects[41].labels().node());
  EXPECT_LT(stats().shared, 12u);
}

std::string Nested(int depth, const std::string& core) {
  std::string text = core;
  for (int i = 0; i < depth; ++i) text = "[" + text + "]";
  return text;
}

TEST_F(SegmentTest, TheDepthLimitHoldsForWhatIsKnownToo) {
  const std::string core = R"({"a":"some text here","b":[1,2,3]})";
  const auto object = [](const std::string& value) { return R"({"x":{"v":)" + value + "}}"; };
  const std::string inner = Nested(200, core);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(Decode(object(inner)).ToJson(), object(inner));
  std::vector<Object> kept{Decode(object(inner)), Decode(object(inner))};
  DecodeOptions options;
  options.segment = segment_;
  EXPECT_TRUE(ObjectFromJson(object(Nested(50, inner)), options).ok());
  EXPECT_EQ(ObjectFromJson(object(Nested(60, inner)), options).status().code(),
            base::StatusCode::kTooLarge);
}

// Against objects with memory of their own, over random documents that have parts in common.
TEST_F(SegmentTest, RandomDocumentsComeBackByteForByte) {
  const uint64_t seed = 20261129;
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  const auto below = [&random](size_t n) { return static_cast<size_t>(random.Next() % n); };
  std::vector<std::string> parts{"null", "true", "\"\"", "{}",
                                 "[]",   "-0",   "1.0",  "12345678901234567890123"};
  std::vector<std::pair<Object, std::string>> live;
  for (int i = 0; i < 2500; ++i) {
    const auto pick = [&] { return parts[below(parts.size())]; };
    std::string part;
    switch (below(4)) {
      case 0: part = "\"text " + std::to_string(below(50)) + "\\u00e9\\n\""; break;
      case 1: part = "[" + pick() + "," + pick() + "," + pick() + "]"; break;
      case 2:
        part = R"({"k)" + std::to_string(below(5)) + R"(":)" + pick() + R"(,"":)" + pick() + "}";
        break;
      default: {
        part = "{";
        for (int k = 0; k < 20; ++k)
          part += (k > 0 ? ",\"m" : "\"m") + std::to_string((k * 7) % 20) + "\":" + pick();
        part += "}";
      }
    }
    if (part.size() < 400) parts[below(parts.size())] = part;
    if (parts.size() < 40) parts.push_back(part);
    const std::string json = R"({"metadata":{"name":"n"},"a":)" + part + R"(,"b":)" + pick() + "}";
    live.emplace_back(Decode(json), json);
    if (live.size() > 60) {
      const size_t gone = below(live.size());
      const auto expected = ObjectFromJson(live[gone].second);
      ASSERT_TRUE(expected.ok());
      ASSERT_EQ(live[gone].first.ToJson(), expected->ToJson());
      ASSERT_TRUE(DeepEqual(live[gone].first.root(), expected->root()));
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(gone));
    }
  }
  live.clear();
  EXPECT_EQ(stats().used_bytes, 0u);
}

TEST_F(SegmentTest, ThreadsReleaseAndReadWhileOneDecodes) {
  constexpr int kThreads = 3;
  std::vector<std::vector<Object>> handed(kThreads);
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 60; ++i)
      handed[static_cast<size_t>(i % kThreads)].push_back(Decode(Pod(i % 5, i)));
    std::vector<std::thread> threads;
    for (auto& mine : handed) {
      threads.emplace_back([&mine] {
        for (Object& object : mine) {
          const Object copy = object;
          object = Object();
          EXPECT_EQ(copy["status"]["phase"].AsString(), "Running");
        }
        mine.clear();
      });
    }
    for (int i = 0; i < 60; ++i) EXPECT_EQ(Decode(Pod(i % 5, i)).ToJson(), Pod(i % 5, i));
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(stats().objects, 0u);
  EXPECT_EQ(stats().used_bytes, 0u);
}

}  // namespace
}  // namespace oarlock::kube
