#include "sandbox/controllers/conditions.h"
#include "sandbox/controllers/controllers_fixture.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kNamespace = "/api/v1/namespaces/t";

class NamespaceDeletionTest : public ControllersFixture {
 protected:
  NamespaceDeletionTest() : ControllersFixture({.namespaces = true}) {}

  std::string_view ConditionMessage(const Json& ns, std::string_view type) {
    return TextAt(FindCondition(Member(ns, "status"), type), {"message"});
  }
};

TEST_F(NamespaceDeletionTest, C_SBX_11_ItIsEmptiedAndSaysWhatRemains) {
  MakeMap("a");
  MakeMap("b");
  MakeMap("held", {{"finalizers", Json::array({"example.com/hold"})}});
  OpenWatch watch(Do("GET", std::string(kNamespace) + "/configmaps?watch=1&resourceVersion=" +
                                std::to_string(store_.Read()->version))
                      .response);
  Delete(kNamespace);
  const ApiAnswer refused = Maps("POST", "", R"({"metadata":{"name":"late"}})");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(At(refused.body, {"details", "causes"})[0]["reason"], "NamespaceTerminating");
  Settle();
  EXPECT_EQ(watch.Events(), (std::vector<std::string>{"DELETED a", "DELETED b", "MODIFIED held"}));
  const Json ns = Get(kNamespace);
  EXPECT_EQ(TextAt(ns, {"status", "phase"}), "Terminating");
  const Json& status = Member(ns, "status");
  EXPECT_TRUE(IsConditionTrue(status, "NamespaceContentRemaining"));
  EXPECT_EQ(ConditionMessage(ns, "NamespaceContentRemaining"),
            "Some resources are remaining: configmaps. has 1 resource instances");
  EXPECT_EQ(ConditionMessage(ns, "NamespaceFinalizersRemaining"),
            "Some content in the namespace has finalizers remaining: example.com/hold in 1 "
            "resource instances");
  Patch(std::string(kNamespace) + "/configmaps/held", {{"data", {{"k", "v"}}}});
  Settle();
  EXPECT_TRUE(Exists(kNamespace));
  Patch(std::string(kNamespace) + "/configmaps/held", {{"metadata", {{"finalizers", nullptr}}}});
  Settle();
  EXPECT_EQ(watch.Events(), (std::vector<std::string>{"MODIFIED held", "DELETED held"}));
  EXPECT_FALSE(Exists(kNamespace));
}

TEST_F(NamespaceDeletionTest, AnEmptyOneGoesAtOnce) {
  Delete(kNamespace);
  EXPECT_TRUE(Exists(kNamespace));
  Settle();
  EXPECT_FALSE(Exists(kNamespace));
}

TEST_F(NamespaceDeletionTest, OtherNamespacesKeepTheirObjects) {
  Make("/api/v1/namespaces", {{"metadata", {{"name", "t-2"}}}});
  Make("/api/v1/namespaces/t-2/configmaps", {{"metadata", {{"name", "a"}}}});
  MakeMap("a");
  Delete(kNamespace);
  Settle();
  EXPECT_FALSE(Exists(kNamespace));
  EXPECT_TRUE(Exists("/api/v1/namespaces/t-2/configmaps/a"));
}

TEST_F(NamespaceDeletionTest, CustomObjectsGoToo) {
  AddFoos();
  Make("/apis/example.com/v1/namespaces/t/foos",
       {{"apiVersion", "example.com/v1"}, {"kind", "Foo"}, {"metadata", {{"name", "f"}}}});
  Delete(kNamespace);
  Settle();
  EXPECT_FALSE(Exists(kNamespace));
}

TEST_F(NamespaceDeletionTest, FinalizersOfItsOwnAreLeftToTheirOwners) {
  Patch(kNamespace, {{"metadata", {{"finalizers", {"example.com/own"}}}}});
  Delete(kNamespace);
  Settle();
  EXPECT_TRUE(Exists(kNamespace));
  Patch(kNamespace, {{"metadata", {{"finalizers", nullptr}}}});
  Settle();
  EXPECT_FALSE(Exists(kNamespace));
}

TEST_F(NamespaceDeletionTest, ALookAtTheSameStateWritesNothing) {
  MakeMap("held", {{"finalizers", Json::array({"example.com/hold"})}});
  Delete(kNamespace);
  Settle();
  const uint64_t version = store_.Read()->version;
  clock_.Advance(std::chrono::hours(1));
  store_.Restore(store_.Read());
  Settle();
  EXPECT_EQ(store_.Read()->version, version + 1);
}

}  // namespace
}  // namespace oarlock::sandbox
