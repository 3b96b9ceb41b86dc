// The SDK's classes and helpers over the fake host.
#include "oarlock/sdk/sdk.h"

#include <gtest/gtest.h>

#include <string>

#include "abi/fake_host.h"

namespace oarlock::abi_test {
namespace {

class Sdk : public testing::Test {
 protected:
  Sdk() : api_(&host_.core, host_.handle()), ctx_(api_, host_.ctx()) { api_.Connect(); }
  sdk::Object Obj(const std::string& json) {
    return sdk::Object({&api_, host_.ctx(), host_.AddJson(json)});
  }
  sdk::Object Named(const std::string& kind, const std::string& ns, const std::string& name) {
    const std::string in = ns.empty() ? "" : R"(, "namespace": ")" + ns + "\"";
    return Obj(R"({"apiVersion": "x.dev/v1", "kind": ")" + kind + R"(", "metadata": {"name": ")" +
               name + R"(", "uid": "u-)" + name + R"(", "resourceVersion": "5")" + in + "}}");
  }
  FakeHost host_;
  sdk::Api api_;
  sdk::Context ctx_;
};

const char kConfigMap[] = R"({"apiVersion": "v1", "kind": "ConfigMap",
  "metadata": {"name": "a", "namespace": "t"}, "data": {"k": "1"}})";

TEST_F(Sdk, ReadsValuesOfEveryType) {
  const auto o = Obj(
      R"({"apiVersion": "v1", "kind": "X", "metadata": {"labels": {"app": "web"}}, "n": 3, "f": 1.5,
      "b": true, "z": null, "big": 18446744073709551615, "l": ["a", "b"]})");
  EXPECT_EQ(o["n"].AsInt(), 3);
  EXPECT_EQ(o["f"].AsDouble(), 1.5);
  EXPECT_TRUE(o["b"].AsBool());
  EXPECT_TRUE(o["z"].is_null());
  EXPECT_EQ(o["big"].NumberText(), "18446744073709551615");
  EXPECT_EQ(o["l"].At(1).AsString(), "b");
  EXPECT_EQ(o.Label("app"), "web");
  EXPECT_FALSE(o["no"]["such"].At(4)["thing"].exists());
  EXPECT_EQ(o["no"].Json(), "");
  std::string keys;
  for (const auto& [key, value] : sdk::Members(o.root())) keys += std::string(key) + ",";
  EXPECT_EQ(keys, "apiVersion,kind,metadata,n,f,b,z,big,l,");
  EXPECT_EQ(sdk::Object()["x"].AsString("none"), "none");
}

TEST_F(Sdk, IteratesMatchesBeyondOneBatch) {
  std::string json = R"({"apiVersion": "v1", "kind": "X", "l": [)";
  for (int i = 0; i < 100; ++i) json += (i == 0 ? "" : ",") + std::to_string(i);
  const auto o = Obj(json + "]}");
  const sdk::Path path{4, "/l/*"};
  host_.paths.emplace(4, *kube::Path::Parse(path.text));
  int64_t next = 0;
  o.ForEach(path, [&](const sdk::Value& value) { EXPECT_EQ(value.AsInt(), next++); });
  EXPECT_EQ(next, 100);
  EXPECT_EQ(o.Get(path).AsInt(-1), 0);
  EXPECT_FALSE(o.Get({5, "/undeclared"}).exists());
}

TEST_F(Sdk, C_RC_13_CreateOrPatchNeverTakesOtherContentAsSuccess) {
  const sdk::Key key{1, "t", "a"};
  EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, kConfigMap), sdk::Applied::kCreated);

  host_.failures["create"] = {OAR_E_ALREADY_EXISTS, "AlreadyExists", "exists"};
  host_.live["t/a"] = *host_.Find(host_.AddJson(
      R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "t",
          "uid": "u"}, "data": {"k": "2"}})"));
  host_.calls.clear();
  EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, kConfigMap), sdk::Applied::kPatched);
  ASSERT_EQ(host_.calls.size(), 3u);
  EXPECT_EQ(host_.calls[0].verb, "create");
  EXPECT_EQ(host_.calls[1].verb, "get_live");
  EXPECT_EQ(host_.calls[2].verb, "merge");

  host_.cached["t/a"] = *host_.Find(host_.AddJson(kConfigMap));
  host_.calls.clear();
  EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, kConfigMap), sdk::Applied::kUnchanged);
  EXPECT_TRUE(host_.calls.empty());

  host_.cached.clear();
  host_.failures["create"] = {OAR_E_CONFLICT, "Conflict", "a conflict"};
  const auto conflict = sdk::CreateOrPatch(ctx_, key, kConfigMap);
  EXPECT_EQ(conflict.status().code(), OAR_E_CONFLICT) << "distinct from AlreadyExists";
  EXPECT_EQ(conflict.status().reason, "Conflict");
}

TEST_F(Sdk, C_RC_18_RefusesOwnersOfAnotherNamespace) {
  const auto owner = Named("Foo", "a", "foo");
  const auto child = Named("ConfigMap", "b", "child");
  const sdk::Status across = sdk::SetControllerReference(ctx_, {1, "b", "child"}, child, owner);
  EXPECT_EQ(across.code(), OAR_E_INVALID);
  EXPECT_EQ(across.message(),
            "an object in namespace b cannot be owned by Foo a/foo of another namespace");
  const sdk::Status cluster =
      sdk::SetControllerReference(ctx_, {1, "", "child"}, Named("Node", "", "child"), owner);
  EXPECT_EQ(cluster.code(), OAR_E_INVALID);
  EXPECT_TRUE(host_.calls.empty());

  EXPECT_TRUE(sdk::CheckOwner(Named("Foo", "", "all"), "b").ok());
  EXPECT_TRUE(
      sdk::SetControllerReference(ctx_, {1, "a", "c"}, Named("ConfigMap", "a", "c"), owner).ok());
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].body,
            R"({"metadata":{"resourceVersion":"5","ownerReferences":[{"apiVersion":"x.dev/v1",)"
            R"("kind":"Foo","name":"foo","uid":"u-foo","controller":true,)"
            R"("blockOwnerDeletion":true}]}})");
}

TEST_F(Sdk, SetControllerReferenceLeavesAnotherControllerInCharge) {
  const auto child =
      Obj(R"({"apiVersion": "v1", "kind": "X", "metadata": {"name": "c", "namespace": "a",
      "ownerReferences": [{"kind": "Bar", "name": "b", "uid": "u2", "controller": true}]}})");
  const auto status =
      sdk::SetControllerReference(ctx_, {1, "a", "c"}, child, Named("Foo", "a", "foo"));
  EXPECT_EQ(status.code(), OAR_E_ALREADY_EXISTS);
  EXPECT_EQ(status.message(), "already controlled by Bar b");
}

TEST_F(Sdk, C_RC_19_RemovesEveryCopyOfAFinalizer) {
  const auto o =
      Obj(R"({"apiVersion": "v1", "kind": "X", "metadata": {"name": "a", "namespace": "t",
      "resourceVersion": "7", "finalizers": ["f", "g", "f", "f"]}})");
  EXPECT_TRUE(sdk::RemoveFinalizer(ctx_, {1, "t", "a"}, o, "f").ok());
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].body, R"({"metadata":{"resourceVersion":"7","finalizers":["g"]}})");
  EXPECT_TRUE(sdk::RemoveFinalizer(ctx_, {1, "t", "a"}, o, "none").ok());
  EXPECT_EQ(host_.calls.size(), 1u) << "nothing to remove, nothing sent";
  EXPECT_TRUE(sdk::AddFinalizer(ctx_, {1, "t", "a"}, o, "h").ok());
  EXPECT_EQ(host_.calls[1].body,
            R"({"metadata":{"resourceVersion":"7","finalizers":["f","g","f","f","h"]}})");
}

TEST(SdkText, WritesAndEscapesJson) {
  sdk::JsonWriter w;
  w.Object().Member("a\"b", "x\n\x01").Member("n", -3).Member("t", true);
  w.Key("l").Array().Value(1).Null().Object().End().End().End();
  EXPECT_EQ(w.text(), R"({"a\"b":"x\n\u0001","n":-3,"t":true,"l":[1,null,{}]})");
  EXPECT_EQ(sdk::JoinPointer({"metadata", "annotations", "a/b~c"}),
            "/metadata/annotations/a~1b~0c");
}

TEST(SdkText, CutsTextAtACharacter) {
  char room[4] = {};
  oar_text out{room, sizeof(room), 0};
  sdk::WriteText(out, "ab\xc3\xa9\xc3\xa9");
  EXPECT_EQ(std::string(room, out.len), "ab\xc3\xa9");
  sdk::WriteText(out, "abc\xc3\xa9");
  EXPECT_EQ(std::string(room, out.len), "abc");
  oar_text none{};
  sdk::WriteText(none, "x");
  EXPECT_EQ(none.len, 0u);
}

TEST(SdkOutcome, FollowsTheStatus) {
  using sdk::Outcome;
  using sdk::Status;
  EXPECT_EQ(Outcome(Status()).outcome, OAR_DONE);
  EXPECT_EQ(Outcome(Status(OAR_E_CONFLICT, "c")).outcome, OAR_SKIPPED_CONFLICT);
  EXPECT_EQ(Outcome(Status(OAR_E_INVALID, "c")).outcome, OAR_ERROR_PERMANENT);
  EXPECT_EQ(Outcome(Status(OAR_E_TIMEOUT, "late")).outcome, OAR_ERROR_TRANSIENT);
  EXPECT_EQ(Outcome(Status(OAR_E_TIMEOUT, "late")).message, "late");
}

}  // namespace
}  // namespace oarlock::abi_test
