// Declare fails with a text of its own.
#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class DeclareError : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "declare-error";

  sdk::Status Declare(sdk::Declaration&) override {
    return sdk::Invalid("no namespace is configured");
  }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return sdk::Outcome::Done(); }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.declare-error", "1.0.0", DeclareError);
