// A thread_local with a destructor, touched in every callback: pins the library for as long as any
// thread that touched it lives. Unloads only because all those threads are joined first.
#include <string>

#include "oarlock/sdk/sdk.h"

namespace {

namespace sdk = oarlock::sdk;

struct PerThread {
  ~PerThread() { text.clear(); }
  std::string text = "a text too long for the small-string buffer of this thread";
  uint64_t calls = 0;
};

void Touch() {
  thread_local PerThread per_thread;
  ++per_thread.calls;
}

class TlsDtor : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "tls-dtor";

  TlsDtor() { Touch(); }
  ~TlsDtor() override { Touch(); }

  sdk::ConfigAnswer Configure(sdk::Context&, const sdk::Config&) override {
    Touch();
    return sdk::ConfigAnswer::Applied();
  }
  sdk::Status Declare(sdk::Declaration& d) override {
    Touch();
    d.Type(1, "", "ConfigMap").Versions({"v1"});
    d.Primary(1, {d.CallTest(1)});
    return {};
  }
  sdk::Status Activate(sdk::Context&) override {
    Touch();
    return {};
  }
  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override {
    Touch();
    return sdk::Outcome::Done();
  }
  bool Test(sdk::Context&, uint32_t, const sdk::Change&) override {
    Touch();
    return true;
  }
  sdk::Status Deactivate(sdk::Context&) override {
    Touch();
    return {};
  }
};

}  // namespace

OARLOCK_PLUGIN("dev.oarlock.test.tls-dtor", "1.0.0", TlsDtor);
