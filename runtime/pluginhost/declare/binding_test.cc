// Two plugins of one host: which of their types share a watch.
#include "pluginhost/declare/binding.h"

#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::AddController;
using testing::TypeDeclOf;
using testing::View;
using Strings = std::vector<std::string>;

std::string MapJson(const std::string& version, const std::string& ns, const std::string& name) {
  return R"({"apiVersion":")" + version + R"(","kind":"ConfigMap","metadata":{"name":")" + name +
         R"(","namespace":")" + ns + R"(","uid":"u-)" + name +
         R"(","resourceVersion":"5"},"data":{"v":"x"}})";
}

class Binding : public testing::CallFixture {
 protected:
  // Declares one ConfigMap type, with what `edit` says of it.
  static void Declare(Instance& to, const std::function<void(oar_type_decl&)>& edit) {
    DeclarationBuilder builder;
    oar_type_decl type = TypeDeclOf(1, "ConfigMap");
    edit(type);
    EXPECT_EQ(DeclarationBuilder::Api().type(builder.handle(), &type), OAR_OK);
    EXPECT_EQ(AddController(DeclarationBuilder::Api(), builder.handle(), 1), OAR_OK);
    auto declaration = builder.Finish(OAR_OK);
    ASSERT_TRUE(declaration.ok()) << declaration.status().ToString();
    to.set_declaration(std::move(declaration).value());
  }
  static void Bind(Instance& which) {
    ASSERT_TRUE(BindTypes(which, {}).ok());
    const base::Status synced = WaitForTypes(which, {});
    ASSERT_TRUE(synced.ok()) << synced.ToString();
  }
  static void Accept(Instance& to, const std::vector<std::string>& versions) {
    std::vector<oar_view> views;
    for (const std::string& version : versions) views.push_back(View(version));
    Declare(to, [&](oar_type_decl& type) {
      type.versions = views.data();
      type.versions_count = views.size();
    });
  }
  static std::string Read(const Instance& from, const std::string& ns, const std::string& name) {
    const auto object = from.FindType(1)->lister().Get(ns, name);
    return object.ok() ? std::string(object->api_version()) + " " + std::string(object->kind())
                       : object.status().message();
  }
  bool OneWatch() {
    return host.WaitFor([this] { return host.informers().size() == 1; });
  }

  Instance other{host.env(), {"second", "second@1", "main", "test.second"}};
};

TEST_F(Binding, PluginsWithOverlappingVersionsShareOneWatch) {
  host.mapper.AddVersion("v2");
  host.SetList("configmaps", {MapJson("v1", "default", "a")}, "10");
  host.SetList("configmaps@v2", {MapJson("v2", "default", "a")}, "10");
  Accept(instance, {"v1", "v2", "v3"});
  Bind(instance);
  EXPECT_EQ(Read(instance, "default", "a"), "v1 ConfigMap");
  Accept(other, {"v2"});
  Bind(other);
  EXPECT_TRUE(OneWatch());
  EXPECT_EQ(Read(instance, "default", "a"), "v2 ConfigMap");
  EXPECT_EQ(Read(other, "default", "a"), "v2 ConfigMap");
  EXPECT_EQ(instance.FindType(1)->Serving("default").gvr.version, "v2");
  EXPECT_EQ(instance.FindType(1)->resource.gvr.version, "v1");
  // A body goes where it says it belongs.
  EXPECT_EQ(instance.FindType(1)->In("v1")->gvr.version, "v1");
  EXPECT_EQ(instance.FindType(1)->In("v3"), nullptr) << "accepted, but not served";
}

TEST_F(Binding, ANamespacedAndAClusterWidePluginShareOneWatch) {
  host.SetList("configmaps", {MapJson("v1", "mine", "a"), MapJson("v1", "other", "b")}, "10");
  host.SetList("configmaps/mine", {MapJson("v1", "mine", "a")}, "10");
  const oar_view namespaces[] = {View("mine"), View("third")};
  Declare(instance, [&](oar_type_decl& type) {
    type.namespaces = namespaces;
    type.namespaces_count = 2;
  });
  Bind(instance);
  EXPECT_EQ(host.informers().size(), 2u);
  Declare(other, [](oar_type_decl&) {});
  Bind(other);
  EXPECT_TRUE(OneWatch());
  EXPECT_EQ(instance.FindType(1)->lister().List().size(), 1u);
  EXPECT_EQ(Read(instance, "mine", "a"), "v1 ConfigMap");
  EXPECT_EQ(Read(instance, "other", "b"), "configmaps \"b\" not found");
  EXPECT_EQ(Read(other, "other", "b"), "v1 ConfigMap");
}

TEST_F(Binding, AMetadataOnlyTypeIsAViewWhereAFullInformerRuns) {
  host.SetList("configmaps", {MapJson("v1", "default", "a")}, "10");
  Declare(other, [](oar_type_decl&) {});
  Bind(other);
  Declare(instance, [](oar_type_decl& type) { type.form = OAR_FORM_METADATA; });
  Bind(instance);
  EXPECT_TRUE(OneWatch());
  EXPECT_EQ(Read(instance, "default", "a"), "meta.k8s.io/v1 PartialObjectMetadata");
}

}  // namespace
}  // namespace oarlock::pluginhost
