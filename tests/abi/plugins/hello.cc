// The C++ sample: watches ConfigMaps and logs each one it is asked to reconcile.
#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

constexpr uint32_t kConfigMaps = 1;

class Hello : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "hello";
  static constexpr std::string_view kDescription = "Logs every ConfigMap";

  sdk::ConfigAnswer Configure(sdk::Context&, const sdk::Config& config) override {
    const sdk::Value greeting = config.root["greeting"];
    if (greeting.exists() && greeting.AsString().empty()) {
      return sdk::ConfigAnswer::Invalid("/greeting", "must not be empty");
    }
    greeting_ = greeting.AsString("hello");
    return sdk::ConfigAnswer::Applied();
  }

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kConfigMaps, "", "ConfigMap").Versions({"v1"});
    d.Primary(kConfigMaps);
    d.Concurrency(2);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const auto map = ctx.client().Get(key);
    if (!map.ok() && map.status().code() == OAR_E_NOT_FOUND) {
      ctx.Info("gone", {{"name", key.name}});
      return sdk::Outcome::Done();
    }
    if (!map.ok()) return map.status();
    ctx.Info(greeting_, {{"name", map->name()}, {"keys", map->root()["data"].size()}});
    return sdk::Outcome::Done();
  }

 private:
  std::string greeting_;
};

}  // namespace

OARLOCK_PLUGIN_WITH_SCHEMA("dev.oarlock.test.hello", "1.0.0", R"({
  "type": "object",
  "properties": {"greeting": {"type": "string"}}
})",
                           Hello);
