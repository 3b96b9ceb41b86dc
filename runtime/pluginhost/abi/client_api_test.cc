#include "pluginhost/testing/client_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::AddController;
using testing::kByValue;
using testing::kLiveOnly;
using testing::kMaps;
using testing::kNodes;
using testing::kNotServed;
using testing::Text;
using testing::Version;
using testing::View;

constexpr CallRights kConfigure{"configure", false, false};

class ClientApiTest : public testing::ClientFixture {};

TEST_F(ClientApiTest, ReadsTheCache) {
  const auto call = Call();
  EXPECT_EQ(VersionOf(*call, "a"), "5");
  EXPECT_EQ(VersionOf(*call, "z"), "NOT_FOUND");
  EXPECT_TRUE(host.client->calls().empty()) << "nothing is asked";
}

// What a call has read is leased: no count is taken, and its bytes stay while the cache moves on.
TEST_F(ClientApiTest, WhatACallHasReadStaysWhileTheCacheMovesOn) {
  const auto call = Call();
  const oar_key key = Key(kMaps, "default", "a");
  oar_obj held{};
  ASSERT_EQ(client().get(call->handle(), &key, &held, nullptr), OAR_OK);
  EXPECT_TRUE(call->Find(held)->object().borrowed());
  EXPECT_EQ(call->leases().size(), 1u);
  oar_view json{};
  ASSERT_EQ(api.object->json(call->handle(), held, {OAR_NODE_ROOT}, &json), OAR_OK);
  const std::string before = Text(json);
  oar_value value{};
  ASSERT_EQ(api.object->get(call->handle(), held, {OAR_NODE_ROOT}, 1, &value), OAR_OK);
  oar_obj kept{};
  {
    const auto other = Call();
    oar_obj again{};
    ASSERT_EQ(client().get(other->handle(), &key, &again, nullptr), OAR_OK);
    ASSERT_EQ(api.object->keep(instance.handle(), other->handle(), again, &kept), OAR_OK);
  }
  ASSERT_TRUE(host.WaitFor([&] { return host.source("configmaps").stream() != nullptr; }));
  for (int version = 11; version < 300; ++version) {
    host.source("configmaps")
        .stream()
        ->Send(kube::WatchEventType::kModified, Version("a", std::to_string(version), "new"));
  }
  ASSERT_TRUE(host.WaitFor([&] { return VersionOf(*Call(), "a") == "299"; }));
  EXPECT_EQ(VersionOf(*call, "a"), "299") << "a new read sees what is new";
  EXPECT_EQ(Text(value.text), "x");
  ASSERT_EQ(api.object->json(call->handle(), held, {OAR_NODE_ROOT}, &json), OAR_OK);
  EXPECT_EQ(Text(json), before);
  const auto later = Call();
  ASSERT_EQ(api.object->json(later->handle(), kept, {OAR_NODE_ROOT}, &json), OAR_OK);
  EXPECT_EQ(Text(json), before) << "what is kept has a count of its own";
  EXPECT_EQ(api.object->release(instance.handle(), kept), OAR_OK);
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
  EXPECT_EQ(List(call, what), "a b c")
      << "all that was declared, each once, of the shared informer";
  what.ns = View("third");
  EXPECT_EQ(List(call, what), "FORBIDDEN");
  EXPECT_EQ(Get(call, Key(kMaps, "third", "a")), OAR_E_FORBIDDEN);
  EXPECT_EQ(Get(call, Key(kNodes, "", "n")), OAR_OK) << "has no namespace to be bound to";
}

}  // namespace
}  // namespace oarlock::pluginhost
