#include "app/admin/cached_objects.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::app {
namespace {

using cache::InformerFactory;

class CachedObjectsTest : public testing::Test {
 protected:
  std::shared_ptr<cache::Store> Add(const kube::GroupVersionResource& gvr, const std::string& kind,
                                    const std::string& ns = "",
                                    cache::ObjectForm form = cache::ObjectForm::kFull) {
    InformerFactory::Cached cached;
    cached.scope.resource.gvr = gvr;
    cached.scope.resource.kind = kind;
    cached.scope.ns = ns;
    cached.scope.form = form;
    auto store = std::make_shared<cache::Store>();
    cached.store = store;
    stores_.push_back(std::move(cached));
    return store;
  }
  static void Put(cache::Store& store, const std::string& ns, const std::string& name,
                  const std::string& more = "") {
    const auto object = kube::ObjectFromJson(
        R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":")" + ns + R"(","name":")" +
        name + R"(","resourceVersion":"1","labels":{"app":")" + name +
        R"("},"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"s3cret"}})" +
        more + "}");
    ASSERT_TRUE(object.ok()) << object.status().ToString();
    store.Set(*object);
  }
  Json Get(const ObjectsQuery& query) {
    const auto answer = CachedObjects(stores_, query);
    EXPECT_TRUE(answer.ok()) << answer.status().ToString();
    return answer.ok() ? *answer : Json();
  }
  base::Status Refused(const ObjectsQuery& query) { return CachedObjects(stores_, query).status(); }
  static std::string Names(const Json& answer) {
    std::string out;
    for (const Json& item : answer["items"]) out += std::string(item["metadata"]["name"]) + " ";
    return out;
  }

  std::vector<InformerFactory::Cached> stores_;
};

const kube::GroupVersionResource kSecrets{"", "v1", "secrets"};
const kube::GroupVersionResource kPods{"", "v1", "pods"};

TEST_F(CachedObjectsTest, NothingSecretOfASecretIsShown) {
  Put(*Add(kSecrets, "Secret"), "a", "s",
      R"(,"data":{"password":"aHVudGVyMg=="},"stringData":{"p":"hunter2"},"type":"Opaque")");
  const Json item = Get({.resource = "secrets"})["items"][0];
  EXPECT_EQ(item["data"]["password"], "<12 bytes>");
  EXPECT_EQ(item["stringData"]["p"], "<7 bytes>");
  EXPECT_EQ(item["type"], "Opaque");
  EXPECT_EQ(item.dump().find("s3cret"), std::string::npos);
}

TEST_F(CachedObjectsTest, PagesGoOnWhereTheLastOneEnded) {
  const auto store = Add(kPods, "Pod");
  for (const char* name : {"c", "a", "b", "d"}) Put(*store, "n", name);
  const Json first = Get({.resource = "Pod", .limit = 3});
  EXPECT_EQ(Names(first), "a b c ");
  EXPECT_EQ(first["continue"], "n/c");
  const Json second = Get({.resource = "pods", .after = "n/c", .limit = 3});
  EXPECT_EQ(Names(second), "d ");
  EXPECT_EQ(second["continue"], "");
}

TEST_F(CachedObjectsTest, PagesGoAcrossInformersInTheOrderOfKeys) {
  const auto late = Add(kPods, "Pod", "n");
  const auto early = Add(kPods, "Pod", "m");
  for (const char* name : {"d", "c"}) Put(*late, "n", name);
  for (const char* name : {"b", "a"}) Put(*early, "m", name);
  std::string all;
  Json page = Get({.resource = "pods", .limit = 1});
  for (; page["continue"] != "";
       page = Get({.resource = "pods", .after = page["continue"], .limit = 1})) {
    all += Names(page);
  }
  EXPECT_EQ(all + Names(page), "a b c d ");
}

TEST_F(CachedObjectsTest, ABigObjectEndsItsPage) {
  const auto store = Add(kPods, "Pod");
  const std::string big =
      R"(,"spec":{"x":")" + std::string(kObjectsPageBytesMax - 1000, 'x') + R"("})";
  Put(*store, "n", "a", big);
  Put(*store, "n", "b", big);
  const Json page = Get({.resource = "pods"});
  EXPECT_EQ(Names(page), "a ");
  EXPECT_EQ(page["continue"], "n/a");
}

TEST_F(CachedObjectsTest, AreChosenByNamespaceNameAndLabels) {
  const auto store = Add(kPods, "Pod");
  Put(*store, "n", "a");
  Put(*store, "m", "a");
  Put(*store, "m", "b");
  EXPECT_EQ(Names(Get({.resource = "pods", .ns = "m"})), "a b ");
  EXPECT_EQ(Names(Get({.resource = "pods", .name = "a"})), "a a ");
  EXPECT_EQ(Names(Get({.resource = "pods", .selector = "app=b"})), "b ");
  EXPECT_EQ(Refused({.resource = "pods", .selector = "app in"}).code(),
            base::StatusCode::kInvalidArgument);
  EXPECT_EQ(Refused({.resource = "pods", .ns = "n", .name = "b"}).message(),
            "pods.v1 n/b is not cached here");
}

TEST_F(CachedObjectsTest, EachComesOnceFromTheInformerThatHasMostOfIt) {
  Put(*Add(kPods, "Pod", "n"), "n", "a", R"(,"spec":{"x":"whole"})");
  Put(*Add(kPods, "Pod", "", cache::ObjectForm::kMetadataOnly), "n", "a");
  const Json answer = Get({.resource = "pods"});
  ASSERT_EQ(answer["items"].size(), 1u);
  EXPECT_EQ(answer["items"][0]["spec"]["x"], "whole");
}

TEST_F(CachedObjectsTest, ANameOfTwoGroupsHasToSayWhich) {
  Add({"apps", "v1", "widgets"}, "Widget");
  Add({"shop", "v2", "widgets"}, "Widget");
  EXPECT_EQ(Refused({.resource = "widgets"}).message(),
            "widgets can be any of: widgets.apps, widgets.shop");
  EXPECT_EQ(Get({.resource = "widgets.shop"})["resource"], "widgets.v2.shop");
  EXPECT_EQ(Get({.resource = "widgets.v1.apps"})["resource"], "widgets.v1.apps");
  EXPECT_EQ(Refused({.resource = "gadgets"}).code(), base::StatusCode::kNotFound);
}

}  // namespace
}  // namespace oarlock::app
