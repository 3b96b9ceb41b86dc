// Who owns which field after writes to an object, its status and its scale.

#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kMergePatch = "application/merge-patch+json";
constexpr std::string_view kApplyPatch = "application/apply-patch+yaml";

class Owners : public ApiFixture {
 protected:
  Owners() {
    const auto made = Do("POST", kAll, R"({"metadata":{"name":"d"},"spec":{"replicas":2,"selector":{
        "matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{
        "containers":[{"name":"c","image":"i"}]}}}})");
    EXPECT_EQ(made.status, 201) << made.response.body;
  }
  Json Deployment() { return Do("GET", std::string(kAll) + "/d").body; }
  // Of the entry with that subresource; null where there is none.
  static Json Fields(const Json& object, std::string_view subresource,
                     std::string_view operation = "Update") {
    for (const Json& entry : At(object, {"metadata", "managedFields"})) {
      if (TextAt(entry, {"subresource"}) == subresource &&
          TextAt(entry, {"operation"}) == operation) {
        return entry["fieldsV1"];
      }
    }
    return nullptr;
  }

  static constexpr std::string_view kAll = "/apis/apps/v1/namespaces/t/deployments";
};

TEST_F(Owners, AStatusPatchTakesNothingFromWhoSetTheSpec) {
  const auto patched =
      Do("PATCH", std::string(kAll) + "/d/status",
         R"({"spec":{"replicas":5},"metadata":{"labels":{"l":"m"}},"status":{"replicas":3}})",
         kMergePatch);
  EXPECT_EQ(At(patched.body, {"spec", "replicas"}), 2);
  EXPECT_TRUE(At(patched.body, {"metadata", "labels"}).is_null());
  EXPECT_EQ(WriteJson(Fields(patched.body, "status")), R"({"f:status":{"f:replicas":{}}})");
  EXPECT_TRUE(At(Fields(patched.body, ""), {"f:spec"}).contains("f:replicas"));
}

TEST_F(Owners, AStatusKeepsItsOwnerWhenTheRestIsPatched) {
  Do("PATCH", std::string(kAll) + "/d/status", R"({"status":{"replicas":3}})", kMergePatch);
  Do("PATCH", std::string(kAll) + "/d", R"({"metadata":{"labels":{"l":"m"}}})", kMergePatch);
  const Json object = Deployment();
  EXPECT_EQ(WriteJson(Fields(object, "status")), R"({"f:status":{"f:replicas":{}}})");
  EXPECT_TRUE(At(Fields(object, ""), {"f:metadata", "f:labels"}).contains("f:l"));
}

TEST_F(Owners, TheStatusOfACustomObjectIsAllThatItsEndpointOwns) {
  AddFoos();
  const std::string foos = "/apis/example.com/v1/namespaces/t/foos";
  Do("POST", foos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"f"},"x":1})");
  const auto patched =
      Do("PATCH", foos + "/f/status", R"({"x":2,"metadata":{"labels":{"l":"m"}},"status":{"a":1}})",
         kMergePatch);
  EXPECT_EQ(Member(patched.body, "x"), 1);
  EXPECT_EQ(WriteJson(Fields(patched.body, "status")), R"({"f:status":{".":{},"f:a":{}}})");
  EXPECT_TRUE(Fields(patched.body, "").contains("f:x"));
}

TEST_F(Owners, WhoScalesOwnsTheReplicas) {
  const auto scaled =
      Do("PATCH", std::string(kAll) + "/d/scale", R"({"spec":{"replicas":4}})", kMergePatch);
  EXPECT_EQ(At(scaled.body, {"spec", "replicas"}), 4);
  const Json object = Deployment();
  EXPECT_EQ(WriteJson(Fields(object, "scale")), R"({"f:spec":{"f:replicas":{}}})");
  EXPECT_FALSE(At(Fields(object, ""), {"f:spec"}).contains("f:replicas"));
  const auto refused = Do("PATCH", std::string(kAll) + "/d/scale?fieldManager=x",
                          R"({"kind":"Scale","apiVersion":"autoscaling/v1",)"
                          R"("metadata":{"name":"d"},"spec":{"replicas":9}})",
                          kApplyPatch);
  EXPECT_EQ(refused.status, 409);
}

TEST_F(Owners, AScaleThatIsTriedIsAnsweredAndNotKept) {
  const auto tried = Do("PATCH", std::string(kAll) + "/d/scale?dryRun=All",
                        R"({"spec":{"replicas":4}})", kMergePatch);
  EXPECT_EQ(At(tried.body, {"spec", "replicas"}), 4);
  EXPECT_EQ(At(Deployment(), {"spec", "replicas"}), 2);
}

TEST_F(Owners, AnObjectThatNobodyOwnsIsTrackedFromItsFirstApplyOn) {
  Maps("POST", "", R"({"metadata":{"name":"a"}})");
  const auto put = Maps("PUT", "/a", R"({"metadata":{"name":"a"},"data":{"k":"v"}})");
  EXPECT_TRUE(At(put.body, {"metadata", "managedFields"}).is_null());
  const auto applied = Maps("PATCH", "/a?fieldManager=x",
                            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},)"
                            R"("data":{"l":"m"}})",
                            kApplyPatch);
  const Json& owners = At(applied.body, {"metadata", "managedFields"});
  ASSERT_EQ(owners.size(), 2u) << applied.response.body;
  EXPECT_EQ(owners[0]["manager"], "x");
  EXPECT_EQ(owners[1]["manager"], "before-first-apply");
  EXPECT_EQ(WriteJson(owners[1]["fieldsV1"]), R"({"f:data":{".":{},"f:k":{}}})");
}

TEST_F(Owners, KubectlTakesOverWhatItsOtherWayToApplyHasSet) {
  const std::string key = "kubectl.kubernetes.io/last-applied-configuration";
  const Json last = {{"apiVersion", "v1"},
                     {"kind", "ConfigMap"},
                     {"metadata", {{"name", "a"}}},
                     {"data", {{"k", "v"}}}};
  Json object = last;
  object["metadata"]["annotations"][key] = WriteJson(last);
  Maps("POST", "?fieldManager=kubectl-client-side-apply", WriteJson(object));
  Json next = last;
  next["data"]["k"] = "w";
  EXPECT_EQ(Maps("PATCH", "/a?fieldManager=other", WriteJson(next), kApplyPatch).status, 409);
  const auto applied = Maps("PATCH", "/a?fieldManager=kubectl", WriteJson(next), kApplyPatch);
  ASSERT_EQ(applied.status, 200) << applied.response.body;
  EXPECT_EQ(At(applied.body, {"metadata", "annotations", key}), WriteJson(next) + "\n");
  Maps("PATCH", "/a", R"({"data":{"k":"x"}})", kMergePatch);
  EXPECT_EQ(Maps("PATCH", "/a?fieldManager=kubectl", WriteJson(last), kApplyPatch).status, 409);
}

TEST_F(Owners, TheServerOwnsTheStatusOfADefinition) {
  AddFoos();
  const Json before = Do("GET", std::string(kCrds) + "/foos.example.com").body;
  EXPECT_TRUE(At(Fields(before, "status"), {"f:status"}).contains("f:conditions"));
  clock_.Advance(std::chrono::hours(1));
  const auto after = Do("PATCH", std::string(kCrds) + "/foos.example.com",
                        R"({"metadata":{"labels":{"l":"m"}}})", kMergePatch);
  EXPECT_EQ(Member(after.body, "status"), Member(before, "status"));
}

}  // namespace
}  // namespace oarlock::sandbox
