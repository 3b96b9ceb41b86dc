// The plugin's edge: which extensions a controller offers, callbacks, state, and barriers.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "abi/fake_host.h"
#include "oarlock/sdk/sdk.h"

namespace oarlock::abi_test {
namespace {

using sdk::Sized;
using sdk::ToView;

class Busy : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "busy";
  static constexpr std::string_view kStateSchema = "dev.oarlock.test.busy";

  sdk::Status Declare(sdk::Declaration&) override { return {}; }
  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key& key) override {
    if (key.name == "int") throw 42;  // NOLINT: of no known type
    if (key.name == "late") return sdk::Outcome::After(std::chrono::seconds(3));
    return sdk::Outcome::Permanent("BadSpec", "no good");
  }
  sdk::Status Map(sdk::Context&, uint32_t mapper, const sdk::Subject& subject,
                  sdk::Sink& sink) override {
    if (mapper == 9) throw std::runtime_error("map went wrong");
    sink.Add({1, "t", std::string(subject.object.name())});
    return {};
  }
  sdk::Result<sdk::State> SaveState(sdk::Context&) override {
    return sdk::State{"dev.oarlock.test.busy", 2, std::string(10'000, 'x')};
  }
  sdk::Status LoadState(sdk::Context&, const sdk::State& state) override {
    return state.bytes.size() == 10'000 && state.version == 2 ? sdk::Status::Ok()
                                                              : sdk::Invalid("other state");
  }
};

class Edge : public testing::Test {
 protected:
  Edge() {
    auto args = Sized<oar_create_args>();
    args.controller_id = ToView("busy");
    EXPECT_EQ(
        sdk::detail::Factory<Busy>::kFactory.create(&host_.core, host_.handle(), &args, &created_),
        OAR_OK);
  }
  ~Edge() override { created_.plugin->destroy(created_.instance); }

  template <typename Table>
  const Table* Extension(const char* id) {
    const void* table = nullptr;
    created_.plugin->get_extension(created_.instance, ToView(id), &table);
    return static_cast<const Table*>(table);
  }
  int32_t Reconcile(const char* name) {
    auto key = Sized<oar_key>();
    key.name = ToView(name);
    result_.reason = {reason_, sizeof(reason_), 0};
    return created_.plugin->reconcile(created_.instance, host_.ctx(), &key, &result_);
  }

  FakeHost host_;
  oar_created created_ = Sized<oar_created>();
  oar_result result_ = Sized<oar_result>();
  char reason_[4] = {};
};

TEST_F(Edge, OffersOnlyWhatTheControllerOverrides) {
  EXPECT_NE(Extension<void>(OAR_EXT_PLUGIN_MAP), nullptr);
  EXPECT_NE(Extension<void>(OAR_EXT_PLUGIN_STATE), nullptr);
  EXPECT_EQ(Extension<void>(OAR_EXT_PLUGIN_PREDICATE), nullptr);
  EXPECT_EQ(Extension<void>(OAR_EXT_PLUGIN_INDEX), nullptr);
  EXPECT_EQ(Extension<void>(OAR_EXT_PLUGIN_HEALTH), nullptr);
  EXPECT_EQ(Extension<void>("oarlock.plugin.other/1"), nullptr);
}

TEST_F(Edge, NoExceptionLeaves) {
  EXPECT_EQ(Reconcile("int"), OAR_E_PLUGIN_FAULT);
  EXPECT_EQ(host_.error, "an exception of unknown type");
}

TEST_F(Edge, FillsTheResultWithinItsRoom) {
  ASSERT_EQ(Reconcile("late"), OAR_OK);
  EXPECT_EQ(result_.outcome, OAR_REQUEUE_AFTER);
  EXPECT_EQ(result_.requeue_after_ns, 3'000'000'000);
  ASSERT_EQ(Reconcile("bad"), OAR_OK);
  EXPECT_EQ(result_.outcome, OAR_ERROR_PERMANENT);
  EXPECT_EQ(std::string(reason_, result_.reason.len), "BadS");
  EXPECT_EQ(result_.message.len, 0u) << "no room given";
}

TEST_F(Edge, MapsIntoTheSinkAndStopsAtExceptions) {
  static std::string added;
  added.clear();
  auto sink = Sized<oar_sink_api>();
  sink.add_key = [](oar_sink, const oar_key* key) noexcept -> int32_t {
    added += sdk::FromView(key->name);
    return OAR_OK;
  };
  auto subject = Sized<oar_subject>();
  subject.object = host_.AddJson(
      R"({"apiVersion": "v1", "kind": "X", "metadata": {"name": "a", "namespace": "t"}})");
  const auto* map = Extension<oar_plugin_map_api>(OAR_EXT_PLUGIN_MAP);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->map(created_.instance, host_.ctx(), 1, &subject, &sink, {1}), OAR_OK);
  EXPECT_EQ(added, "a");
  EXPECT_EQ(map->map(created_.instance, host_.ctx(), 9, &subject, &sink, {1}), OAR_E_PLUGIN_FAULT);
  EXPECT_EQ(host_.error, "exception: map went wrong");
  sink.add_key = nullptr;  // a host that offers none
  EXPECT_EQ(map->map(created_.instance, host_.ctx(), 1, &subject, &sink, {1}), OAR_E_UNIMPLEMENTED);
}

TEST_F(Edge, StateComesBackInPieces) {
  static std::string blob;
  static size_t at;
  blob.clear();
  at = 0;
  auto stream = Sized<oar_stream_api>();
  stream.begin = [](oar_stream, const oar_state_info* info) noexcept -> int32_t {
    return info->version == 2 ? OAR_OK : OAR_E_INVALID;
  };
  stream.write = [](oar_stream, oar_view bytes) noexcept -> int32_t {
    blob += sdk::FromView(bytes);
    return OAR_OK;
  };
  stream.read = [](oar_stream, oar_text* into) noexcept -> int32_t {
    if (at == blob.size()) return OAR_END;
    into->len = blob.copy(into->ptr, std::min<size_t>(into->capacity, 777), at);
    at += into->len;
    return OAR_OK;
  };
  const auto* state = Extension<oar_plugin_state_api>(OAR_EXT_PLUGIN_STATE);
  ASSERT_NE(state, nullptr);
  ASSERT_EQ(state->save(created_.instance, host_.ctx(), &stream, {1}), OAR_OK);
  auto info = Sized<oar_state_info>();
  info.version = 2;
  EXPECT_EQ(state->load(created_.instance, host_.ctx(), &info, &stream, {1}), OAR_OK);
  blob = "short";
  at = 0;
  EXPECT_EQ(state->load(created_.instance, host_.ctx(), &info, &stream, {1}), OAR_E_INVALID);
  EXPECT_EQ(host_.error, "other state");
}

// Keeps a secret of its configuration.
class Keeper : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "keeper";
  static inline std::string token;
  static inline bool has_other = false;

  sdk::ConfigAnswer Configure(sdk::Context&, const sdk::Config& config) override {
    token = config.Secret("token");
    has_other = config.Secret("other").data() != nullptr;
    return sdk::ConfigAnswer::Applied();
  }
  sdk::Status Declare(sdk::Declaration&) override { return {}; }
  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return {}; }
};

TEST(EdgeConfig, SecretsComeBesideTheConfiguration) {
  FakeHost host;
  auto args = Sized<oar_create_args>();
  args.controller_id = ToView("keeper");
  auto created = Sized<oar_created>();
  ASSERT_EQ(
      sdk::detail::Factory<Keeper>::kFactory.create(&host.core, host.handle(), &args, &created),
      OAR_OK);
  auto secret = Sized<oar_config_secret>();
  secret.name = ToView("token");
  secret.value = ToView("t0ken");
  auto config = Sized<oar_config>();
  auto error = Sized<oar_config_error>();
  config.object = host.AddJson("{}");
  config.json = ToView("{}");
  config.secrets = &secret;
  config.secrets_count = 1;
  config.secrets_stride = sizeof(secret);
  ASSERT_EQ(created.plugin->configure(created.instance, host.ctx(), &config, &error), OAR_OK);
  EXPECT_EQ(Keeper::token, "t0ken");
  EXPECT_FALSE(Keeper::has_other);
  // A host that has no secrets yet.
  config.struct_size = OAR_END_OF(oar_config, digest);
  ASSERT_EQ(created.plugin->configure(created.instance, host.ctx(), &config, &error), OAR_OK);
  EXPECT_EQ(Keeper::token, "");
  created.plugin->destroy(created.instance);
}

TEST(Descriptor, NamesTheStateThatIsSaved) {
  constexpr oar_descriptor kBusy = sdk::detail::Factory<Busy>::Describe("a.busy", "1", {});
  EXPECT_EQ(sdk::FromView(kBusy.state_writes), "dev.oarlock.test.busy");
}

}  // namespace
}  // namespace oarlock::abi_test
