// The constructor throws: no instance comes into being.
#include <stdexcept>

#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class CreateFails : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "create-fails";

  CreateFails() { throw std::runtime_error("no licence for this planet"); }

  sdk::Status Declare(sdk::Declaration&) override { return {}; }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return sdk::Outcome::Done(); }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.create-fails", "1.0.0", CreateFails);
