// Declare throws: the edge turns it into a failure with its text.
#include <stdexcept>

#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class DescribeThrows : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "describe-throws";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(1, "", "ConfigMap");
    throw std::runtime_error("declare went wrong");
  }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return sdk::Outcome::Done(); }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.describe-throws", "1.0.0", DescribeThrows);
