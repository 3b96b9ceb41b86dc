// The client's verbs against the sandbox, over a socket: what they do and what the caller gets
// back.
#include "integration/host_world.h"
#include "kube/api_status.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using kube::PatchType;

class ClientOnSandbox : public testing::Test {
 protected:
  static kube::ObjectRef Ref(const std::string& name) { return {kMaps, "default", name, ""}; }
  base::Status Create(const std::string& name) {
    return client->Create(Ref(""), Map(name, "1"), {}, {}).status();
  }
  std::string Value(const base::Result<kube::Object>& object) {
    return object.ok() ? std::string(object->root()["data"]["k"].AsString())
                       : object.status().ToString();
  }
  base::Result<kube::Object> Patch(PatchType type, const std::string& body) {
    return client->PatchObject(Ref("a"), {type, body}, {.force = true}, {});
  }

  HostWorld world;
  std::shared_ptr<kube::Client> client = world.client();
};

TEST_F(ClientOnSandbox, AnUpdateOfAnOlderVersionConflicts) {
  ASSERT_TRUE(Create("a").ok());
  EXPECT_EQ(Create("a").code(), StatusCode::kAlreadyExists);
  const auto first = client->Get(Ref("a"), {});
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  ASSERT_TRUE(client->Update(Ref("a"), Map("a", "2"), {}, {}).ok());
  EXPECT_EQ(client->Update(Ref("a"), first->ToJson(), {}, {}).status().code(),
            StatusCode::kConflict);
  EXPECT_EQ(Value(client->Get(Ref("a"), {})), "2");
}

TEST_F(ClientOnSandbox, PatchesOfEveryType) {
  ASSERT_TRUE(Create("a").ok());
  EXPECT_EQ(Value(Patch(PatchType::kMerge, R"({"data":{"k":"merged"}})")), "merged");
  EXPECT_EQ(Value(Patch(PatchType::kStrategic, R"({"data":{"k":"strategic"}})")), "strategic");
  EXPECT_EQ(Value(Patch(PatchType::kJson, R"([{"op":"replace","path":"/data/k","value":"json"}])")),
            "json");
  EXPECT_EQ(Value(Patch(PatchType::kApply, Map("a", "applied"))), "applied");
}

TEST_F(ClientOnSandbox, ADryRunChangesNothing) {
  ASSERT_TRUE(Create("a").ok());
  EXPECT_EQ(Value(client->Update(Ref("a"), Map("a", "2"), {.dry_run = true}, {})), "2");
  EXPECT_EQ(Value(client->Get(Ref("a"), {})), "1");
  ASSERT_TRUE(client->Delete(Ref("a"), {.dry_run = true}, {}).ok());
  EXPECT_TRUE(client->Get(Ref("a"), {}).ok());
}

TEST_F(ClientOnSandbox, DeletesKeepTheirPreconditions) {
  ASSERT_TRUE(Create("a").ok());
  EXPECT_EQ(client->Delete(Ref("a"), {.precondition_uid = "another"}, {}).status().code(),
            StatusCode::kConflict);
  const auto object = client->Get(Ref("a"), {});
  ASSERT_TRUE(object.ok());
  ASSERT_TRUE(client->Delete(Ref("a"), {.precondition_uid = std::string(object->uid())}, {}).ok());
  EXPECT_EQ(client->Get(Ref("a"), {}).status().code(), StatusCode::kNotFound);
}

TEST_F(ClientOnSandbox, ListsByPagesAndNamesItsItems) {
  for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(Create(name).ok());
  const kube::ListScope scope{.resource = kMaps, .ns = "default", .label_selector = "app=x"};
  const auto first = client->List(scope, {.limit = 2}, {});
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  ASSERT_EQ(first->items.size(), 2u);
  EXPECT_EQ(first->items[1].name(), "b");
  EXPECT_EQ(first->items[1].gvk().ToString(), "v1 ConfigMap");
  const auto rest =
      client->List(scope, {.limit = 2, .continue_token = first->meta.continue_token}, {});
  ASSERT_TRUE(rest.ok()) << rest.status().ToString();
  ASSERT_EQ(rest->items.size(), 1u);
  EXPECT_EQ(rest->meta.continue_token, "");
  ASSERT_TRUE(client->DeleteCollection(scope, {}, {}).ok());
  EXPECT_EQ(client->Get(Ref("c"), {}).status().code(), StatusCode::kNotFound);
}

TEST_F(ClientOnSandbox, C_RC_15_AllCausesOfARefusalAreKept) {
  const kube::ResourceInfo deployments{{"apps", "v1", "deployments"}, "Deployment", true, {}, {}};
  const auto made = client->Create(
      {deployments, "default", "", ""},
      R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"selector":)"
      R"({"matchLabels":{"a":"b"}},"template":{"spec":{"containers":[{"name":"c"}]}}}})",
      {}, {});
  EXPECT_EQ(made.status().code(), StatusCode::kInvalidArgument);
  const auto& causes = made.status().detail().causes;
  ASSERT_GE(causes.size(), 2u) << made.status().ToString();
  EXPECT_TRUE(causes[0].field.starts_with("spec.")) << causes[0].field;
}

}  // namespace
}  // namespace oarlock::integration
