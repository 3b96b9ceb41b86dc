#include "cache/store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/fake_clock.h"
#include "cache/lister.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::ObjectText;

kube::Object Make(const ObjectText& text) { return kube::ObjectFromJson(Json(text)).value(); }

std::string VersionOf(const Store& store, std::string_view key) {
  return std::string(store.Get(key).resource_version());
}

void ByValue(const kube::Object& object, IndexValues& values) {
  values.Add(object["data"]["v"].AsString());
}

class StoreTest : public ::testing::Test {
 protected:
  Store store;
  base::FakeClock clock;
};

TEST_F(StoreTest, ST_3_AddOnAKnownKeyIsAnUpdateAndDeleteOfAnUnknownOneIsNothing) {
  EXPECT_EQ(store.Set(Make({"a", "1"})).kind, StoreChange::Kind::kAdded);
  const StoreChange second = store.Set(Make({"a", "2"}));
  EXPECT_EQ(second.kind, StoreChange::Kind::kUpdated);
  EXPECT_EQ(second.old_object.resource_version(), "1");
  EXPECT_EQ(store.size(), 1u);
  EXPECT_EQ(store.bytes(), store.Get("default/a").bytes());
  EXPECT_EQ(store.Remove("default/none", {}).kind, StoreChange::Kind::kNone);
  EXPECT_EQ(store.Remove("default/a", Make({"a", "3"})).kind, StoreChange::Kind::kDeleted);
  EXPECT_EQ(store.size(), 0u);
  EXPECT_EQ(store.bytes(), 0u);
  EXPECT_FALSE(store.Get("default/a"));
}

TEST_F(StoreTest, SameVersionIsNoChangeAndKeepsTheFirstCopy) {
  const kube::Object first = Make({"a", "1"});
  store.Set(first);
  EXPECT_EQ(store.Set(Make({"a", "1"})).kind, StoreChange::Kind::kNone);
  EXPECT_TRUE(store.Get("default/a").SameAs(first));
}

TEST_F(StoreTest, C_INF_07_KeysOfTwoNamespacesAreTwoKeys) {
  store.Set(Make({"x", "1", "a", "uid1"}));
  store.Set(Make({"x", "2", "b", "uid2"}));
  EXPECT_EQ(store.Get("a/x").uid(), "uid1");
  EXPECT_EQ(store.Get("b/x").uid(), "uid2");
  EXPECT_EQ(store.ListNamespace("a").size(), 1u);
  EXPECT_EQ(store.ListNamespace("").size(), 2u);
}

TEST_F(StoreTest, ST_6_AnObjectIsFoundUnderEachOfItsValuesOnce) {
  ASSERT_TRUE(store
                  .AddIndex("two",
                            [](const kube::Object& object, IndexValues& values) {
                              values.Add(object["data"]["v"].AsString());
                              values.Add(object["data"]["v"].AsString());
                              values.Add("all");
                            })
                  .ok());
  store.Set(Make({.name = "a", .version = "1", .value = "red"}));
  store.Set(Make({.name = "b", .version = "2", .value = "blue"}));
  EXPECT_EQ(store.IndexKeys("two", "all").value(),
            (std::vector<std::string>{"default/a", "default/b"}));
  EXPECT_EQ(store.IndexKeys("two", "red").value(), (std::vector<std::string>{"default/a"}));
  EXPECT_EQ(store.Index("two", store.Get("default/a")).value().size(), 2u);
}

TEST_F(StoreTest, ST_7_AValueWithoutObjectsIsForgotten) {
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  store.Set(Make({.name = "b", .version = "2", .value = "x"}));
  store.Remove("default/a", {});
  EXPECT_EQ(store.IndexedValues("value").value(), (std::vector<std::string>{"x"}));
  store.Set(Make({.name = "b", .version = "3", .value = "y"}));
  EXPECT_EQ(store.IndexedValues("value").value(), (std::vector<std::string>{"y"}));
}

TEST_F(StoreTest, ST_8_AFailingIndexFunctionLosesTheObjectInThatIndexOnly) {
  ASSERT_TRUE(store
                  .AddIndex("bad",
                            [](const kube::Object& object, IndexValues& values) {
                              values.Add("x");
                              if (object.name() == "a") values.Fail("no");
                            })
                  .ok());
  store.Set(Make({"a", "1"}));
  store.Set(Make({"b", "2"}));
  EXPECT_EQ(store.IndexKeys("bad", "x").value(), (std::vector<std::string>{"default/b"}));
  EXPECT_EQ(store.size(), 2u);
  EXPECT_EQ(store.index_errors_total(), 1u);
}

TEST_F(StoreTest, ST_9_AnUnknownIndexIsAnError) {
  EXPECT_EQ(store.ByIndex("none", "x").status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ(store.IndexKeys("none", "x").status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ(store.Index("none", {}).status().code(), base::StatusCode::kNotFound);
}

TEST_F(StoreTest, ST_11_IndicesComeAndGoWhileObjectsAreThere) {
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  EXPECT_EQ(store.ByIndex("value", "x").value().size(), 1u);
  EXPECT_EQ(store.AddIndex("value", ByValue).code(), base::StatusCode::kAlreadyExists);
  EXPECT_TRUE(store.RemoveIndex("value"));
  EXPECT_FALSE(store.RemoveIndex("value"));
  EXPECT_FALSE(store.ByIndex("value", "x").ok());
  EXPECT_FALSE(store.RemoveIndex(kNamespaceIndex));
  store.Set(Make({.name = "a", .version = "2", .value = "x"}));  // no trace of the removed one
}

TEST_F(StoreTest, SharedIndexLivesAsLongAsItsLastLease) {
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  auto one = store.EnsureIndex("digest", ByValue).value();
  auto two = store.EnsureIndex("digest", ByValue).value();
  one.reset();
  EXPECT_EQ(store.ByIndex("digest", "x").value().size(), 1u);
  two.reset();
  EXPECT_FALSE(store.ByIndex("digest", "x").ok());
}

TEST_F(StoreTest, C_INF_09_OwnerIndexReadsOnlyTheChildrenOfAParent) {
  ASSERT_TRUE(store.AddIndex(kOwnerUidIndex, OwnerUidIndex).ok());
  for (int parent = 0; parent < 200; ++parent) {
    for (int child = 0; child < 5; ++child) {
      const std::string id = std::to_string(parent) + "-" + std::to_string(child);
      store.Set(Make({.name = id,
                      .version = "1",
                      .extra = R"(,"ownerReferences":[{"uid":"p)" + std::to_string(parent) +
                               R"(","kind":"P","name":"p","apiVersion":"v1"}])"}));
    }
  }
  for (int parent = 0; parent < 200; ++parent) {
    EXPECT_EQ(store.ByIndex(kOwnerUidIndex, "p" + std::to_string(parent)).value().size(), 5u);
  }
  EXPECT_LE(store.scanned_total(), 200u * 5u);
}

TEST_F(StoreTest, EndOfAListRemovesWhatItDidNotHave) {
  store.Set(Make({"a", "1"}));
  store.Set(Make({"b", "2"}));
  store.Set(Make({"c", "3"}));
  store.BeginList();
  store.Set(Make({"a", "1"}), {.from_list = true});  // unchanged
  store.Mark("default/b");                           // there, but could not be decoded
  const auto removed = store.EndList("9", false);
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0].key(), "default/c");
  EXPECT_EQ(store.size(), 2u);
  EXPECT_EQ(store.resource_version(), "9");
}

TEST_F(StoreTest, AnUnfinishedListRemovesNothing) {
  store.Set(Make({"a", "1"}));
  store.Set(Make({"b", "2"}));
  store.BeginList();
  store.Set(Make({"b", "20"}), {.from_list = true});
  store.BeginList();  // the first one failed; a replica that lags answers the second
  store.Set(Make({"a", "1"}), {.from_list = true, .keep_newer = true});
  EXPECT_TRUE(store.EndList("10", false).empty()) << "version 10 cannot speak about b@20";
  EXPECT_EQ(VersionOf(store, "default/b"), "20");
}

TEST_F(StoreTest, ReadYourWrites_AnAnswerIsSeenUntilTheWatchHasReachedIt) {
  store.Set(Make({"a", "10"}));
  EXPECT_TRUE(store.ApplyWrite(Make({"a", "20"})));
  EXPECT_EQ(VersionOf(store, "default/a"), "20");
  EXPECT_EQ(store.Base("default/a").resource_version(), "10");
  const StoreChange older = store.Set(Make({"a", "15"}));  // somebody else's, before ours
  EXPECT_EQ(older.old_object.resource_version(), "10");
  EXPECT_EQ(VersionOf(store, "default/a"), "20") << "what was written stays visible";
  const StoreChange ours = store.Set(Make({"a", "20"}));
  EXPECT_EQ(ours.kind, StoreChange::Kind::kUpdated) << "handlers hear of it from the watch";
  EXPECT_EQ(ours.old_object.resource_version(), "15");
  EXPECT_EQ(store.pending(), 0u);
}

TEST_F(StoreTest, ReadYourWrites_OlderOrIncomparableAnswersAreNotStored) {
  store.Set(Make({"a", "10"}));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "10"})));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "9"})));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "x11"})));
  EXPECT_FALSE(store.ApplyWrite(Make({"new", "x11"})));
  EXPECT_EQ(VersionOf(store, "default/a"), "10");
}

TEST_F(StoreTest, ReadYourWrites_ALateAnswerDoesNotResurrectADeletedObject) {
  store.Set(Make({"a", "20"}));
  store.Remove("default/a", Make({"a", "25"}));
  EXPECT_FALSE(store.ApplyWrite(Make({"a", "20"})));
  EXPECT_TRUE(store.ApplyWrite(Make({"a", "30", "default", "again"})));
  EXPECT_EQ(VersionOf(store, "default/a"), "30");
}

TEST_F(StoreTest, ReadYourWrites_TheDeleteOfTheWatchWinsOverAnAnswer) {
  store.Set(Make({"a", "10"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"a", "20"})));
  EXPECT_EQ(store.Remove("default/a", Make({"a", "30"})).kind, StoreChange::Kind::kDeleted);
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_EQ(store.pending(), 0u);
}

TEST_F(StoreTest, ReadYourWrites_NoAnswerOutlivesTheEndOfItsUid) {
  store.Set(Make({"a", "10"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"a", "20"})));
  store.Remove("default/a", Make({"a", "15"}));  // whatever its version, the uid is over
  EXPECT_FALSE(store.Get("default/a"));
  store.Set(Make({"b", "30"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"b", "40"})));
  ASSERT_TRUE(store.ApplyDelete("default/b", "u-b", "", clock.Now()));
  EXPECT_FALSE(store.Get("default/b")) << "our own write came before our own delete";
}

TEST_F(StoreTest, ReadYourWrites_ARecreationSurvivesTheDeleteOfItsForerunner) {
  store.Set(Make({"a", "10", "default", "u1"}));
  ASSERT_TRUE(store.ApplyWrite(Make({"a", "30", "default", "u2"})));
  EXPECT_EQ(store.Remove("default/a", Make({"a", "20", "default", "u1"})).kind,
            StoreChange::Kind::kDeleted);
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
  EXPECT_EQ(store.Set(Make({"a", "30", "default", "u2"})).kind, StoreChange::Kind::kAdded);
}

TEST_F(StoreTest, ReadYourWrites_ADeletedUidIsGoneUntilTheWatchOrThirtySeconds) {
  store.Set(Make({"a", "10"}));
  EXPECT_TRUE(store.ApplyDelete("default/a", "u-a", "", clock.Now()));
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_TRUE(store.ListNamespace("default").empty());
  EXPECT_EQ(store.Base("default/a").resource_version(), "10");
  EXPECT_TRUE(store.ExpirePending(clock.Now() + kDeleteMarkTime - std::chrono::seconds(1)));
  EXPECT_FALSE(store.Get("default/a"));
  EXPECT_FALSE(store.ExpirePending(clock.Now() + kDeleteMarkTime));
  EXPECT_TRUE(store.Get("default/a")) << "the watch never confirmed it";
}

TEST_F(StoreTest, ReadYourWrites_TheWatchsDeleteEndsTheMarkAndANewUidShows) {
  store.Set(Make({"a", "10", "default", "u1"}));
  ASSERT_TRUE(store.ApplyDelete("default/a", "u1", "", clock.Now()));
  EXPECT_EQ(store.Remove("default/a", Make({"a", "11", "default", "u1"})).kind,
            StoreChange::Kind::kDeleted);
  EXPECT_EQ(store.Set(Make({"a", "12", "default", "u2"})).kind, StoreChange::Kind::kAdded);
  EXPECT_EQ(store.Get("default/a").uid(), "u2");
  EXPECT_FALSE(store.ApplyDelete("default/a", "u1", "", clock.Now())) << "another uid is there";
}

TEST_F(StoreTest, ReadYourWrites_AListDecidesAboutAnswersByItsVersion) {
  ASSERT_TRUE(store.ApplyWrite(Make({"old", "10"})));
  ASSERT_TRUE(store.ApplyWrite(Make({"new", "30"})));
  store.BeginList();
  EXPECT_TRUE(store.EndList("20", false).empty()) << "handlers never heard of either";
  EXPECT_FALSE(store.Get("default/old"));
  EXPECT_TRUE(store.Get("default/new"));
  store.BeginList();
  store.EndList("5", true);
  EXPECT_FALSE(store.Get("default/new")) << "a consistent list may go back in time";
}

TEST_F(StoreTest, PendingAnswersAreBounded) {
  for (size_t i = 0; i < kStorePendingMax; ++i) {
    ASSERT_TRUE(store.ApplyWrite(Make({"n" + std::to_string(i), "5"})));
  }
  EXPECT_FALSE(store.ApplyWrite(Make({"more", "5"})));
  EXPECT_EQ(store.pending(), kStorePendingMax);
}

TEST_F(StoreTest, C_INF_11_WhatIsHandedOutNeverChanges) {
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  const kube::Object held = store.Get("default/a");
  store.Set(Make({.name = "a", .version = "2", .value = "y"}));
  EXPECT_EQ(held["data"]["v"].AsString(), "x");
}

TEST(Lister, LI_3_NotFoundSaysResourceAndName) {
  auto store = std::make_shared<Store>();
  store->Set(Make({"a", "1"}));
  const Lister lister({"apps", "v1", "deployments"}, store);
  EXPECT_EQ(lister.Get("default", "a").value().name(), "a");
  const base::Status status = lister.Get("default", "b").status();
  EXPECT_EQ(status.code(), base::StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "deployments.apps \"b\" not found");
  EXPECT_EQ(status.detail().http_status, 404);
}

TEST(Lister, LI_1_2_SelectsByLabelAndNamespaceOverSeveralStores) {
  auto one = std::make_shared<Store>();
  auto two = std::make_shared<Store>();
  one->Set(Make({.name = "a", .version = "1", .ns = "x", .labels = R"("app":"web")"}));
  one->Set(Make({.name = "b", .version = "2", .ns = "x", .labels = R"("app":"db")"}));
  two->Set(Make({.name = "c", .version = "3", .ns = "y", .labels = R"("app":"web")"}));
  const Lister lister({"", "v1", "configmaps"}, {one, two});
  const auto web = kube::LabelSelector::Parse("app=web").value();
  EXPECT_EQ(lister.List().size(), 3u);
  EXPECT_EQ(lister.List("", web).size(), 2u);
  EXPECT_EQ(lister.List("x", web).size(), 1u);
  EXPECT_TRUE(lister.List("x", kube::LabelSelector::FromValue({}).value()).empty());
  EXPECT_EQ(lister.ByIndex(kNamespaceIndex, "y").value().size(), 1u);
}

}  // namespace
}  // namespace oarlock::cache
