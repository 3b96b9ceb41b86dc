// Declares a type but no primary, no watch and no timer: nothing would ever run.
#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class EmptyWatch : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "empty-watch";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(1, "", "ConfigMap").Versions({"v1"});
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return sdk::Outcome::Done(); }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.empty-watch", "1.0.0", EmptyWatch);
