// The trivial controller of the benchmarks: reads one field of each Pod. `make bench` loads this
// library many times under different names.
#include <atomic>

#include "oarlock/sdk/sdk.h"

namespace sdk = oarlock::sdk;

class Trivial : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "trivial";
  static constexpr uint32_t kPods = 1;

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kPods, "", "Pod").Versions({"v1"});
    d.Primary(kPods);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const auto pod = ctx.client().Get(key);
    if (!pod.ok()) {
      return pod.status().code() == OAR_E_NOT_FOUND ? sdk::Outcome::Done() : pod.status();
    }
    if ((*pod)["spec"]["nodeName"].AsString().empty()) {
      pending_.fetch_add(1, std::memory_order_relaxed);
    }
    return sdk::Outcome::Done();
  }

 private:
  std::atomic<uint64_t> pending_{0};
};

OARLOCK_PLUGIN("dev.oarlock.bench.trivial", "1.0.0", Trivial);
