// A static object whose destructor writes to stderr: it runs when the library is really closed.
#include <cstdio>

#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

struct AtClose {
  ~AtClose() { std::fputs("static_logs: closed\n", stderr); }
};
AtClose at_close;

class StaticLogs : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "static-logs";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(1, "", "ConfigMap").Versions({"v1"});
    d.Primary(1);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override { return sdk::Outcome::Done(); }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.static-logs", "1.0.0", StaticLogs);
