#pragma once
// InformerHarness: one SharedInformer over a ScriptedSource, on virtual time and a manual executor.
// For tests on one thread.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/executor.h"
#include "base/fake_clock.h"
#include "base/metrics.h"
#include "base/random.h"
#include "cache/shared_informer.h"
#include "cache/testing/scripted_source.h"

namespace oarlock::cache::testing {

inline InformerScope ConfigMapScope(std::string ns = "") {
  InformerScope scope;
  scope.resource.gvr = {"", "v1", "configmaps"};
  scope.resource.kind = "ConfigMap";
  scope.ns = std::move(ns);
  return scope;
}

inline base::Status HttpError(base::StatusCode code, int http, std::string reason,
                              std::string message) {
  base::ErrorDetail detail;
  detail.http_status = http;
  detail.reason = std::move(reason);
  return {code, std::move(message), std::move(detail)};
}
inline base::Status Expired() {
  return HttpError(base::StatusCode::kGone, 410, "Expired", "too old resource version");
}

// Writes down what it is told ("add default/a@5 initial") and replays it into a map of its own.
class Recorder final : public EventHandler {
 public:
  void OnEvent(const Notification& n) override;
  void OnSynced() override { log.push_back("synced"); }

  std::vector<std::string> Take() { return std::exchange(log, {}); }
  bool IsWhatWasTold(const kube::Object& told, const kube::Object& old) const;

  std::vector<std::string> log;
  std::map<std::string, kube::Object> view;  // what a subscriber would hold
  std::vector<Notification> notifications;
  std::vector<std::string> violations;  // of the order of notifications
  // A move to another informer gives the same version in other memory: compare versions only.
  bool same_memory = true;
  // Checked at every notification when set (INV-4).
  std::shared_ptr<const ViewReader> store;
};

// Moves time on timer by timer, so that what a timer posts runs at its own moment.
void AdvanceByTimers(base::FakeClock& clock, base::ManualExecutor& executor, base::Duration delta);

class InformerHarness {
 public:
  explicit InformerHarness(InformerScope scope = ConfigMapScope())
      : informer(std::make_unique<SharedInformer>(std::move(scope), source, env())) {}
  ~InformerHarness() {
    informer.reset();
    executor.RunUntilIdle();
  }

  InformerEnv env() { return {&executor, &clock, &random, &metrics, nullptr}; }
  void Run() { executor.RunUntilIdle(); }
  void Advance(base::Duration delta) { AdvanceByTimers(clock, executor, delta); }
  // Starts with this list and runs until the watch is open.
  void StartWith(std::vector<std::string> items, std::string version);
  void Send(kube::WatchEventType type, std::string object) {
    source->stream()->Send(type, std::move(object));
    Run();
  }
  std::shared_ptr<Recorder> Record(HandlerOptions options = {});
  // "default/a@5 default/b@6", sorted.
  std::string Content() const;

  base::FakeClock clock;
  base::ManualExecutor executor;
  base::Random random{1};
  base::MetricRegistry metrics;
  std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
  std::unique_ptr<SharedInformer> informer;
  std::vector<HandlerRegistration> registrations;
};

}  // namespace oarlock::cache::testing
