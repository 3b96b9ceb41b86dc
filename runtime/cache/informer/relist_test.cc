// A list that brings what the cache holds in the same version: nothing of it is decoded, stored or
// told again, and what did change is.
#include <gtest/gtest.h>

#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::ConfigMapScope;
using testing::ErrorJson;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

class Relist : public ::testing::Test {
 protected:
  void ListAgain(InformerHarness& h, Strings items, std::string version, int error = 500) {
    h.source->AddList({{}, std::move(items), std::move(version), {}, false});
    h.source->stream()->Send(WatchEventType::kError,
                             ErrorJson(error, error == 410 ? "Expired" : "InternalError", "x"));
    h.Advance(seconds(61));
  }
  static uint64_t Known(InformerHarness& h) {
    return h.metrics
        .MakeCounter("oarlock_reflector_list_items_known_total", "",
                     {{"resource", "configmaps.v1"}})
        ->value();
  }
};

TEST_F(Relist, WhatIsHeldInThatVersionIsNeitherDecodedNorToldAgain) {
  int transformed = 0;
  InformerScope scope = ConfigMapScope();
  scope.transform.name = "count";
  scope.transform.fn = [&transformed](const kube::Object& object) -> base::Result<kube::Object> {
    ++transformed;
    return object;
  };
  InformerHarness h(scope);
  h.StartWith({Json({"a", "1"}), Json({"b", "2"}), Json({"c", "3"})}, "10");
  const auto recorder = h.Record();
  recorder->Take();
  const kube::Object before = h.informer->store().Get("default/a");
  EXPECT_EQ(Known(h), 0u) << "there was nothing to compare with";
  EXPECT_EQ(transformed, 3);

  ListAgain(h, {Json({"a", "1"}), Json({"b", "12"}), Json({"d", "4"})}, "20");
  EXPECT_EQ(recorder->Take(), (Strings{"update default/b@12 relist", "add default/d@4 relist",
                                       "delete default/c@3 relist stale"}));
  EXPECT_EQ(Known(h), 1u);
  EXPECT_EQ(transformed, 5);
  EXPECT_TRUE(h.informer->store().Get("default/a").SameAs(before));
  EXPECT_EQ(h.Content(), "default/a@1 default/b@12 default/d@4");

  ListAgain(h, {Json({"d", "4"}), Json({"a", "1"}), Json({"b", "12"})}, "30");
  EXPECT_EQ(recorder->Take(), Strings{});
  EXPECT_EQ(Known(h), 4u);
  EXPECT_EQ(transformed, 5);
  EXPECT_EQ(h.Content(), "default/a@1 default/b@12 default/d@4");
  EXPECT_TRUE(recorder->violations.empty());
}

// The next list begins with what the first one brought before it failed.
TEST_F(Relist, AListThatFailedHalfWayIsNotDecodedAgain) {
  InformerHarness h;
  h.source->AddList({{}, {Json({"a", "1"})}, "10", "more", false});
  h.source->AddList({base::Unavailable("gone"), {Json({"b", "2"})}, {}, {}, false});
  h.informer->Start();
  h.Run();
  h.source->AddList({{}, {Json({"a", "1"}), Json({"b", "2"}), Json({"c", "3"})}, "11", {}, false});
  h.Advance(seconds(61));
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_EQ(Known(h), 2u);
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2 default/c@3");
}

// A version names one content. What comes under one that we hold is not looked at, good or bad.
TEST_F(Relist, AnotherBodyUnderAVersionThatIsHeldIsNotBelieved) {
  InformerHarness h;
  h.StartWith({Json({.name = "a", .version = "1", .value = "old"}), Json({"b", "2"})}, "10");
  const auto recorder = h.Record();
  recorder->Take();
  std::string broken = Json({"b", "2"});
  broken.replace(broken.find("\"data\""), 6, "data");
  ListAgain(h, {Json({.name = "a", .version = "1", .value = "new"}), broken}, "20");
  EXPECT_EQ(recorder->Take(), Strings{});
  EXPECT_TRUE(h.informer->set_aside().empty());
  EXPECT_EQ(h.informer->store().Get("default/a")["data"]["v"].AsString(), "old");
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2");
}

TEST_F(Relist, AnotherUidUnderTheSameVersionIsAnotherObject) {
  InformerHarness h;
  h.StartWith({Json({.name = "a", .version = "1", .uid = "u1"})}, "10");
  const auto recorder = h.Record();
  recorder->Take();
  ListAgain(h, {Json({.name = "a", .version = "1", .uid = "u2"})}, "20");
  EXPECT_EQ(recorder->Take(),
            (Strings{"delete default/a@1 relist stale", "add default/a@1 relist"}));
  EXPECT_EQ(Known(h), 0u);
}

// In a list that was read at no version, which alone counts, the last one of a key does, also when
// it is the one that is held and the first is not.
TEST_F(Relist, AKeyThatComesTwiceEndsAsTheListSaysLast) {
  for (const bool strict : {false, true}) {
    InformerHarness h;
    InformerEnv env = h.env();
    env.strict_order = strict;
    h.informer = std::make_unique<SharedInformer>(ConfigMapScope(), h.source, env);
    h.StartWith({Json({"a", "5"})}, "10");
    ListAgain(h, {Json({"a", "6"}), Json({"a", "5"})}, "20", 410);
    EXPECT_EQ(h.Content(), "default/a@5") << strict;
  }
}

}  // namespace
}  // namespace oarlock::cache
