#include "cache/reflector/cache_verifier.h"

#include <gtest/gtest.h>

#include "base/log.h"
#include "cache/testing/reflector_harness.h"
#include "kube/testing/protobuf_bytes.h"

namespace oarlock::cache {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::Expired;
using testing::Json;
using testing::ListReply;
using testing::ReflectorHarness;

using Strings = std::vector<std::string>;

struct Lines final : base::LogSink {
  void Write(base::LogLevel level, std::string_view line) override {
    if (level == base::LogLevel::kError) errors.emplace_back(line);
  }
  Strings errors;
};

class CacheVerifierTest : public ::testing::Test {
 protected:
  CacheVerifierTest() {
    h.options.verify = true;
    h.log = &log;
  }
  // What the cache holds after its list, whatever the list said.
  void Holds(const Strings& items) {
    for (const std::string& item : items) {
      h.target->applied.push_back(kube::ObjectFromJson(item).value());
    }
  }
  void SyncThen(std::vector<ListReply> replies) {
    h.source->AddList({{}, {}, "10", {}, false});
    for (ListReply& reply : replies) h.source->AddList(std::move(reply));
    h.Start();
  }
  uint64_t differences() { return h.Count("oarlock_informer_verify_differences_total"); }
  uint64_t done() { return h.Count("oarlock_informer_verifications_total"); }

  std::shared_ptr<Lines> lines = std::make_shared<Lines>();
  base::Log log{base::LogLevel::kInfo, base::LogFormat::kText, lines};
  ReflectorHarness h;
};

TEST_F(CacheVerifierTest, CD_1_ComparesAtExactlyTheVersionOfTheListInPages) {
  Holds({Json({"a", "1"}), Json({"b", "2"})});
  SyncThen(
      {{{}, {Json({"a", "1"})}, "10", "more", false}, {{}, {Json({"b", "2"})}, "10", {}, false}});
  const auto lists = h.source->lists();
  ASSERT_EQ(lists.size(), 3u);
  EXPECT_EQ(lists[1].resource_version, "10");
  EXPECT_EQ(lists[1].match, kube::ResourceVersionMatch::kExact);
  EXPECT_EQ(lists[2].continue_token, "more");
  EXPECT_EQ(done(), 1u);
  EXPECT_EQ(differences(), 0u);
  EXPECT_TRUE(lines->errors.empty());
}

TEST_F(CacheVerifierTest, ProtobufOfANewerServerIsComparedAsJson) {
  Holds({Json({"a", "1"})});
  const std::string newer = kube::testing::Enveloped(
      "v1", "ConfigMap", kube::testing::ConfigMapItem("a", "1") + kube::testing::UnknownField());
  SyncThen({{{}, {newer}, "10", {}, false}, {{}, {Json({"a", "1"})}, "10", {}, false}});
  EXPECT_EQ(h.source->json_asks, 1);
  EXPECT_EQ(done(), 0u);
  h.Advance(minutes(1));
  EXPECT_EQ(done(), 1u);
  EXPECT_EQ(differences(), 0u);
}

TEST_F(CacheVerifierTest, CD_1_EveryKindOfDifferenceIsCountedAndUpToFiveAreNamed) {
  Strings held = {Json({"same", "1"}), Json({"older", "2"}), Json({.name = "uid", .version = "3"}),
                  Json({"newer", "11"})};
  for (int i = 0; i < 6; ++i) held.push_back(Json({"extra" + std::to_string(i), "4"}));
  Holds(held);
  SyncThen({{{},
             {Json({"same", "1"}), Json({"older", "5"}),
              Json({.name = "uid", .version = "3", .uid = "other"}), Json({"missing", "6"})},
             "10",
             {},
             false}});
  EXPECT_EQ(differences(), 9u) << "older, uid, missing, six extra; what is newer is not compared";
  ASSERT_EQ(lines->errors.size(), 1u) << "and the process goes on";
  const std::string& line = lines->errors[0];
  for (const char* key : {"default/older", "default/uid", "default/missing", "default/extra"}) {
    EXPECT_NE(line.find(key), std::string::npos) << line;
  }
  EXPECT_EQ(line.find("default/same"), std::string::npos);
  size_t named = 0;
  for (size_t at = line.find("default/"); at != std::string::npos;
       at = line.find("default/", at + 1))
    ++named;
  EXPECT_EQ(named, kVerifyKeysMax);
}

TEST_F(CacheVerifierTest, CD_1_FailuresAreRetriedAndGivenUp) {
  Holds({Json({"a", "1"})});
  const ListReply down{base::Unavailable("down"), {Json({"z", "1"})}, {}, {}, false};
  SyncThen({down, down, {{}, {Json({"a", "1"})}, "10", {}, false}});
  h.Advance(minutes(1));
  EXPECT_EQ(done(), 1u);
  EXPECT_EQ(differences(), 0u) << "half a list says nothing";

  ReflectorHarness never;
  never.options.verify = true;
  never.source->AddList({{}, {}, "10", {}, false});
  never.source->on_list = [&](const kube::ListOptions&) { return down; };
  never.Start();
  never.Advance(minutes(20));
  EXPECT_EQ(never.source->lists().size(), 1u + kVerifyTriesMax);
  EXPECT_EQ(never.Count("oarlock_informer_verifications_total"), 0u);
}

TEST_F(CacheVerifierTest, CD_2_ACompactedVersionOrAListWithoutOneIsNotCompared) {
  SyncThen({{Expired(), {}, {}, {}, false}});
  h.Advance(minutes(5));
  EXPECT_EQ(h.source->lists().size(), 2u);
  EXPECT_EQ(done(), 0u);

  ReflectorHarness without;
  without.options.verify = true;
  without.source->AddList({{}, {}, "", {}, false});
  without.Start();
  without.Advance(seconds(10));
  EXPECT_EQ(without.source->lists().size(), 1u);

  ReflectorHarness off;  // the default
  off.source->AddList({{}, {}, "10", {}, false});
  off.Start();
  EXPECT_EQ(off.source->lists().size(), 1u);
}

TEST_F(CacheVerifierTest, WhatCannotBeTakenInIsNoDifference) {
  const std::string bad = R"({"metadata":{"name":"bad","namespace":"default"},"data":{)";
  Holds({Json({"a", "1"}), Json({"bad", "1"})});  // an older state of it
  SyncThen({{{}, {Json({"a", "1"}), bad}, "10", {}, false}});
  EXPECT_EQ(done(), 1u);
  EXPECT_EQ(differences(), 0u);
}

TEST_F(CacheVerifierTest, StopEndsItAndTheGateIsLeft) {
  ListGate gate(1, h.clock, nullptr);
  h.list_gate = &gate;
  h.source->AddList({{}, {}, "10", {}, false});
  h.Start();  // the comparison's list hangs
  EXPECT_EQ(h.source->lists().size(), 2u);
  EXPECT_EQ(gate.running(), 1u);
  h.reflector->Stop();
  h.Run();
  EXPECT_EQ(gate.running(), 0u);
  EXPECT_EQ(h.clock.pending_timers(), 0u);
}

}  // namespace
}  // namespace oarlock::cache
