#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::AddController;
using testing::AddPath;
using testing::Text;
using testing::View;

constexpr uint32_t kMaps = 1;
constexpr uint32_t kNodes = 2;      // in metadata-only form
constexpr uint32_t kLiveOnly = 3;   // deployments, uncached
constexpr uint32_t kNotServed = 4;  // optional
constexpr uint32_t kByValue = 1;    // an index of kMaps
constexpr CallRights kConfigure{"configure", false, false};

std::string Version(std::string name, std::string version, std::string value = {}) {
  return Json({std::move(name), std::move(version), "default", {}, std::move(value)});
}

class ClientApiTest : public testing::CallFixture {
 protected:
  void SetUp() override {
    host.SetList("configmaps",
                 {Json({"a", "5", "default", {}, "x", "\"app\":\"one\""}),
                  Json({"b", "6", "default", {}, "x"}), Json({"c", "7", "other", {}, "x"})},
                 "10");
    host.SetList("nodes", {}, "10");
    Declare(DeclareAll);
    Bind();
  }
  static void DeclareAll(const oar_builder_api& api, oar_builder builder) {
    oar_type_decl maps = testing::TypeDeclOf(kMaps, "ConfigMap");
    oar_type_decl nodes = testing::TypeDeclOf(kNodes, "Node");
    nodes.form = OAR_FORM_METADATA;
    oar_type_decl live = testing::TypeDeclOf(kLiveOnly, "Deployment", "apps");
    live.uncached = 1;
    oar_type_decl none = testing::TypeDeclOf(kNotServed, "Unheard");
    none.optional = 1;
    for (const oar_type_decl* type : {&maps, &nodes, &live, &none}) {
      ASSERT_EQ(api.type(builder, type), OAR_OK);
    }
    const oar_view verbs[] = {View("create"), View("update"), View("patch"), View("delete")};
    const oar_view namespaces[] = {View("default")};
    oar_access_decl access{};
    access.struct_size = sizeof(access);
    access.resource = View("configmaps");
    access.verbs = verbs;
    access.verbs_count = 4;
    access.namespaces = namespaces;
    access.namespaces_count = 1;
    ASSERT_EQ(api.access(builder, &access), OAR_OK);
    access.resource = View("nodes");
    access.namespaces_count = 0;
    ASSERT_EQ(api.access(builder, &access), OAR_OK);
    access.resource = View("configmaps");
    access.subresource = View("scale");
    ASSERT_EQ(api.access(builder, &access), OAR_OK);
    ASSERT_EQ(AddPath(api, builder, 1, "/data/v"), OAR_OK);
    const uint32_t paths[] = {1};
    oar_index_part part{};
    part.struct_size = sizeof(part);
    part.paths = paths;
    part.paths_count = 1;
    oar_index_decl index{};
    index.struct_size = sizeof(index);
    index.id = kByValue;
    index.kind = OAR_INDEX_PATHS;
    index.type = kMaps;
    index.parts = &part;
    index.parts_count = 1;
    index.parts_stride = sizeof(part);
    ASSERT_EQ(api.index(builder, &index), OAR_OK);
    ASSERT_EQ(AddController(api, builder, kMaps), OAR_OK);
  }
  static oar_key Key(uint32_t type, std::string_view ns, std::string_view name) {
    return {sizeof(oar_key), 0, type, 0, View(ns), View(name), 0};
  }
  int32_t Get(Context& call, const oar_key& key, std::string* version = nullptr) {
    oar_obj out{9};
    const int32_t status = client().get(call.handle(), &key, &out, nullptr);
    EXPECT_EQ(out.id != 0, status == OAR_OK);
    if (status == OAR_OK && version != nullptr) {
      oar_obj_meta meta{};
      meta.struct_size = sizeof(meta);
      EXPECT_EQ(api.object->meta(call.handle(), out, &meta), OAR_OK);
      *version = Text(meta.resource_version);
    }
    return status;
  }
  std::string VersionOf(Context& call, std::string_view name) {
    std::string version;
    const int32_t status = Get(call, Key(kMaps, "default", name), &version);
    return status == OAR_OK ? version : std::string(AbiStatusName(status));
  }
  // "a b c", in the order of the list.
  std::string List(Context& call, oar_cache_list what, std::string* cursor = nullptr) {
    what.struct_size = sizeof(what);
    what.type = kMaps;
    oar_list list{7};
    const int32_t status = client().list(call.handle(), &what, &list, nullptr);
    if (status != OAR_OK) {
      EXPECT_EQ(list.id, 0u);
      return std::string(AbiStatusName(status));
    }
    return Names(call, list, cursor);
  }
  std::string Names(Context& call, oar_list list, std::string* cursor) {
    oar_list_info info{};
    info.struct_size = sizeof(info);
    EXPECT_EQ(api.object->list_info(call.handle(), list, &info), OAR_OK);
    if (cursor != nullptr) *cursor = Text(info.cursor);
    std::string names;
    for (uint64_t i = 0; i < info.count; ++i) {
      oar_obj object{};
      EXPECT_EQ(api.object->list_at(call.handle(), list, i, &object), OAR_OK);
      oar_obj_meta meta{};
      meta.struct_size = sizeof(meta);
      EXPECT_EQ(api.object->meta(call.handle(), object, &meta), OAR_OK);
      names += (names.empty() ? "" : " ") + Text(meta.name);
    }
    return names;
  }
  std::string Message(Context& call, oar_error err) {
    oar_error_info info{};
    info.struct_size = sizeof(info);
    EXPECT_EQ(api.context->error_info(call.handle(), err, &info), OAR_OK);
    return Text(info.message);
  }
  const oar_client_api& client() { return ClientApi(); }
};

TEST_F(ClientApiTest, ReadsTheCache) {
  const auto call = Call();
  EXPECT_EQ(VersionOf(*call, "a"), "5");
  EXPECT_EQ(VersionOf(*call, "z"), "NOT_FOUND");
  EXPECT_TRUE(host.client->calls().empty()) << "nothing is asked";
}

TEST_F(ClientApiTest, RefusesTypesThatCannotBeRead) {
  const auto call = Call();
  EXPECT_EQ(Get(*call, Key(99, "default", "a")), OAR_E_UNDECLARED);
  EXPECT_EQ(Get(*call, Key(kLiveOnly, "default", "a")), OAR_E_UNDECLARED) << "not in the cache";
  EXPECT_EQ(Get(*call, Key(kNotServed, "default", "a")), OAR_E_UNAVAILABLE);
  oar_obj out{};
  oar_error err{};
  const oar_key key = Key(99, "default", "a");
  ASSERT_EQ(client().get(call->handle(), &key, &out, &err), OAR_E_UNDECLARED);
  EXPECT_EQ(Message(*call, err), "type 99 is not declared");
}

TEST_F(ClientApiTest, MalformedStructsAreInvalidAndZeroEveryOut) {
  const auto call = Call();
  oar_obj out{3};
  oar_error err{3};
  EXPECT_EQ(client().get(call->handle(), nullptr, &out, &err), OAR_E_INVALID);
  EXPECT_EQ(out.id, 0u);
  EXPECT_NE(Message(*call, err), "");
  oar_key key = Key(kMaps, "default", "a");
  key.flags = 8;
  out = {3};
  EXPECT_EQ(client().update(call->handle(), &key, View("{}"), nullptr, &out, &err), OAR_E_INVALID);
  EXPECT_EQ(out.id, 0u);
  err = {3};
  EXPECT_EQ(client().get(call->handle(), &key, nullptr, &err), OAR_E_INVALID);
  EXPECT_EQ(err.id, 0u);
  key.flags = 0;
  oar_write_options options{};
  options.struct_size = 4;
  EXPECT_EQ(client().create(call->handle(), &key, View("{}"), &options, &out, &err), OAR_E_INVALID);
  err = {3};
  EXPECT_EQ(client().delete_object({5}, &key, nullptr, &err), OAR_E_STALE);
  EXPECT_EQ(err.id, 0u);
  EXPECT_TRUE(host.client->calls().empty());
}

TEST_F(ClientApiTest, OldKeysWithoutTheLastFieldsAreRead) {
  const auto call = Call();
  oar_key key = Key(kMaps, "default", "a");
  key.struct_size = OAR_END_OF(oar_key, name);
  EXPECT_EQ(Get(*call, key), OAR_OK);
}

TEST_F(ClientApiTest, NothingIsReadOrWrittenInConfigure) {
  const auto call = Call(kConfigure);
  const oar_key key = Key(kMaps, "default", "a");
  oar_obj out{};
  oar_list list{};
  oar_cache_list what{};
  what.struct_size = sizeof(what);
  what.type = kMaps;
  EXPECT_EQ(client().get(call->handle(), &key, &out, nullptr), OAR_E_INVALID);
  EXPECT_EQ(client().list(call->handle(), &what, &list, nullptr), OAR_E_INVALID);
  EXPECT_EQ(client().get_live(call->handle(), &key, nullptr, &out, nullptr), OAR_E_INVALID);
  EXPECT_EQ(client().create(call->handle(), &key, View("{}"), nullptr, &out, nullptr),
            OAR_E_SHUTTING_DOWN);
  EXPECT_EQ(client().delete_object(call->handle(), &key, nullptr, nullptr), OAR_E_SHUTTING_DOWN);
  EXPECT_TRUE(host.client->calls().empty());
}

TEST_F(ClientApiTest, WritesBeyondThePermissionsNeverLeaveTheHost) {
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

TEST_F(ClientApiTest, UpdateFromMetadataIsRefused) {
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

TEST_F(ClientApiTest, AWriteIsSeenByTheNextRead) {
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

TEST_F(ClientApiTest, ADryRunLeavesTheCacheAlone) {
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

TEST_F(ClientApiTest, AnAnswerOfAnotherKindIsNotCached) {
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

TEST_F(ClientApiTest, AFailedWriteTellsTheServersWords) {
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

TEST_F(ClientApiTest, ADeleteIsSeenByTheNextRead) {
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

TEST_F(ClientApiTest, AnObjectThatWaitsForItsEndIsStillThere) {
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

TEST_F(ClientApiTest, ListsTheCacheByNamespaceSelectorAndIndex) {
  const auto call = Call();
  oar_cache_list what{};
  what.limit = 100;  // with a limit the order is that of the keys
  EXPECT_EQ(List(*call, what), "a b c");
  what.ns = View("default");
  EXPECT_EQ(List(*call, what), "a b");
  what.label_selector = View("app=one");
  EXPECT_EQ(List(*call, what), "a");
  what.label_selector = View("!app");
  what.index = kByValue;
  what.index_value = View("x");
  EXPECT_EQ(List(*call, what), "b");
  what.index_value = View("y");
  EXPECT_EQ(List(*call, what), "");
  what.index = 99;
  EXPECT_EQ(List(*call, what), "UNDECLARED");
  what.index = 0;
  what.label_selector = View("((");
  EXPECT_EQ(List(*call, what), "INVALID");
}

TEST_F(ClientApiTest, PagesThroughTheCache) {
  const auto call = Call();
  oar_cache_list what{};
  what.limit = 2;
  std::string cursor;
  EXPECT_EQ(List(*call, what, &cursor), "a b");
  ASSERT_NE(cursor, "");
  what.cursor = View(cursor);
  std::string end;
  EXPECT_EQ(List(*call, what, &end), "c");
  EXPECT_EQ(end, "");
  what.limit = 0;
  EXPECT_EQ(List(*call, what), "c") << "the rest at once";
  what.cursor = View("no cursor of ours");
  EXPECT_EQ(List(*call, what), "GONE");
}

TEST_F(ClientApiTest, LiveListsArePagedByTheHostUnlessALimitIsGiven) {
  const auto call = Call();
  host.client->on_list = [](const kube::ListScope&, const kube::ListOptions& options) {
    kube::ObjectList page;
    const bool first = options.continue_token.empty();
    page.items.push_back(kube::ObjectFromJson(Version(first ? "p" : "q", "1")).value());
    page.meta.resource_version = "50";
    if (first) page.meta.continue_token = "more";
    page.meta.remaining = first ? 1 : 0;
    return page;
  };
  oar_live_list what{};
  what.struct_size = sizeof(what);
  what.type = kLiveOnly;
  what.resource_version = View("40");
  what.version_match = OAR_MATCH_NOT_OLDER_THAN;
  oar_list list{};
  ASSERT_EQ(client().list_live(call->handle(), &what, &list, nullptr), OAR_OK);
  std::string cursor;
  EXPECT_EQ(Names(*call, list, &cursor), "p q");
  EXPECT_EQ(cursor, "");
  EXPECT_EQ(host.client->calls(), (std::vector<std::string>{"list  limit 500 from  at 40",
                                                            "list  limit 500 from more at "}))
      << "a follow-up page names no version";
  what.limit = 1;
  ASSERT_EQ(client().list_live(call->handle(), &what, &list, nullptr), OAR_OK);
  EXPECT_EQ(Names(*call, list, &cursor), "p");
  EXPECT_EQ(cursor, "more");
}

TEST_F(ClientApiTest, ALiveGetPassesTheSubresource) {
  const auto call = Call();
  host.client->on_get = [](const auto&) { return kube::ObjectFromJson(Version("a", "99")); };
  const oar_key key = Key(kMaps, "default", "a");
  oar_get_options options{};
  options.struct_size = sizeof(options);
  options.subresource = View("status");
  oar_obj out{};
  ASSERT_EQ(client().get_live(call->handle(), &key, &options, &out, nullptr), OAR_OK);
  EXPECT_EQ(host.client->calls().back(), "get default/a/status");
  EXPECT_EQ(VersionOf(*call, "a"), "5") << "a read does not move the cache";
  options.resource_version = View("5");
  EXPECT_EQ(client().get_live(call->handle(), &key, &options, &out, nullptr), OAR_E_UNIMPLEMENTED);
  EXPECT_EQ(out.id, 0u);
}

// A plugin that watches two namespaces and a cluster-scoped type.
TEST_F(ClientApiTest, NamespacesOfATypeBoundItsReads) {
  host.SetList("configmaps/default", {Version("a", "5")}, "10");
  host.SetList("configmaps/other", {Json({"c", "7", "other"})}, "10");
  host.SetList("nodes",
               {R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n",)"
                R"("uid":"u","resourceVersion":"3"}})"},
               "10");
  Instance narrow(host.env(), Name());
  DeclarationBuilder builder;
  const oar_view namespaces[] = {View("default"), View("other"), View("default")};
  for (const auto& [id, kind] : {std::pair(kMaps, "ConfigMap"), std::pair(kNodes, "Node")}) {
    oar_type_decl type = testing::TypeDeclOf(id, kind);
    type.namespaces = namespaces;
    type.namespaces_count = 3;
    ASSERT_EQ(DeclarationBuilder::Api().type(builder.handle(), &type), OAR_OK);
  }
  ASSERT_EQ(AddController(DeclarationBuilder::Api(), builder.handle(), kMaps), OAR_OK);
  narrow.set_declaration(builder.Finish(OAR_OK).value());
  ASSERT_TRUE(BindTypes(narrow, {}).ok());
  ASSERT_TRUE(WaitForTypes(narrow, {}).ok());
  Context call(narrow, testing::kTestReconcile, base::kNever,
               std::make_shared<controller::Cancellation>(host.clock));
  oar_cache_list what{};
  what.limit = 10;
  EXPECT_EQ(List(call, what), "a c") << "all that was declared, each once";
  what.ns = View("third");
  EXPECT_EQ(List(call, what), "FORBIDDEN");
  EXPECT_EQ(Get(call, Key(kMaps, "third", "a")), OAR_E_FORBIDDEN);
  EXPECT_EQ(Get(call, Key(kNodes, "", "n")), OAR_OK) << "has no namespace to be bound to";
}

}  // namespace
}  // namespace oarlock::pluginhost
