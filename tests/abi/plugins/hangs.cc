// Never comes back from a reconcile, whatever it is told: what a host has to outlive.
#include <atomic>

#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class Hangs : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "hangs";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(1, "", "ConfigMap").Versions({"v1"});
    d.Primary(1);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key&) override {
    ctx.Info("hanging");
    never_.wait(false);
    return sdk::Outcome::Done();
  }

 private:
  std::atomic<bool> never_{false};
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.hangs", "1.0.0", Hangs);
