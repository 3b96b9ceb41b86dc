#include <gtest/gtest.h>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/testing/fake_plugin.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::pluginhost {
namespace {

using testing::FakePlugin;
using testing::HostHarness;
using testing::View;
using Calls = std::vector<std::string>;

class GenerationLoad : public ::testing::Test {
 protected:
  void Make() {
    options.plugin = "demo";
    options.plugin_id = "test.demo";
    options.plugin_version = "1.0";
    generation = std::make_unique<Generation>(host.env(), options, plugin.Code());
  }
  // Loads, closes, and says why it was refused.
  std::string Refusal() {
    Make();
    const base::Status loaded = generation->Load();
    const base::Status closed = generation->Close();
    EXPECT_TRUE(closed.ok()) << closed.ToString();
    EXPECT_LE(plugin.control_threads(), 1u);
    return loaded.message();
  }
  void ExpectRefusal(const char* words) {
    const std::string refusal = Refusal();
    EXPECT_NE(refusal.find(words), std::string::npos) << refusal;
    EXPECT_EQ(plugin.unloads(), 1u);
  }

  HostHarness host;
  FakePlugin plugin;
  GenerationOptions options;
  std::unique_ptr<Generation> generation;
};

TEST_F(GenerationLoad, WalksItsStepsOnOneThread) {
  EXPECT_EQ(Refusal(), "");
  EXPECT_EQ(plugin.calls(),
            (Calls{"entry", "create main", "configure main", "declare main", "destroy main"}));
  EXPECT_EQ(plugin.control_threads(), 1u);
  EXPECT_EQ(plugin.unloads(), 1u);
}

TEST_F(GenerationLoad, ALibraryThatCannotBeLoadedIsNotUnloaded) {
  plugin.load_error = base::InvalidArgument("x.so: no entry");
  EXPECT_EQ(Refusal(), "x.so: no entry");
  EXPECT_EQ(plugin.unloads(), 0u);
}

TEST_F(GenerationLoad, TellsTheWordsOfAPluginThatRefuses) {
  plugin.entry_status = OAR_E_UNIMPLEMENTED;
  plugin.entry_message = "needs a newer host";
  ExpectRefusal("the plugin refused this host: needs a newer host");
}

TEST_F(GenerationLoad, RefusesAMinorItDoesNotHave) {
  plugin.abi_minor = OAR_ABI_MINOR + 1;
  ExpectRefusal("it needs plugin ABI 1.1, this host has 1.0");
}

TEST_F(GenerationLoad, RefusesANeededMinorItDoesNotHave) {
  plugin.abi_minor_min = OAR_ABI_MINOR + 7;
  ExpectRefusal("it needs plugin ABI 1.7");
}

TEST_F(GenerationLoad, RefusesAnEntryThatGivesNoDescriptor) {
  plugin.has_descriptor = false;
  ExpectRefusal("no descriptor or no factory");
}

TEST_F(GenerationLoad, RefusesAnEntryThatGivesNoFactory) {
  plugin.has_factory = false;
  ExpectRefusal("no descriptor or no factory");
}

TEST_F(GenerationLoad, RefusesAPluginWithoutControllers) {
  plugin.controllers = {};
  ExpectRefusal("offers no controller");
}

TEST_F(GenerationLoad, RefusesControllersOfOneName) {
  plugin.controllers = {"a", "b", "a"};
  ExpectRefusal("\"a\" is empty or used twice");
}

TEST_F(GenerationLoad, RefusesAControllerWithoutAName) {
  plugin.controllers = {""};
  ExpectRefusal("is empty or used twice");
}

TEST_F(GenerationLoad, RefusesMoreControllersThanThereMayBe) {
  for (size_t i = 0; i < kInstancesMax; ++i) plugin.controllers.push_back("c" + std::to_string(i));
  ExpectRefusal("more than 64 controllers");
}

TEST_F(GenerationLoad, RefusesADescriptorThatIsNotTheNotes) {
  plugin.id = "test.other";
  ExpectRefusal("its note says \"test.demo\", its descriptor \"test.other\"");
}

TEST_F(GenerationLoad, RefusesAVersionThatIsNotTheNotes) {
  plugin.version = "2.0";
  ExpectRefusal("its note says version \"1.0\"");
}

TEST_F(GenerationLoad, NamesAControllerOfTheManifestThatThePluginLacks) {
  options.controllers["mian"] = {2, base::Duration(-1)};
  ExpectRefusal("controllers.mian, but the plugin offers only main");
}

TEST_F(GenerationLoad, AFailingCreateDestroysOnlyWhatWasCreated) {
  plugin.controllers = {"a", "b", "c"};
  plugin.on_create = [](const std::string& controller, oar_created* out) {
    if (controller != "b") return OAR_OK;
    WriteText(out->message, "no b today");
    return OAR_E_UNAVAILABLE;
  };
  ExpectRefusal("controller b: create: no b today");
  EXPECT_EQ(plugin.calls(),
            (Calls{"entry", "create a", "configure a", "declare a", "create b", "destroy a"}));
}

TEST_F(GenerationLoad, AFailingConfigureDestroysWhatWasCreated) {
  plugin.controllers = {"a", "b"};
  plugin.on_configure = [](const std::string& controller, const oar_config*,
                           oar_config_error* out) {
    if (controller == "a") return OAR_OK;
    WriteText(out->path, "/size");
    WriteText(out->message, "is too large");
    return OAR_E_INVALID;
  };
  ExpectRefusal("controller b: configuration: /size: is too large");
  EXPECT_EQ(plugin.Count("destroy a"), 1u);
  EXPECT_EQ(plugin.Count("destroy b"), 1u);
}

TEST_F(GenerationLoad, ATableWithoutReconcileIsRefusedAndItsInstanceDestroyed) {
  plugin.has_reconcile = false;
  ExpectRefusal("lacks reconcile or destroy");
  EXPECT_EQ(plugin.Count("destroy main"), 1u);
}

TEST_F(GenerationLoad, CreateMustGiveATable) {
  plugin.on_create = [](const std::string&, oar_created* out) {
    out->plugin = nullptr;
    return OAR_E_INVALID;
  };
  ExpectRefusal("create returned INVALID");
}

TEST_F(GenerationLoad, AFailingDeclareIsToldInItsOwnWords) {
  plugin.on_declare = [](const oar_builder_api& api, oar_builder builder) {
    (void)api.set_error(builder, OAR_E_INVALID, View("cannot decide"));
    return OAR_E_INVALID;
  };
  ExpectRefusal("cannot decide");
}

TEST_F(GenerationLoad, ConfigureGetsTheConfigurationAsTextAndObject) {
  options.config_json = R"({"size":3})";
  options.config_digest = "abc";
  std::string json;
  std::string digest;
  uint64_t object = 0;
  plugin.on_configure = [&](const std::string&, const oar_config* config, oar_config_error*) {
    json = TextOf(config->json);
    digest = TextOf(config->digest);
    object = config->object.id;
    return OAR_NEEDS_RESTART;
  };
  EXPECT_EQ(Refusal(), "") << "a new instance is what it needs";
  EXPECT_EQ(json, R"({"size":3})");
  EXPECT_EQ(digest, "abc");
  EXPECT_NE(object, 0u);
}

TEST_F(GenerationLoad, ConfigureGetsWhatIsSecretBesideTheConfiguration) {
  auto values = std::make_shared<ConfigValues>();
  std::string token = "hunter2";
  std::string key(100, 'k');
  values->Add("token", token);
  values->Add("tls.key", key);
  EXPECT_TRUE(token.empty() && key.empty()) << "taken over";
  options.config_values = values;
  std::vector<std::pair<std::string, std::string>> seen;
  plugin.on_configure = [&](const std::string&, const oar_config* config, oar_config_error*) {
    EXPECT_EQ(config->secrets_stride, sizeof(oar_config_secret));
    for (uint64_t i = 0; i < config->secrets_count; ++i) {
      seen.emplace_back(TextOf(config->secrets[i].name), TextOf(config->secrets[i].value));
    }
    return OAR_OK;
  };
  EXPECT_EQ(Refusal(), "");
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], std::make_pair(std::string("token"), std::string("hunter2")));
  EXPECT_EQ(seen[1].second, std::string(100, 'k'));
}

TEST_F(GenerationLoad, ATypeThatIsNotServedFailsBindAndMayBeTriedAgain) {
  Make();
  host.mapper.Forget("ConfigMap");
  ASSERT_TRUE(generation->Load().ok());
  const base::Status bound = generation->Bind({});
  EXPECT_EQ(bound.code(), base::StatusCode::kNotFound);
  EXPECT_NE(bound.message().find("ConfigMap"), std::string::npos);
  host.mapper.Learn("ConfigMap");
  EXPECT_TRUE(generation->Bind({}).ok());
  EXPECT_TRUE(generation->WaitForSync({}).ok());
  EXPECT_TRUE(generation->Close().ok());
}

}  // namespace
}  // namespace oarlock::pluginhost
