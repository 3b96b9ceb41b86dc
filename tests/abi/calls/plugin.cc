// One of everything that crosses the ABI, in C++. The C and Rust ones do the same.
#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

class Calls : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "calls";

  sdk::ConfigAnswer Configure(sdk::Context& ctx, const sdk::Config& config) override {
    const std::string_view text = config.root["asked"].AsString();
    ctx.Info("configured", {{"text", text}, {"n", -3}, {"f", 1.5}, {"yes", true}});
    return sdk::ConfigAnswer::Applied();
  }
  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(7, "", "Thing").Versions({"v1"}).Metadata();
    d.Primary(7);
    d.RateLimit(2.5, 9);
    return {};
  }
  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    if (key.name == "bad") return sdk::Outcome::Permanent("Bad", "no good: " + key.ToString());
    const int64_t random = static_cast<int64_t>(ctx.clock().Random() >> 32u);
    ctx.Warn("late", {{"mono", ctx.clock().Mono().count()}, {"random", random}});
    (void)ctx.WaitCancel(sdk::nanoseconds(1'234'567'890'123));
    return sdk::Outcome::After(sdk::nanoseconds(5'000'000'000), sdk::nanoseconds(77));
  }
  sdk::Status Drain(sdk::Context&, sdk::nanoseconds) override {
    return {OAR_E_TIMEOUT, "too much left"};
  }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.calls", "1.0.0", Calls);
