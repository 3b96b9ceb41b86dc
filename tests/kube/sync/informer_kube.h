#pragma once
// InformerKube: what tests of an informer's troubles add to SyncKube: virtual time while the
// answers are real, a proxy in front of the server, custom resources, the limited user.

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>

#include "base/fake_clock.h"
#include "tests/kube/crd.h"
#include "tests/kube/sync/sync_kube.h"
#include "tests/kube/sync/tcp_proxy.h"

namespace oarlock::kubetest {

class InformerKube : public SyncKube {
 protected:
  PipelineOptions OptionsVia(const TcpProxy& proxy, Identity identity = Identity::kAdmin) {
    const auto kubeconfig = server().KubeconfigVia(
        identity, "https://127.0.0.1:" + std::to_string(proxy.port()), "proxy");
    EXPECT_TRUE(kubeconfig.ok()) << kubeconfig.status().ToString();
    return {.kubeconfig = kubeconfig.ok() ? *kubeconfig : ""};
  }

  // Lets the informers' time pass, `step` at each look, until the condition holds.
  static ::testing::AssertionResult EventuallyAsTimePasses(base::FakeClock& clock,
                                                           base::Duration step,
                                                           const std::function<bool()>& condition) {
    return Eventually(std::chrono::seconds(30), [&] {
      if (condition()) return true;
      clock.Advance(step);
      return condition();
    });
  }
  // Moves an informer that waits to its next attempt, and waits for how that ends: in the next
  // wait, or well. Returns how long it had waited. Nobody else uses the clock.
  static base::Duration NextAttempt(base::FakeClock& clock, const cache::SharedInformer& informer) {
    EXPECT_TRUE(Eventually(std::chrono::seconds(10), [&] { return clock.pending_timers() == 1; }));
    const base::MonoTime before = clock.Now();
    const uint64_t attempts = informer.state().attempts;
    clock.AdvanceToNextTimer();
    EXPECT_TRUE(Eventually(std::chrono::seconds(10), [&] {
      const cache::InformerState state = informer.state();
      return state.attempts > attempts && (state.current() || clock.pending_timers() == 1);
    })) << informer.state().last_error.ToString();
    return clock.Now() - before;
  }

  InformerScope Things(const Crd& crd, const std::string& version = "v1",
                       ObjectForm form = ObjectForm::kFull) {
    return {.resource = {.gvr = {crd.group, version, "things"}, .kind = "Thing"},
            .ns = ns(),
            .form = form};
  }
  // Adds its version under its name.
  void CreateThing(const Crd& crd, const std::string& name, Versions& versions) {
    const std::string version = crd.versions.back();
    versions[name] =
        VersionIn(Ask("POST", ThingsPath(crd, version, ns()), ThingBody(crd, version, name)));
  }

  // What the limited user is answered.
  long CodeForLimited(const std::string& path) {
    const auto answer = server().Request("GET", path, "", "", Identity::kLimited);
    return answer.ok() ? answer->code : 0;
  }
};

}  // namespace oarlock::kubetest
