// Takes a configuration with a required key.
#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class NeedsConfig : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "needs-config";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(1, "", "ConfigMap").Versions({"v1"});
    d.Primary(1);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return sdk::Outcome::Done(); }
};

}  // namespace

OARLOCK_PLUGIN_WITH_SCHEMA("dev.oarlock.test.needs-config", "1.0.0", R"({
  "type": "object", "required": ["url"], "properties": {"url": {"type": "string"}}
})",
                           NeedsConfig);
