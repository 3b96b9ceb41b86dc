// What becomes of a CRD and its objects when it is deleted.

#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

class DefinitionEnd : public ApiFixture {
 protected:
  DefinitionEnd() {
    AddFoos();
    Foo("POST", "", R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"free"}})");
  }
  ApiAnswer Foo(std::string_view method, std::string_view rest, std::string_view body = {}) {
    return Do(method, "/apis/example.com/v1/namespaces/t/foos" + std::string(rest), body,
              method == "PATCH" ? "application/merge-patch+json" : "application/json");
  }
  ApiAnswer Definition(std::string_view method) {
    return Do(method, std::string(kCrds) + "/foos.example.com");
  }
  static std::string Terminating(const ApiAnswer& answer) {
    for (const Json& one : At(answer.body, {"status", "conditions"})) {
      if (TextAt(one, {"type"}) == "Terminating") return std::string(TextAt(one, {"reason"}));
    }
    return "";
  }
};

TEST_F(DefinitionEnd, ItGoesWithItsObjects) {
  const auto deleted = Definition("DELETE");
  EXPECT_EQ(Terminating(deleted), "InstanceDeletionPending") << deleted.response.body;
  EXPECT_EQ(Definition("GET").status, 404);
  EXPECT_EQ(Foo("GET", "").status, 404);
  AddFoos();
  EXPECT_EQ(At(Foo("GET", "").body, {"items"}), Json::array());
}

TEST_F(DefinitionEnd, AnObjectWithAFinalizerHoldsIt) {
  Foo("POST", "",
      R"({"apiVersion":"example.com/v1","kind":"Foo",)"
      R"("metadata":{"name":"held","finalizers":["x.y/z"]}})");
  Definition("DELETE");
  const auto held = Definition("GET");
  ASSERT_EQ(held.status, 200);
  EXPECT_EQ(Terminating(held), "InstanceDeletionInProgress");
  EXPECT_EQ(Foo("GET", "/free").status, 404);
  const auto refused =
      Foo("POST", "", R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"new"}})");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(Foo("PATCH", "/held", R"({"metadata":{"finalizers":null}})").status, 200);
  EXPECT_EQ(Definition("GET").status, 404);
}

TEST_F(DefinitionEnd, ADryRunTouchesNothing) {
  Do("DELETE", std::string(kCrds) + "/foos.example.com?dryRun=All");
  EXPECT_EQ(TextAt(Definition("GET").body, {"metadata", "deletionTimestamp"}), "");
  EXPECT_EQ(Foo("GET", "/free").status, 200);
}

}  // namespace
}  // namespace oarlock::sandbox
