// Watches a custom resource that may not be there yet, and logs each one it reconciles.
#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

constexpr uint32_t kThings = 1;

class Things : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "things";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kThings, "x.dev", "Thing").Versions({"v1"});
    d.Primary(kThings);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    ctx.Info("thing", {{"name", key.name}});
    return sdk::Outcome::Done();
  }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.things", "1.0.0", Things);
