// What a reload asks of two generations of a plugin, and what a change of configuration asks of
// one.
#include <atomic>
#include <memory>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/abi/state_stream.h"
#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::AddController;
using testing::Gate;
using testing::Text;
using testing::TypeDeclOf;
using testing::View;

oar_state_info Info(std::string_view schema, uint32_t version) {
  oar_state_info info{};
  info.struct_size = sizeof(info);
  info.schema = View(schema);
  info.version = version;
  return info;
}

int32_t Save(const oar_stream_api& api, oar_stream stream, std::string_view schema,
             std::string_view bytes) {
  const oar_state_info info = Info(schema, 7);
  const int32_t begun = api.begin(stream, &info);
  return begun < OAR_OK ? begun : api.write(stream, View(bytes));
}

class GenerationReload : public testing::GenerationFixture {
 protected:
  // A second generation beside the first, ready to be activated.
  void LoadNext(std::string (*sha256)(std::string_view) = nullptr) {
    GenerationOptions options;
    options.plugin = "demo";
    options.number = 2;
    options.sha256 = sha256;
    next = std::make_unique<Generation>(host.env(), options, plugin.Code());
    ASSERT_TRUE(next->Load().ok());
    ASSERT_TRUE(next->Bind({}).ok());
    ASSERT_TRUE(next->WaitForSync({}).ok());
  }
  void TearDown() override {
    if (next) {
      EXPECT_TRUE(next->Stop(host.clock.Now() + std::chrono::seconds(30)).ok());
      EXPECT_TRUE(next->Close().ok());
      Stop();
      EXPECT_TRUE(generation->Close().ok());
      generation.reset();
      for (const auto& [id, queue] : queues) queue->ShutDown();
    }
    GenerationFixture::TearDown();
  }
  std::unique_ptr<Generation> next;
};

TEST_F(GenerationReload, StateGoesFromOneGenerationToTheNext) {
  plugin.state_writes = "demo/state";
  plugin.state_reads = {"demo/older", "demo/state"};
  plugin.on_save = [](const oar_stream_api& api, oar_stream stream) {
    return Save(api, stream, "demo/state", "0123456789");
  };
  std::string got;
  std::string about;
  plugin.on_load = [&](const oar_state_info& info, const oar_stream_api& api, oar_stream stream) {
    about =
        Text(info.schema) + " " + std::to_string(info.version) + " of " + Text(info.plugin_version);
    EXPECT_EQ(info.size, 10u);
    char piece[4];
    oar_text into{piece, sizeof(piece), 0};
    while (api.read(stream, &into) == OAR_OK) got.append(piece, into.len) += "|";
    EXPECT_EQ(into.len, 0u);
    EXPECT_EQ(api.read(stream, &into), OAR_END);
    return OAR_OK;
  };
  Start();
  Stop();
  const SavedState state = generation->SaveState();
  ASSERT_EQ(state.size(), 1u);
  LoadNext();
  const base::Status loaded = next->LoadState(state);
  EXPECT_TRUE(loaded.ok()) << loaded.ToString();
  EXPECT_EQ(got, "0123|4567|89|");
  EXPECT_EQ(about, "demo/state 7 of 1.0");
}

TEST_F(GenerationReload, NothingToLeaveIsNothing) {
  Start();
  Stop();
  EXPECT_TRUE(generation->SaveState().empty());
  EXPECT_EQ(plugin.Count("save main"), 1u);
}

TEST_F(GenerationReload, AStateNeedsItsSchemaAndItsBegin) {
  plugin.state_writes = "demo/state";
  plugin.on_save = [](const oar_stream_api& api, oar_stream stream) {
    EXPECT_EQ(api.write(stream, View("x")), OAR_E_INVALID) << "not begun";
    EXPECT_EQ(Save(api, stream, "other", "x"), OAR_E_UNDECLARED);
    EXPECT_EQ(api.begin(stream, nullptr), OAR_E_INVALID);
    char piece[4];
    oar_text into{piece, sizeof(piece), 0};
    EXPECT_EQ(api.read(stream, &into), OAR_E_INVALID) << "this is a save";
    EXPECT_EQ(api.begin({1}, nullptr), OAR_E_STALE);
    return OAR_OK;
  };
  Start();
  Stop();
  EXPECT_TRUE(generation->SaveState().empty()) << "begin never worked";
}

TEST_F(GenerationReload, AStateIsCappedAndAFailingSaveLeavesNothing) {
  plugin.on_save = [](const oar_stream_api& api, oar_stream stream) {
    const std::string piece(kStateBytesMax / 2, 'x');
    EXPECT_EQ(Save(api, stream, "s", piece), OAR_OK);
    EXPECT_EQ(api.write(stream, View(piece)), OAR_OK);
    uint64_t left = 1;
    EXPECT_EQ(api.left(stream, &left), OAR_OK);
    EXPECT_EQ(left, 0u);
    return api.write(stream, View("y"));
  };
  Start();
  Stop();
  EXPECT_TRUE(generation->SaveState().empty());
  EXPECT_TRUE(host.log_lines->Has("state was not saved"));
}

TEST_F(GenerationReload, NoStateIsSavedAfterAFault) {
  plugin.on_reconcile = [](oar_ctx, const oar_key&, oar_result*) { return OAR_E_PLUGIN_FAULT; };
  Start();
  ASSERT_TRUE(host.WaitFor([this] { return generation->faults().count > 0; }));
  Stop();
  EXPECT_TRUE(generation->SaveState().empty());
  EXPECT_EQ(plugin.Count("save main"), 0u);
}

TEST_F(GenerationReload, WhoRefusesAStateStartsEmpty) {
  plugin.state_reads = {"demo/state"};
  Start();
  Stop();
  LoadNext([](std::string_view bytes) { return std::string("digest of ") + std::string(bytes); });
  SavedState state{{"main", {"unknown", 1, "x", "", "1.0"}}};
  EXPECT_EQ(next->LoadState(state).message(), "the plugin does not read schema unknown");
  state["main"] = {"demo/state", 1, "x", "another", "1.0"};
  EXPECT_EQ(next->LoadState(state).message(), "the state does not have its digest");
  EXPECT_EQ(plugin.Count("load main"), 0u);
  plugin.on_load = [](const oar_state_info& info, const oar_stream_api&, oar_stream) {
    EXPECT_EQ(Text(info.digest), "digest of x");
    return OAR_E_INVALID;
  };
  state["main"].digest = "digest of x";
  EXPECT_EQ(next->LoadState(state).message(), "load state returned INVALID");
  const base::Status active = next->Activate(queues);
  EXPECT_TRUE(active.ok()) << active.ToString();
}

TEST_F(GenerationReload, TheNextGoesOnWithTheQueueAndTheFormerMayComeBack) {
  std::atomic<bool> fail{true};
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 1));
  LoadNext();
  Stop();
  plugin.on_activate = [&](const std::string&, oar_ctx) { return fail ? OAR_E_INTERNAL : OAR_OK; };
  ASSERT_TRUE(queues.at("main")->Add({1, 0, "default", "while-nobody-runs"}));
  EXPECT_FALSE(next->Activate(queues).ok());
  EXPECT_EQ(plugin.Count("reconcile default/while-nobody-runs"), 0u);
  fail = false;
  const base::Status back = generation->Activate(queues);
  ASSERT_TRUE(back.ok()) << back.ToString();
  EXPECT_TRUE(WaitForCalls("reconcile default/while-nobody-runs", 1)) << "no key is lost";
  EXPECT_TRUE(WaitForCalls("reconcile default/a", 2));
  Stop();
  EXPECT_TRUE(next->Activate(queues).ok()) << "a later reload";
  EXPECT_TRUE(WaitForCalls("reconcile default/a", 3));
  Stop();
  ASSERT_TRUE(queues.at("main")->Add({1, 0, "default", "after"}));
  EXPECT_TRUE(WaitForCalls("reconcile default/after", 1))
      << "the queue is not the former's any more";
}

TEST_F(GenerationReload, KnownObjectsNeedNotRunAgain) {
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 1));
  LoadNext();
  Stop();
  ASSERT_TRUE(queues.at("main")->Add({1, 0, "default", "b"}));
  ASSERT_TRUE(next->Activate(queues, {}, {.skip_known = true}).ok());
  ASSERT_TRUE(WaitForCalls("reconcile default/b", 1));
  EXPECT_EQ(plugin.Count("reconcile default/a"), 1u);
}

TEST_F(GenerationReload, AStopRequestEndsLoadingAtTheNextStep) {
  plugin.controllers = {"a", "b"};
  std::stop_source stop;
  plugin.on_configure = [&](const std::string&, const oar_config*, oar_config_error*) {
    stop.request_stop();
    return OAR_OK;
  };
  GenerationOptions options;
  options.plugin = "demo";
  generation = std::make_unique<Generation>(host.env(), options, plugin.Code());
  const base::Status loaded = generation->Load(stop.get_token());
  EXPECT_EQ(loaded.code(), base::StatusCode::kCancelled) << loaded.ToString();
  EXPECT_EQ(plugin.Count("create a"), 1u);
  EXPECT_EQ(plugin.Count("create b"), 0u);
}

TEST_F(GenerationReload, WhatIsDeclaredCanBeLookedAt) {
  Load();
  const auto declared = generation->Declared();
  ASSERT_EQ(declared.size(), 1u);
  EXPECT_EQ(declared.at("main")->types.at(1).kind, "ConfigMap");
}

class GenerationReconfigure : public testing::GenerationFixture {
 protected:
  base::Result<Reconfigured> Reconfigure(const std::string& json) {
    return generation->Reconfigure(json, "digest", host.clock.Now() + std::chrono::seconds(30));
  }
};

TEST_F(GenerationReconfigure, IsAppliedWhileNothingRuns) {
  // The last run may end after this test's scope, so it owns what it looks at.
  struct Runs {
    Gate gate;
    std::atomic<bool> running{false};
  };
  const auto runs = std::make_shared<Runs>();
  plugin.on_reconcile = [runs](oar_ctx, const oar_key&, oar_result*) {
    runs->running = true;
    runs->gate.Wait();
    runs->running = false;
    return OAR_OK;
  };
  Start();
  runs->gate.WaitEntered();
  std::string given;
  plugin.on_configure = [&](const std::string&, const oar_config* config, oar_config_error*) {
    EXPECT_FALSE(runs->running);
    given = Text(config->json) + " " + Text(config->digest);
    return OAR_OK;
  };
  runs->gate.Open();
  const auto answer = Reconfigure(R"({"a":1})");
  ASSERT_TRUE(answer.ok()) << answer.status().ToString();
  EXPECT_EQ(*answer, Reconfigured::kApplied);
  EXPECT_EQ(given, R"({"a":1} digest)");
  ASSERT_TRUE(queues.at("main")->Add({1, 0, "default", "after"}));
  EXPECT_TRUE(WaitForCalls("reconcile default/after", 1)) << "dispatch goes on";
}

TEST_F(GenerationReconfigure, AfterARefusalThePluginHasItsFormerSecretsAgain) {
  const auto values = [](std::string value) {
    auto made = std::make_shared<ConfigValues>();
    made->Add("token", value);
    return made;
  };
  Start();
  std::vector<std::string> seen;
  plugin.on_configure = [&](const std::string&, const oar_config* config, oar_config_error*) {
    seen.push_back(config->secrets_count == 0 ? "" : Text(config->secrets[0].value));
    return seen.back() == "two" ? OAR_NEEDS_RESTART : OAR_OK;
  };
  const auto answer_to = [&](const SharedConfigValues& given) {
    return *generation->Reconfigure("{}", "d", host.clock.Now() + std::chrono::seconds(30), given);
  };
  EXPECT_EQ(answer_to(values("one")), Reconfigured::kApplied);
  EXPECT_EQ(answer_to(values("two")), Reconfigured::kNeedsRestart);
  EXPECT_EQ(answer_to(nullptr), Reconfigured::kApplied);
  EXPECT_EQ(seen, (std::vector<std::string>{"one", "two", "one", ""}));
}

TEST_F(GenerationReconfigure, ThePluginMayAskForANewInstance) {
  Start();
  std::vector<std::string> given;
  plugin.on_configure = [&](const std::string&, const oar_config* config, oar_config_error*) {
    given.push_back(Text(config->json));
    return OAR_NEEDS_RESTART;
  };
  const auto answer = Reconfigure(R"({"a":1})");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(*answer, Reconfigured::kNeedsRestart);
  EXPECT_EQ(given, (std::vector<std::string>{R"({"a":1})", "{}"}))
      << "it works on with the former one, which may be for ever";
}

TEST_F(GenerationReconfigure, AnotherDeclarationNeedsANewGeneration) {
  Start();
  plugin.on_declare = [](const oar_builder_api& api, oar_builder builder) {
    const oar_type_decl type = TypeDeclOf(1, "Node");
    const int32_t status = api.type(builder, &type);
    return status < 0 ? status : AddController(api, builder, 1);
  };
  const auto answer = Reconfigure("{}");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(*answer, Reconfigured::kNeedsRestart);
  EXPECT_EQ(generation->Declared().at("main")->types.at(1).kind, "ConfigMap");
}

TEST_F(GenerationReconfigure, ARefusedOneLeavesTheFormer) {
  plugin.controllers = {"a", "b"};
  Start();
  std::vector<std::string> given;
  plugin.on_configure = [&](const std::string& controller, const oar_config* config,
                            oar_config_error* out) {
    given.push_back(controller + " " + Text(config->json));
    if (controller == "a") return OAR_OK;
    WriteText(out->path, "/x");
    WriteText(out->message, "too large");
    return OAR_E_INVALID;
  };
  const auto answer = Reconfigure(R"({"x":9})");
  EXPECT_EQ(answer.status().code(), base::StatusCode::kInvalidArgument);
  EXPECT_EQ(answer.status().message(), "controller b: /x: too large");
  EXPECT_EQ(given, (std::vector<std::string>{R"(a {"x":9})", R"(b {"x":9})", "a {}"}));
}

}  // namespace
}  // namespace oarlock::pluginhost
