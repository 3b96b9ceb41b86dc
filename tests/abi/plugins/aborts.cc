// Reconcile calls abort(): in-process nothing survives that but the line that says who it was.
#include <cstdlib>

#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

constexpr uint32_t kNamespaces = 1;

class Aborts : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "aborts";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kNamespaces, "", "Namespace").Versions({"v1"});
    d.Primary(kNamespaces);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { std::abort(); }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.aborts", "1.0.0", Aborts);
