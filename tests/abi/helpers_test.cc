// The SDK's helpers, one header each, over the fake host: what they send, and when nothing.
#include <gtest/gtest.h>

#include <string>

#include "abi/sdk_fixture.h"

namespace oarlock::abi_test {
namespace {

const char kConfigMap[] = R"({"apiVersion": "v1", "kind": "ConfigMap",
  "metadata": {"name": "a", "namespace": "t"}, "data": {"k": "1"}})";

TEST_F(Sdk, C_YM_06_WhatGeneratorsLeaveInManifestsIsNoDifference) {
  const sdk::Key key{1, "t", "a"};
  host_.cached["t/a"] = *host_.Find(host_.AddJson(
      R"({"apiVersion": "apps/v1", "kind": "Deployment",
          "metadata": {"name": "a", "namespace": "t", "creationTimestamp": "2026-01-01T00:00:00Z"},
          "spec": {"template": {"metadata": {"labels": {"a": "b"}},
                                "spec": {"containers": [{"name": "main"}]}}}})"));
  const std::string generated =
      R"({"apiVersion": "apps/v1", "kind": "Deployment",
          "metadata": {"name": "a", "namespace": "t", "creationTimestamp": null},
          "spec": {"strategy": {}, "template": {
            "metadata": {"creationTimestamp": null, "labels": {"a": "b"}}}},
          "status": {}})";
  host_.calls.clear();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, generated), sdk::Applied::kUnchanged);
  }
  EXPECT_TRUE(host_.calls.empty()) << "zero writes";
  std::string other = generated;
  other.replace(other.find("\"strategy\": {}"), 14, "\"replicas\": 3");
  EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, other), sdk::Applied::kPatched);
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

TEST_F(Sdk, CreateOrPatchReadsAnUncachedTypeLive) {
  const sdk::Key key{1, "t", "a"};
  host_.uncached = true;
  EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, kConfigMap), sdk::Applied::kCreated);
  host_.live["t/a"] = *host_.Find(host_.AddJson(kConfigMap));
  host_.calls.clear();
  EXPECT_EQ(*sdk::CreateOrPatch(ctx_, key, kConfigMap), sdk::Applied::kUnchanged);
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].verb, "get_live");
  host_.failures["get_live"] = {OAR_E_FORBIDDEN, "Forbidden", "no"};
  EXPECT_EQ(sdk::CreateOrPatch(ctx_, key, kConfigMap).status().code(), OAR_E_FORBIDDEN)
      << "nothing is created where nothing can be read";
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

TEST_F(Sdk, CreateOrUpdateWritesWhatTheOldContentLeadsTo) {
  const sdk::Key key{1, "t", "a"};
  const auto count = [](const sdk::Object& existing) -> sdk::Result<std::string> {
    const int64_t n = existing["data"]["n"].AsInt(0);
    if (n == 9) return std::string();  // enough
    return R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a",
        "namespace": "t", "resourceVersion": "7"}, "data": {"n": )" +
           std::to_string(n < 3 ? n + 1 : n) + "}}";
  };
  EXPECT_EQ(*sdk::CreateOrUpdate(ctx_, key, count), sdk::Applied::kCreated);
  const auto with = [&](int n) {
    return *host_.Find(host_.AddJson(
        R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "t",
            "resourceVersion": "7"}, "data": {"n": )" +
        std::to_string(n) + "}}"));
  };
  // The cache did not know of it yet.
  host_.failures["create"] = {OAR_E_ALREADY_EXISTS, "AlreadyExists", "exists"};
  host_.live["t/a"] = with(1);
  host_.calls.clear();
  EXPECT_EQ(*sdk::CreateOrUpdate(ctx_, key, count), sdk::Applied::kUpdated);
  ASSERT_EQ(host_.calls.size(), 3u);
  EXPECT_EQ(host_.calls[2].verb, "update");
  EXPECT_NE(host_.calls[2].body.find("\"n\": 2"), std::string::npos) << host_.calls[2].body;

  host_.calls.clear();
  host_.cached["t/a"] = with(3);
  EXPECT_EQ(*sdk::CreateOrUpdate(ctx_, key, count), sdk::Applied::kUnchanged);
  host_.cached["t/a"] = with(9);
  EXPECT_EQ(*sdk::CreateOrUpdate(ctx_, key, count), sdk::Applied::kUnchanged);
  EXPECT_TRUE(host_.calls.empty());

  host_.cached["t/a"] = with(0);
  host_.failures["update"] = {OAR_E_CONFLICT, "Conflict", "changed"};
  EXPECT_EQ(sdk::CreateOrUpdate(ctx_, key, count).status().code(), OAR_E_CONFLICT);
}

TEST_F(Sdk, OwnersWithoutControlAreAddedAndTakenAway) {
  const sdk::Key key{1, "a", "c"};
  const auto child =
      Obj(R"({"apiVersion": "v1", "kind": "X", "metadata": {"name": "c", "namespace": "a",
      "resourceVersion": "6", "ownerReferences": [{"kind": "Bar", "name": "b", "uid": "u2",
      "controller": true}]}})");
  EXPECT_EQ(sdk::ControllerOf(child)["name"].AsString(), "b");
  EXPECT_FALSE(sdk::IsControlledBy(child, Named("Foo", "a", "foo")));
  EXPECT_TRUE(sdk::SetOwnerReference(ctx_, key, child, Named("Foo", "a", "foo")).ok());
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].body,
            R"({"metadata":{"resourceVersion":"6","ownerReferences":[{"kind":"Bar","name":"b",)"
            R"("uid":"u2","controller":true},{"apiVersion":"x.dev/v1","kind":"Foo","name":"foo",)"
            R"("uid":"u-foo"}]}})");
  EXPECT_EQ(sdk::SetOwnerReference(ctx_, key, child, Named("Foo", "z", "foo")).code(),
            OAR_E_INVALID);
  const auto owned =
      Obj(R"({"apiVersion": "v1", "kind": "X", "metadata": {"name": "c", "namespace": "a",
      "resourceVersion": "6", "ownerReferences": [{"kind": "Foo", "name": "foo",
      "uid": "u-foo"}]}})");
  EXPECT_TRUE(sdk::SetOwnerReference(ctx_, key, owned, Named("Foo", "a", "foo")).ok());
  EXPECT_EQ(host_.calls.size(), 1u) << "it is there";
  EXPECT_TRUE(sdk::RemoveOwnerReference(ctx_, key, owned, Named("Bar", "a", "bar")).ok());
  EXPECT_EQ(host_.calls.size(), 1u) << "it is not there";
  EXPECT_TRUE(sdk::RemoveOwnerReference(ctx_, key, owned, Named("Foo", "a", "foo")).ok());
  EXPECT_EQ(host_.calls[1].body, R"({"metadata":{"resourceVersion":"6","ownerReferences":[]}})");
}

TEST_F(Sdk, FinalizeAddsCleansUpAndTakesAway) {
  const sdk::Key key{1, "t", "a"};
  int cleaned = 0;
  sdk::Status answer;
  const auto run = [&](const std::string& more) {
    const auto object = Obj(R"({"apiVersion": "v1", "kind": "X", "metadata": {"name": "a",
        "namespace": "t", "resourceVersion": "7")" +
                            more + "}}");
    return sdk::Finalize(ctx_, key, object, "f", [&] { return ++cleaned, answer; });
  };
  const std::string deleting = R"(, "deletionTimestamp": "2024-05-01T12:00:00Z")";
  EXPECT_FALSE(*run(""));
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].body, R"({"metadata":{"resourceVersion":"7","finalizers":["f"]}})");
  EXPECT_FALSE(*run(R"(, "finalizers": ["f"])"));
  EXPECT_TRUE(*run(deleting)) << "going, and not ours any more";
  EXPECT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(cleaned, 0);

  answer = {OAR_E_UNAVAILABLE, "the bucket is not empty"};
  EXPECT_EQ(run(deleting + R"(, "finalizers": ["f", "g"])").status().message(),
            "the bucket is not empty");
  EXPECT_EQ(host_.calls.size(), 1u) << "the finalizer stays";
  answer = {};
  EXPECT_TRUE(*run(deleting + R"(, "finalizers": ["f", "g"])"));
  EXPECT_EQ(cleaned, 2);
  EXPECT_EQ(host_.calls[1].body, R"({"metadata":{"resourceVersion":"7","finalizers":["g"]}})");
}

TEST_F(Sdk, AStatusIsPatchedOnlyWhereItDiffers) {
  const sdk::Key key{1, "t", "a"};
  const auto object = Obj(R"({"apiVersion": "x.dev/v1", "kind": "X", "metadata": {"name": "a",
      "resourceVersion": "7"}, "status": {"ready": true, "other": 1}})");
  EXPECT_EQ(*sdk::PatchStatus(ctx_, key, object, R"({"ready": true, "message": null})"),
            sdk::Applied::kUnchanged);
  EXPECT_TRUE(host_.calls.empty());
  EXPECT_EQ(*sdk::PatchStatus(ctx_, key, object, R"({"ready":false})"), sdk::Applied::kPatched);
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].verb, "merge");
  EXPECT_EQ(host_.calls[0].subresource, "status");
  EXPECT_EQ(host_.calls[0].body, R"({"status":{"ready":false}})");
}

TEST_F(Sdk, ApplyForcesByDefaultAndRefusesWhatWasRead) {
  const sdk::Key key{1, "t", "a"};
  ASSERT_TRUE(sdk::Apply(ctx_, key, kConfigMap, {.field_manager = "me"}).ok());
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].verb, "apply");
  EXPECT_EQ(host_.calls[0].manager, "me");
  EXPECT_TRUE(host_.calls[0].force);
  ASSERT_TRUE(sdk::ApplyStatus(ctx_, key, kConfigMap, {.force = false}).ok());
  EXPECT_EQ(host_.calls[1].subresource, "status");
  EXPECT_FALSE(host_.calls[1].force);
  const auto refused = sdk::Apply(ctx_, key, R"({"apiVersion": "v1", "kind": "ConfigMap",
      "metadata": {"name": "a", "resourceVersion": "7"}})");
  EXPECT_EQ(refused.status().code(), OAR_E_INVALID);
  EXPECT_NE(refused.status().message().find("metadata.resourceVersion"), std::string::npos);
  EXPECT_EQ(sdk::Apply(ctx_, key, R"({"kind": "ConfigMap"})").status().code(), OAR_E_INVALID);
  EXPECT_EQ(host_.calls.size(), 2u);
}

TEST_F(Sdk, ConditionsKeepTheirTimeWhileTheirStatusStays) {
  const sdk::Key key{1, "t", "a"};
  host_.unix_now = 1'714'564'800'000'000'000;  // 2024-05-01T12:00:00Z
  const auto object = Obj(R"({"apiVersion": "x.dev/v1", "kind": "X", "metadata": {"name": "a",
      "resourceVersion": "7", "generation": 3}, "status": {"conditions": [
      {"type":"Ready","status":"True","reason":"Bound","message":"","observedGeneration":3,
       "lastTransitionTime":"2020-01-01T00:00:00Z"},
      {"type":"Foreign","status":"False","extra":1}]}})");
  EXPECT_TRUE(sdk::IsConditionTrue(object, "Ready"));
  EXPECT_FALSE(sdk::IsConditionTrue(object, "Foreign"));
  EXPECT_EQ(*sdk::SetConditions(ctx_, key, object,
                                {{.type = "Ready", .status = "True", .reason = "Bound"}}),
            sdk::Applied::kUnchanged);
  EXPECT_TRUE(host_.calls.empty());
  EXPECT_EQ(*sdk::SetConditions(ctx_, key, object,
                                {{.type = "Ready", .status = "True", .reason = "Still"},
                                 {.type = "New", .status = "False", .reason = "No"}}),
            sdk::Applied::kPatched);
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].subresource, "status");
  EXPECT_EQ(
      host_.calls[0].body,
      R"({"metadata":{"resourceVersion":"7"},"status":{"conditions":[)"
      R"({"type":"Ready","status":"True","reason":"Still","message":"","observedGeneration":3,)"
      R"("lastTransitionTime":"2020-01-01T00:00:00Z"},)"
      R"({"type":"Foreign","status":"False","extra":1},)"
      R"({"type":"New","status":"False","reason":"No","message":"","observedGeneration":3,)"
      R"("lastTransitionTime":"2024-05-01T12:00:00Z"}]}})");
  EXPECT_EQ(*sdk::SetConditions(ctx_, key, object,
                                {{.type = "Ready", .status = "False", .reason = "Lost"}}),
            sdk::Applied::kPatched);
  EXPECT_NE(host_.calls[1].body.find(R"("Lost","message":"","observedGeneration":3,)"
                                     R"("lastTransitionTime":"2024-05-01T12:00:00Z")"),
            std::string::npos);
  EXPECT_EQ(*sdk::RemoveCondition(ctx_, key, object, "None"), sdk::Applied::kUnchanged);
  EXPECT_EQ(*sdk::RemoveCondition(ctx_, key, object, "Ready"), sdk::Applied::kPatched);
  EXPECT_EQ(host_.calls[2].body, R"({"metadata":{"resourceVersion":"7"},"status":{"conditions":[)"
                                 R"({"type":"Foreign","status":"False","extra":1}]}})");
}

TEST_F(Sdk, EventsGoToTheObject) {
  const auto object = Named("Foo", "a", "foo");
  ctx_.Normal(object, "Bound", "all is well");
  ctx_.Warning(object, "Lost", "gone");
  EXPECT_EQ(host_.emitted, (std::vector<std::string>{"Bound", "Lost"}));
}

TEST_F(Sdk, ALoggerWithValuesAddsThemToEachRecord) {
  std::string name = "b";
  const auto log = ctx_.With({{"bucket", name}, {"n", 3}});
  name = "changed";
  log.Info("made");
  log.Warn("slow", {{"ms", 40}});
  EXPECT_EQ(host_.logs, (std::vector<std::string>{"made bucket=b n=3", "slow bucket=b n=3 ms=40"}));
}

}  // namespace
}  // namespace oarlock::abi_test
