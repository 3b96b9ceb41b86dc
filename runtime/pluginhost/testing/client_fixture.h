#pragma once
// ClientFixture: an instance that declares types for the tests of oarlock.client/1, and short forms
// of its verbs.

#include <string>
#include <vector>

#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost::testing {

inline constexpr uint32_t kMaps = 1;
inline constexpr uint32_t kNodes = 2;      // in metadata-only form
inline constexpr uint32_t kLiveOnly = 3;   // deployments, uncached
inline constexpr uint32_t kNotServed = 4;  // optional
inline constexpr uint32_t kByValue = 1;    // an index of kMaps

inline std::string Version(std::string name, std::string version, std::string value = {}) {
  return cache::testing::Json(
      {std::move(name), std::move(version), "default", {}, std::move(value)});
}

class ClientFixture : public CallFixture {
 protected:
  std::vector<std::string> nodes;  // that there are

  void SetUp() override {
    host.SetList("configmaps",
                 {cache::testing::Json({"a", "5", "default", {}, "x", "\"app\":\"one\""}),
                  cache::testing::Json({"b", "6", "default", {}, "x"}),
                  cache::testing::Json({"c", "7", "other", {}, "x"})},
                 "10");
    host.SetList("nodes", nodes, "10");
    Declare(DeclareAll);
    Bind();
  }
  static void DeclareAll(const oar_builder_api& api, oar_builder builder) {
    oar_type_decl maps = TypeDeclOf(kMaps, "ConfigMap");
    oar_type_decl nodes = TypeDeclOf(kNodes, "Node");
    nodes.form = OAR_FORM_METADATA;
    oar_type_decl live = TypeDeclOf(kLiveOnly, "Deployment", "apps");
    live.uncached = 1;
    oar_type_decl none = TypeDeclOf(kNotServed, "Unheard");
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

}  // namespace oarlock::pluginhost::testing
