#include "cache/store.h"

#include <gtest/gtest.h>

#include "cache/lister.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::ObjectText;
using Strings = std::vector<std::string>;

kube::Object Make(const ObjectText& text) { return kube::ObjectFromJson(Json(text)).value(); }

std::string VersionOf(const Store& store, std::string_view key) {
  return std::string(store.Get(key).resource_version());
}

// One value per letter of data.v.
void Letters(const kube::Object& object, IndexValues& values) {
  for (const char letter : object["data"]["v"].AsString()) values.Add(std::string(1, letter));
}

void ByValue(const kube::Object& object, IndexValues& values) {
  values.Add(object["data"]["v"].AsString());
}

class StoreTest : public ::testing::Test {
 protected:
  Store store;
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
  store.Remove("a/x", {});
  EXPECT_EQ(store.Get("b/x").uid(), "uid2");
  EXPECT_FALSE(store.Get("x")) << "a name alone is no key of a namespaced object";
}

TEST_F(StoreTest, ST_6_AnObjectIsFoundUnderEachOfItsNoneToManyValues) {
  ASSERT_TRUE(store.AddIndex("letters", Letters).ok());
  store.Set(Make({.name = "a", .version = "1", .value = "xyx"}));
  store.Set(Make({.name = "b", .version = "2", .value = "y"}));
  store.Set(Make({.name = "c", .version = "3", .value = ""}));
  EXPECT_EQ(store.IndexKeys("letters", "x").value(), (Strings{"default/a"}));
  EXPECT_EQ(store.IndexKeys("letters", "y").value(), (Strings{"default/a", "default/b"}));
  EXPECT_EQ(store.IndexedValues("letters").value(), (Strings{"x", "y"}));
  store.Set(Make({.name = "a", .version = "4", .value = "yz"}));
  EXPECT_EQ(store.IndexKeys("letters", "y").value(), (Strings{"default/a", "default/b"}));
  EXPECT_EQ(store.IndexedValues("letters").value(), (Strings{"y", "z"}));
}

TEST_F(StoreTest, ST_10_BySampleEachObjectThatSharesAValueComesOnce) {
  ASSERT_TRUE(store.AddIndex("letters", Letters).ok());
  store.Set(Make({.name = "a", .version = "1", .value = "xy"}));
  store.Set(Make({.name = "b", .version = "2", .value = "yz"}));
  store.Set(Make({.name = "c", .version = "3", .value = "w"}));
  const auto found = [this](const std::string& letters) {
    std::string names;
    const kube::Object sample = Make({.name = "sample", .version = "9", .value = letters});
    const auto objects = store.Index("letters", sample).value();
    for (const kube::Object& object : objects) names += object.name();
    return names;
  };
  EXPECT_EQ(found("xyz"), "ab") << "the sample itself is not there";
  EXPECT_EQ(found("w"), "c");
  EXPECT_EQ(found(""), "");
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
  const auto bad = [](const kube::Object& object, IndexValues& values) {
    values.Add("x");
    if (object["data"]["v"].AsString() == "bad") values.Fail("no good: " + object.key());
  };
  store.Set(Make({.name = "a", .version = "1", .value = "bad"}));
  ASSERT_TRUE(store.AddIndex("bad", bad).ok());
  store.Set(Make({.name = "b", .version = "2"}));
  store.Set(Make({.name = "c", .version = "3", .value = "bad"}));
  EXPECT_EQ(store.IndexKeys("bad", "x").value(), (Strings{"default/b"}));
  EXPECT_EQ(store.ListNamespace("default").size(), 3u) << "no other index knows of it";
  EXPECT_EQ(store.index_errors_total(), 2u);
  EXPECT_EQ(store.index_set_aside(), 2u);
  const auto aside = store.SetAsideIn("bad").value();
  ASSERT_EQ(aside.size(), 2u);
  EXPECT_EQ(aside[0].key, "default/a");
  EXPECT_EQ(aside[0].error, "no good: default/a");
  store.Set(Make({.name = "a", .version = "4"}));
  store.Remove("default/c", {});
  EXPECT_EQ(store.index_set_aside(), 0u) << "mended, and gone";
  EXPECT_EQ(store.IndexKeys("bad", "x").value(), (Strings{"default/a", "default/b"}));
  EXPECT_FALSE(store.SetAsideIn("none").ok());
}

TEST_F(StoreTest, WhatAnIndexListsAsSetAsideIsBounded) {
  ASSERT_TRUE(
      store.AddIndex("bad", [](const kube::Object&, IndexValues& v) { v.Fail("no"); }).ok());
  for (size_t i = 0; i < kIndexSetAsideMax + 5; ++i) {
    store.Set(Make({"n" + std::to_string(i), "1"}));
  }
  EXPECT_EQ(store.SetAsideIn("bad").value().size(), kIndexSetAsideMax);
  EXPECT_EQ(store.index_set_aside(), kIndexSetAsideMax + 5);
  EXPECT_TRUE(store.RemoveIndex("bad"));
  EXPECT_EQ(store.index_set_aside(), 0u);
}

TEST_F(StoreTest, TooManyValuesAndLongErrorsAreCut) {
  ASSERT_TRUE(store
                  .AddIndex("many",
                            [](const kube::Object&, IndexValues& values) {
                              for (size_t i = 0; i <= kIndexValuesMax; ++i) {
                                values.Add(std::to_string(i));
                              }
                            })
                  .ok());
  ASSERT_TRUE(store
                  .AddIndex("long",
                            [](const kube::Object&, IndexValues& values) {
                              values.Fail(std::string(10 * kIndexErrorMax, 'x'));
                            })
                  .ok());
  store.Set(Make({"a", "1"}));
  EXPECT_TRUE(store.IndexedValues("many").value().empty());
  EXPECT_EQ(store.SetAsideIn("many").value().size(), 1u);
  EXPECT_EQ(store.SetAsideIn("long").value()[0].error.size(), kIndexErrorMax);
}

TEST_F(StoreTest, ST_9_AnUnknownIndexIsAnError) {
  EXPECT_EQ(store.ByIndex("none", "x").status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ(store.IndexKeys("none", "x").status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ(store.Index("none", {}).status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ(store.IndexedValues("none").status().code(), base::StatusCode::kNotFound);
  EXPECT_EQ(store.ByIndex("none", "x").status().message(), "no index named \"none\"");
  for (const char* name : {"c", "a", "b"}) store.Set(Make({name, "1"}));
  EXPECT_EQ(store.IndexKeys(kNamespaceIndex, "default").value(),
            (Strings{"default/a", "default/b", "default/c"}))
      << "sorted";
  EXPECT_TRUE(store.ByIndex(kNamespaceIndex, "other").value().empty()) << "a value without objects";
}

TEST_F(StoreTest, ST_11_IndicesComeAndGoWhileObjectsAreThere) {
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  EXPECT_EQ(store.ByIndex("value", "x").value().size(), 1u);
  EXPECT_EQ(store.AddIndex("value", Letters).code(), base::StatusCode::kAlreadyExists);
  store.Set(Make({.name = "b", .version = "1", .value = "xy"}));
  EXPECT_EQ(store.ByIndex("value", "xy").value().size(), 1u) << "the first one is unchanged";
  EXPECT_TRUE(store.RemoveIndex("value"));
  EXPECT_FALSE(store.RemoveIndex("value"));
  EXPECT_FALSE(store.ByIndex("value", "x").ok());
  EXPECT_FALSE(store.RemoveIndex(kNamespaceIndex));
  store.Set(Make({.name = "a", .version = "2", .value = "x"}));
  ASSERT_TRUE(store.AddIndex("value", Letters).ok()) << "the name is free again";
  EXPECT_EQ(store.IndexKeys("value", "x").value(), (Strings{"default/a", "default/b"}));
}

TEST_F(StoreTest, ST_12_TheNamesOfIndicesAreACopy) {
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  Strings names = store.IndexNames();
  EXPECT_EQ(names, (Strings{"namespace", "value"}));
  names.clear();
  ASSERT_TRUE(store.RemoveIndex("value"));
  EXPECT_EQ(store.IndexNames(), (Strings{"namespace"}));
}

TEST_F(StoreTest, SharedIndexLivesAsLongAsItsLastLease) {
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  auto one = store.EnsureIndex("digest", ByValue).value();
  auto two = store.EnsureIndex("digest", ByValue).value();
  one.reset();
  EXPECT_EQ(store.ByIndex("digest", "x").value().size(), 1u);
  two.reset();
  EXPECT_FALSE(store.ByIndex("digest", "x").ok());
  ASSERT_TRUE(store.AddIndex("digest", ByValue).ok());
  EXPECT_EQ(store.EnsureIndex("digest", ByValue).status().code(), base::StatusCode::kAlreadyExists)
      << "an index that one user owns is not shared";
}

TEST_F(StoreTest, C_INF_09_OwnerIndexReadsOnlyTheChildrenOfAParent) {
  constexpr size_t kParents = 2000;
  constexpr size_t kChildren = 5;
  ASSERT_TRUE(store.AddIndex(kOwnerUidIndex, OwnerUidIndex).ok());
  for (size_t i = 0; i < kParents * kChildren; ++i) {
    const std::string owner = "p" + std::to_string(i / kChildren);
    store.Set(Make({.name = "c" + std::to_string(i),
                    .version = "1",
                    .extra = R"(,"ownerReferences":[{"uid":")" + owner +
                             R"(","kind":"P","name":"p","apiVersion":"v1"}])"}));
  }
  store.Set(Make({"orphan", "1"}));
  for (size_t parent = 0; parent < kParents; ++parent) {
    const auto children = store.ByIndex(kOwnerUidIndex, "p" + std::to_string(parent)).value();
    EXPECT_EQ(children.size(), kChildren);
  }
  EXPECT_EQ(store.scanned_total(), kParents * kChildren) << "and never an orphan";
}

TEST_F(StoreTest, ST_4_AListReplacesTheContentAndItsIndices) {
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  store.Set(Make({.name = "b", .version = "2", .value = "x"}));
  store.Set(Make({.name = "c", .version = "3", .value = "old"}));
  const kube::Object a = store.Get("default/a");
  store.BeginList();
  store.Set(Make({.name = "a", .version = "1", .value = "x"}), {.from_list = true});
  store.Mark("default/b");  // there, but could not be decoded
  store.Set(Make({.name = "d", .version = "8", .value = "y"}), {.from_list = true});
  EXPECT_EQ(store.Keys().size(), 4u) << "readers see neither an empty nor a half store meanwhile";
  EXPECT_EQ(store.resource_version(), "3");
  const auto removed = store.EndList("9", false);
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0].key(), "default/c");
  EXPECT_EQ(store.size(), 3u);
  EXPECT_EQ(store.resource_version(), "9");
  EXPECT_EQ(store.IndexedValues("value").value(), (Strings{"x", "y"}));
  EXPECT_TRUE(store.Get("default/a").SameAs(a)) << "what is unchanged is not stored twice";
}

TEST_F(StoreTest, ST_13_TheVersionIsThatOfTheLastChangeBookmarkOrList) {
  EXPECT_EQ(store.resource_version(), "");
  store.Set(Make({"a", "5"}));
  EXPECT_EQ(store.resource_version(), "5");
  store.Remove("default/a", Make({"a", "7"}));
  EXPECT_EQ(store.resource_version(), "7") << "the event of a delete carries the version of it";
  store.Remove("default/a", {});
  EXPECT_EQ(store.resource_version(), "7");
  store.SetResourceVersion("9");
  EXPECT_EQ(store.resource_version(), "9");
  store.ApplyWrite(Make({"b", "20"}));
  EXPECT_EQ(store.resource_version(), "9") << "an answer says nothing about what is before it";
  store.BeginList();
  store.Set(Make({"b", "20"}), {.from_list = true});
  EXPECT_EQ(store.resource_version(), "9");
  store.EndList("21", false);
  EXPECT_EQ(store.resource_version(), "21");
  store.BeginList();
  store.EndList("4", true);
  EXPECT_EQ(store.resource_version(), "4") << "a consistent list may go back in time";
}

// Another store that has all changes lacks nothing, whatever bookmarks this one has seen.
TEST_F(StoreTest, BookmarksMoveTheVersionButNotThatOfTheContent) {
  Store fresh;
  fresh.BeginList();
  (void)fresh.EndList("10", false);
  fresh.SetResourceVersion("15");
  EXPECT_EQ(fresh.resource_version(), "15");
  EXPECT_EQ(fresh.content_version(), "10");
  fresh.Set(Make({"a", "17"}));
  EXPECT_EQ(fresh.content_version(), "17");
}

TEST_F(StoreTest, ST_13_TheVersionNeverPromisesAChangeOfTheBatchThatIsStillToCome) {
  store.Set(Make({"old", "2"}));
  store.BeginBatch();
  store.Set(Make({"a", "5"}));  // coalesced: it stood before b@4
  EXPECT_EQ(store.resource_version(), "2");
  EXPECT_TRUE(store.ApplyWrite(Make({"b", "4"}))) << "so our own write is seen at once";
  EXPECT_EQ(VersionOf(store, "default/b"), "4");
  store.Remove("default/old", Make({"old", "6"}));
  EXPECT_FALSE(store.ApplyWrite(Make({"old", "3"}))) << "nothing the batch removed comes back";
  store.Set(Make({"b", "4"}));
  store.EndBatch();
  EXPECT_EQ(store.resource_version(), "6");
  EXPECT_FALSE(store.ApplyWrite(Make({"old", "3"})));
  EXPECT_EQ(store.pending(), 0u);
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

// What a reader sees under one key, whoever writes.
TEST_F(StoreTest, INV_5_VersionsOfAKeyGoBackByAConsistentListOnly) {
  const auto version = [this] { return VersionOf(store, "default/a"); };
  store.Set(Make({"a", "20"}));
  store.ApplyWrite(Make({"a", "30"}));
  store.ApplyWrite(Make({"a", "25"}));
  EXPECT_EQ(version(), "30") << "a late answer";
  store.Set(Make({"a", "28"}));
  EXPECT_EQ(version(), "30") << "an event from before the answer";
  store.BeginList();
  store.Set(Make({"a", "22"}), {.from_list = true, .keep_newer = true});
  store.EndList("29", false);
  EXPECT_EQ(version(), "30") << "a replica that lags";
  EXPECT_EQ(store.Base("default/a").resource_version(), "28");
  store.Set(Make({"a", "9"}), {.keep_newer = true});
  EXPECT_EQ(version(), "30") << "a replayed event; nor is 9 newer than 28 because 9 > 2";
  store.BeginList();
  store.Set(Make({"a", "7"}), {.from_list = true});
  store.EndList("8", true);
  EXPECT_EQ(version(), "7") << "the server itself was set back";
}

TEST_F(StoreTest, ST_5_C_INF_11_AllShareOneCopyAndWhatIsHandedOutNeverChanges) {
  store.Set(Make({.name = "a", .version = "1", .value = "x"}));
  const kube::Object held = store.Get("default/a");
  const std::string text = held.ToJson();
  const auto listed = store.List();
  EXPECT_TRUE(listed[0].SameAs(held)) << "no copies";
  EXPECT_TRUE(store.ByIndex(kNamespaceIndex, "default").value()[0].SameAs(held));
  kube::Object mine = held;
  mine = Make({.name = "a", .version = "1", .value = "mine"});  // all a user can do to a handle
  EXPECT_EQ(store.Get("default/a")["data"]["v"].AsString(), "x");
  store.Set(Make({.name = "a", .version = "2", .value = "y"}));
  store.Remove("default/a", {});
  EXPECT_EQ(held["data"]["v"].AsString(), "x");
  EXPECT_EQ(held.ToJson(), text);
  EXPECT_TRUE(listed[0].SameAs(held)) << "a list, once read, is not rebuilt under its reader";
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
  const Lister lister({"", "v1", "configmaps"},
                      {std::make_shared<ViewReader>(one), std::make_shared<ViewReader>(two)});
  const auto web = kube::LabelSelector::Parse("app=web").value();
  EXPECT_EQ(lister.List().size(), 3u);
  EXPECT_EQ(lister.List("", web).size(), 2u);
  EXPECT_EQ(lister.List("x", web).size(), 1u);
  EXPECT_TRUE(lister.List("x", kube::LabelSelector::FromValue({}).value()).empty());
  EXPECT_EQ(lister.ByIndex(kNamespaceIndex, "y").value().size(), 1u);
}

}  // namespace
}  // namespace oarlock::cache
