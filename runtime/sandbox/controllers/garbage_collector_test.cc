#include "sandbox/controllers/controllers_fixture.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kMaps = "/api/v1/namespaces/t/configmaps";

class GarbageCollectorTest : public ControllersFixture {
 protected:
  GarbageCollectorTest() : ControllersFixture({.gc = true}) {}

  static Json OwnedBy(std::initializer_list<Json> owners) {
    return {{"ownerReferences", Json(owners)}};
  }
  static std::string Map(const std::string& name) { return std::string(kMaps) + "/" + name; }
  bool HasMap(const std::string& name) { return Exists(Map(name)); }
  Json Meta(const std::string& name) { return Member(Get(Map(name)), "metadata"); }
  std::vector<std::string> WarningReasons() {
    std::vector<std::string> out;
    const Json list = Get("/api/v1/namespaces/t/events");
    for (const Json& event : At(list, {"items"})) {
      out.emplace_back(TextAt(event, {"reason"}));
    }
    return out;
  }
};

TEST_F(GarbageCollectorTest, C_SBX_09_AnOwnerThatNeverWasIsGone) {
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "nobody", "uid-of-nobody")}));
  EXPECT_TRUE(HasMap("child"));
  Settle();
  EXPECT_FALSE(HasMap("child"));
  EXPECT_TRUE(WarningReasons().empty());
}

TEST_F(GarbageCollectorTest, C_SBX_09_AnOwnerOfThatNameWithAnotherUidIsNone) {
  MakeMap("owner");
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "owner", "another-uid")}));
  Settle();
  EXPECT_FALSE(HasMap("child"));
  EXPECT_TRUE(HasMap("owner"));
}

TEST_F(GarbageCollectorTest, C_SBX_09_AnOwnerInAnotherNamespaceIsGoneAndAnEventSaysSo) {
  Make("/api/v1/namespaces", {{"metadata", {{"name", "other"}}}});
  const std::string uid =
      Make("/api/v1/namespaces/other/configmaps", {{"metadata", {{"name", "owner"}}}});
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "owner", uid)}));
  Settle();
  EXPECT_FALSE(HasMap("child"));
  EXPECT_EQ(WarningReasons(), std::vector<std::string>{"OwnerRefInvalidNamespace"});
}

TEST_F(GarbageCollectorTest, C_SBX_09_InTheBackgroundDependentsGoAfterTheOwner) {
  const std::string owner = MakeMap("owner");
  const std::string child = MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "owner", owner)}));
  MakeMap("grandchild", OwnedBy({OwnerOf("ConfigMap", "child", child)}));
  Settle();
  EXPECT_TRUE(HasMap("grandchild"));
  Delete(Map("owner"));
  EXPECT_FALSE(HasMap("owner"));
  EXPECT_TRUE(HasMap("child"));
  Settle();
  EXPECT_FALSE(HasMap("child"));
  EXPECT_FALSE(HasMap("grandchild"));
}

TEST_F(GarbageCollectorTest, C_SBX_09_OrphansStayWithoutTheReference) {
  const std::string owner = MakeMap("owner");
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "owner", owner)}));
  Settle();
  Delete(Map("owner"), "Orphan");
  EXPECT_TRUE(HasMap("owner"));
  Settle();
  EXPECT_FALSE(HasMap("owner"));
  ASSERT_TRUE(HasMap("child"));
  EXPECT_FALSE(Meta("child").contains("ownerReferences"));
}

TEST_F(GarbageCollectorTest, C_SBX_09_OfTwoOwnersTheDanglingReferenceGoes) {
  const std::string one = MakeMap("one");
  const std::string two = MakeMap("two");
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "one", one), OwnerOf("ConfigMap", "two", two)}));
  Settle();
  EXPECT_EQ(Meta("child")["ownerReferences"].size(), 2u);
  Delete(Map("one"));
  Settle();
  ASSERT_TRUE(HasMap("child"));
  ASSERT_EQ(Meta("child")["ownerReferences"].size(), 1u);
  EXPECT_EQ(Meta("child")["ownerReferences"][0]["uid"], two);
  Delete(Map("two"));
  Settle();
  EXPECT_FALSE(HasMap("child"));
}

TEST_F(GarbageCollectorTest, InTheForegroundTheOwnerWaitsForThoseThatBlockIt) {
  const std::string owner = MakeMap("owner");
  Json blocking = OwnedBy({OwnerOf("ConfigMap", "owner", owner, true)});
  blocking["finalizers"] = Json::array({"example.com/hold"});
  MakeMap("blocking", blocking);
  Json other = OwnedBy({OwnerOf("ConfigMap", "owner", owner)});
  other["finalizers"] = Json::array({"example.com/hold"});
  MakeMap("other", other);
  Settle();
  Delete(Map("owner"), "Foreground");
  Settle();
  EXPECT_EQ(Meta("owner")["finalizers"], Json::array({"foregroundDeletion"}));
  EXPECT_TRUE(Meta("blocking").contains("deletionTimestamp"));
  EXPECT_TRUE(Meta("other").contains("deletionTimestamp"));
  Patch(Map("blocking"), {{"metadata", {{"finalizers", nullptr}}}});
  Settle();
  EXPECT_FALSE(HasMap("blocking"));
  EXPECT_FALSE(HasMap("owner"));
  EXPECT_TRUE(HasMap("other"));
}

TEST_F(GarbageCollectorTest, ForegroundGoesDownTheTreeAndUpAgain) {
  const std::string root = MakeMap("root");
  const std::string middle = MakeMap("middle", OwnedBy({OwnerOf("ConfigMap", "root", root, true)}));
  Json leaf = OwnedBy({OwnerOf("ConfigMap", "middle", middle, true)});
  leaf["finalizers"] = Json::array({"example.com/hold"});
  MakeMap("leaf", leaf);
  Delete(Map("root"), "Foreground");
  Settle();
  EXPECT_TRUE(HasMap("root"));
  EXPECT_EQ(Meta("middle")["finalizers"], Json::array({"foregroundDeletion"}));
  Patch(Map("leaf"), {{"metadata", {{"finalizers", nullptr}}}});
  Settle();
  for (const char* name : {"leaf", "middle", "root"}) EXPECT_FALSE(HasMap(name)) << name;
}

TEST_F(GarbageCollectorTest, ACircleThatIsDeletedInTheForegroundEnds) {
  const std::string one = MakeMap("one");
  const std::string two = MakeMap("two", OwnedBy({OwnerOf("ConfigMap", "one", one, true)}));
  Patch(Map("one"), {{"metadata", OwnedBy({OwnerOf("ConfigMap", "two", two, true)})}});
  Settle();
  EXPECT_TRUE(HasMap("one"));
  Delete(Map("one"), "Foreground");
  Settle();
  EXPECT_FALSE(HasMap("one"));
  EXPECT_FALSE(HasMap("two"));
}

TEST_F(GarbageCollectorTest, AnOwnerOfAKindThatIsNotServedIsNotJudged) {
  MakeMap(
      "child",
      OwnedBy({{{"apiVersion", "example.com/v1"}, {"kind", "Foo"}, {"name", "f"}, {"uid", "1"}}}));
  Settle();
  EXPECT_TRUE(HasMap("child"));
  AddFoos();
  Settle();
  EXPECT_FALSE(HasMap("child"));
}

TEST_F(GarbageCollectorTest, AnOwnerWithANamespaceIsNotJudgedWhereTheDependentHasNone) {
  const std::string owner = MakeMap("owner");
  Json object = {{"metadata", OwnedBy({OwnerOf("ConfigMap", "owner", owner)})}};
  object["metadata"]["name"] = "child";
  Make("/apis/rbac.authorization.k8s.io/v1/clusterroles", object);
  Delete(Map("owner"));
  Settle();
  EXPECT_TRUE(Exists("/apis/rbac.authorization.k8s.io/v1/clusterroles/child"));
}

TEST_F(GarbageCollectorTest, CustomObjectsOwnAndAreOwned) {
  AddFoos();
  const std::string foos = "/apis/example.com/v1/namespaces/t/foos";
  const std::string uid = Make(
      foos, {{"apiVersion", "example.com/v1"}, {"kind", "Foo"}, {"metadata", {{"name", "f"}}}});
  Json owner = OwnerOf("Foo", "f", uid);
  owner["apiVersion"] = "example.com/v1";
  MakeMap("child", OwnedBy({owner}));
  Settle();
  EXPECT_TRUE(HasMap("child"));
  Delete(foos + "/f");
  Settle();
  EXPECT_FALSE(HasMap("child"));
}

TEST_F(GarbageCollectorTest, ARestoredStateIsLookedAtAnew) {
  const std::string owner = MakeMap("owner");
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "owner", owner)}));
  Settle();
  const Snapshot before = store_.Read();
  Delete(Map("owner"));
  Settle();
  EXPECT_FALSE(HasMap("child"));
  store_.Restore(before);
  Settle();
  EXPECT_TRUE(HasMap("child"));
  Delete(Map("owner"));
  Settle();
  EXPECT_FALSE(HasMap("child"));
}

TEST_F(GarbageCollectorTest, ASecondLookChangesNothing) {
  const std::string owner = MakeMap("owner");
  MakeMap("child", OwnedBy({OwnerOf("ConfigMap", "owner", owner)}));
  Settle();
  const uint64_t version = store_.Read()->version;
  store_.Restore(store_.Read());  // tells everything anew
  Settle();
  EXPECT_EQ(store_.Read()->version, version + 1);
}

}  // namespace
}  // namespace oarlock::sandbox
