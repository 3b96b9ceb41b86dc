#include "pluginhost/testing/client_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::kMaps;
using testing::kNodes;
using testing::Version;
using testing::View;

class ClientWritesTest : public testing::ClientFixture {};

TEST_F(ClientWritesTest, WritesBeyondThePermissionsNeverLeaveTheHost) {
  const auto call = Call();
  const oar_key key = Key(kMaps, "other", "c");
  oar_error err{};
  EXPECT_EQ(
      client().patch(call->handle(), &key, OAR_PATCH_MERGE, View("{}"), nullptr, nullptr, &err),
      OAR_E_FORBIDDEN);
  EXPECT_NE(Message(*call, err).find("patch configmaps in namespace other"), std::string::npos);
  oar_live_list what{};
  what.struct_size = sizeof(what);
  what.type = kMaps;
  what.ns = View("default");
  EXPECT_EQ(client().delete_collection(call->handle(), &what, nullptr, nullptr), OAR_E_FORBIDDEN);
  oar_write_options status{};
  status.struct_size = sizeof(status);
  status.subresource = View("status");
  const oar_key own = Key(kMaps, "default", "a");
  EXPECT_EQ(client().update(call->handle(), &own, View("{}"), &status, nullptr, nullptr),
            OAR_E_FORBIDDEN)
      << "the object does not include its subresources";
  EXPECT_TRUE(host.client->calls().empty());
}

TEST_F(ClientWritesTest, UpdateFromMetadataIsRefused) {
  const auto call = Call();
  const oar_key node = Key(kNodes, "", "n");
  EXPECT_EQ(client().update(call->handle(), &node, View("{}"), nullptr, nullptr, nullptr),
            OAR_E_INVALID);
  EXPECT_TRUE(host.client->calls().empty());
  EXPECT_EQ(
      client().patch(call->handle(), &node, OAR_PATCH_MERGE, View("{}"), nullptr, nullptr, nullptr),
      OAR_OK);
  EXPECT_EQ(client().patch(call->handle(), &node, 77, View("{}"), nullptr, nullptr, nullptr),
            OAR_E_INVALID);
}

TEST_F(ClientWritesTest, AWriteIsSeenByTheNextRead) {
  const auto call = Call();
  host.client->on_write = [](const auto&) { return kube::ObjectFromJson(Version("a", "20")); };
  const oar_key key = Key(kMaps, "default", "a");
  oar_obj out{};
  ASSERT_EQ(client().update(call->handle(), &key, View(Version("a", "5")), nullptr, &out, nullptr),
            OAR_OK);
  EXPECT_NE(out.id, 0u);
  EXPECT_EQ(VersionOf(*call, "a"), "20");
  EXPECT_EQ(VersionOf(*Call(), "a"), "20") << "for everybody";
  EXPECT_EQ(host.client->calls().back(), "update default/a by test.demo");
  host.client->on_write = [](const auto&) { return kube::ObjectFromJson(Version("new", "21")); };
  const oar_key fresh = Key(kMaps, "default", "new");
  ASSERT_EQ(
      client().create(call->handle(), &fresh, View(Version("new", "")), nullptr, nullptr, nullptr),
      OAR_OK);
  EXPECT_EQ(VersionOf(*call, "new"), "21");
}

TEST_F(ClientWritesTest, ADryRunLeavesTheCacheAlone) {
  const auto call = Call();
  host.client->on_write = [](const auto&) { return kube::ObjectFromJson(Version("a", "20")); };
  oar_write_options options{};
  options.struct_size = sizeof(options);
  options.dry_run = 1;
  options.field_manager = View("me");
  const oar_key key = Key(kMaps, "default", "a");
  ASSERT_EQ(client().patch(call->handle(), &key, OAR_PATCH_APPLY, View(Version("a", "")), &options,
                           nullptr, nullptr),
            OAR_OK);
  EXPECT_EQ(host.client->calls().back(), "patch default/a by me dry-run");
  EXPECT_EQ(VersionOf(*call, "a"), "5");
}

TEST_F(ClientWritesTest, AnAnswerOfAnotherKindIsNotCached) {
  const auto call = Call();
  host.client->on_write = [](const auto&) {
    return kube::ObjectFromJson(
        R"({"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a",)"
        R"("namespace":"default","uid":"u-a","resourceVersion":"30"},"spec":{"replicas":1}})");
  };
  oar_write_options options{};
  options.struct_size = sizeof(options);
  options.subresource = View("scale");
  const oar_key key = Key(kMaps, "default", "a");
  oar_obj out{};
  ASSERT_EQ(client().update(
                call->handle(), &key,
                View(R"({"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a"}})"),
                &options, &out, nullptr),
            OAR_OK);
  EXPECT_NE(JsonOf(*call, out).find("Scale"), std::string::npos);
  EXPECT_EQ(VersionOf(*call, "a"), "5");
}

TEST_F(ClientWritesTest, AFailedWriteTellsTheServersWords) {
  const auto call = Call();
  host.client->on_write = [](const auto&) -> base::Result<kube::Object> {
    base::ErrorDetail detail;
    detail.http_status = 409;
    detail.reason = "Conflict";
    return base::Status(base::StatusCode::kConflict, "modified meanwhile", detail);
  };
  const oar_key key = Key(kMaps, "default", "a");
  oar_obj out{3};
  oar_error err{};
  EXPECT_EQ(client().update(call->handle(), &key, View(Version("a", "5")), nullptr, &out, &err),
            OAR_E_CONFLICT);
  EXPECT_EQ(out.id, 0u);
  EXPECT_EQ(Message(*call, err), "modified meanwhile");
  EXPECT_EQ(VersionOf(*call, "a"), "5");
}

TEST_F(ClientWritesTest, ADeleteIsSeenByTheNextRead) {
  const auto call = Call();
  const auto remove = [&](const char* name, std::string answer) {
    host.client->on_delete = [answer](const auto&, const auto&) {
      return kube::ObjectFromJson(answer);
    };
    const oar_key key = Key(kMaps, "default", name);
    EXPECT_EQ(client().delete_object(call->handle(), &key, nullptr, nullptr), OAR_OK);
    return VersionOf(*call, name);
  };
  EXPECT_EQ(remove("a", R"({"kind":"Status","apiVersion":"v1","status":"Success",)"
                        R"("details":{"name":"a","uid":"u-a"}})"),
            "NOT_FOUND");
  EXPECT_EQ(remove("b", Version("b", "6")), "NOT_FOUND") << "given back as it was last";
}

TEST_F(ClientWritesTest, UpdatesAndDeletesNameTheObjectThatTheCacheKnows) {
  const auto call = Call();
  const oar_key key = Key(kMaps, "default", "a");
  std::string body;
  host.client->on_write = [&](const auto& write) {
    body = write.body;
    return kube::ObjectFromJson(Version("a", "20"));
  };
  kube::DeleteOptions how;
  host.client->on_delete = [&](const auto&, const auto& options) {
    how = options;
    return base::Result<kube::Object>(base::NotFound("gone"));
  };
  const char* bare = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})";
  ASSERT_EQ(client().update(call->handle(), &key, View(bare), nullptr, nullptr, nullptr), OAR_OK);
  const auto sent = *kube::DocumentFromJson(body);
  EXPECT_EQ(sent.root()["metadata"]["uid"].AsString(), "u-a");
  EXPECT_FALSE(sent.root()["metadata"]["resourceVersion"].exists());
  (void)client().delete_object(call->handle(), &key, nullptr, nullptr);
  EXPECT_EQ(how.precondition_uid, "u-a");
  EXPECT_EQ(how.precondition_resource_version, "");
  oar_delete_options own{};
  own.struct_size = sizeof(own);
  own.uid = View("mine");
  (void)client().delete_object(call->handle(), &key, &own, nullptr);
  EXPECT_EQ(how.precondition_uid, "mine");
  const oar_key unknown = Key(kMaps, "default", "never-seen");
  (void)client().delete_object(call->handle(), &unknown, nullptr, nullptr);
  EXPECT_EQ(how.precondition_uid, "");
}

TEST_F(ClientWritesTest, AnObjectThatWaitsForItsEndIsStillThere) {
  const auto call = Call();
  const oar_key key = Key(kMaps, "default", "a");
  const std::string deleting = R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")";
  host.client->on_delete = [&](const auto&, const auto&) {
    return kube::ObjectFromJson(
        Json({"a", "21", "default", {}, {}, {}, deleting + R"(,"finalizers":["f"])"}));
  };
  ASSERT_EQ(client().delete_object(call->handle(), &key, nullptr, nullptr), OAR_OK);
  EXPECT_EQ(VersionOf(*call, "a"), "21");
  host.client->on_delete = [&](const auto&, const auto&) {
    return kube::ObjectFromJson(
        Json({"a", "22", "default", {}, {}, {}, deleting + R"(,"deletionGracePeriodSeconds":30)"}));
  };
  ASSERT_EQ(client().delete_object(call->handle(), &key, nullptr, nullptr), OAR_OK);
  EXPECT_EQ(VersionOf(*call, "a"), "22");
  oar_delete_options dry{};
  dry.struct_size = sizeof(dry);
  dry.dry_run = 1;
  host.client->on_delete = [](const auto&, const auto&) {
    return kube::ObjectFromJson(Version("a", "22"));
  };
  ASSERT_EQ(client().delete_object(call->handle(), &key, &dry, nullptr), OAR_OK);
  EXPECT_EQ(VersionOf(*call, "a"), "22");
}

}  // namespace
}  // namespace oarlock::pluginhost
