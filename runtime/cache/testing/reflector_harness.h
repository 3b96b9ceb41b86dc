#pragma once
// ReflectorHarness: one Reflector over a ScriptedSource, with a target that writes down what it is
// told. For what an informer's options cannot reach. For tests on one thread.

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cache/informer/informer_metrics.h"
#include "cache/reflector.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache::testing {

class TargetLog final : public ReflectorTarget {
 public:
  void OnListBegin(bool consistent) override { Add(consistent ? "begin consistent" : "begin"); }
  void OnListItem(kube::Object object) override { Add("item " + Name(object)); }
  bool OnListedAgain(const RawIdentity& listed) override {
    const std::string line = std::string(listed.name) + "@" + std::string(listed.version);
    if (!held.contains(line)) return false;
    Add("again " + line);
    return true;
  }
  void OnListEnd(const std::string& version, bool) override { Add("end " + version); }
  void OnListAborted() override { Add("aborted"); }
  void OnWatchEvent(kube::WatchEventType type, kube::Object object) override {
    static constexpr const char* kNames[] = {"added ", "modified ", "deleted "};
    Add(kNames[static_cast<size_t>(type)] + Name(object));
  }
  void OnBookmark(const std::string& version) override { Add("bookmark " + version); }
  void OnBatchEnd() override {}
  void OnSetAside(const std::string& key, const base::Status&, bool) override {
    Add("set aside " + key);
  }
  void OnReflectorPhase(InformerPhase phase, const base::Status& error) override {
    last_phase = phase;
    if (!error.ok()) errors.push_back(error);
  }
  void OnContact(bool) override {}
  std::vector<kube::Object> Applied() override { return applied; }

  std::vector<std::string> Take() { return std::exchange(log, {}); }

  std::vector<std::string> log;
  std::vector<base::Status> errors;
  std::vector<kube::Object> applied;
  std::set<std::string> held;  // "name@version": what it says it holds when listed again
  InformerPhase last_phase = InformerPhase::kNew;

 private:
  static std::string Name(const kube::Object& object) {
    return object.key() + "@" + std::string(object.resource_version());
  }
  void Add(std::string line) { log.push_back(std::move(line)); }
};

class ReflectorHarness {
 public:
  ReflectorHarness() {
    options.what = "configmaps in all namespaces";
    options.resource = "v1/configmaps";
  }
  ~ReflectorHarness() {
    if (reflector) reflector->Stop();
    Run();
  }

  void Start() {
    Reflector::Parts parts;
    parts.source = source;
    parts.strand = std::make_shared<base::SerialExecutor>(executor);
    parts.inlet = std::make_shared<Inlet>(parts.strand, clock, std::make_shared<base::Gauge>());
    parts.target = target;
    parts.metrics = std::make_shared<InformerMetrics>(&metrics, ConfigMapScope());
    parts.counts =
        std::make_shared<ReflectorMetrics>(&metrics, options.resource, parts.metrics->labels());
    parts.clock = &clock;
    parts.random = &random;
    parts.log = log;
    parts.list_gate = list_gate;
    parts.watch_list = watch_list;
    auto strand = parts.strand;
    reflector = std::make_shared<Reflector>(options, std::move(parts));
    strand->Post([started = reflector] { started->Start(); });
    Run();
  }
  void Run() { executor.RunUntilIdle(); }
  void Advance(base::Duration delta) { AdvanceByTimers(clock, executor, delta); }
  uint64_t Count(const std::string& name, base::MetricLabels labels = {}) {
    labels.insert(labels.begin(), {"resource", options.resource});
    return metrics.MakeCounter(name, "", std::move(labels))->value();
  }

  base::FakeClock clock;
  base::ManualExecutor executor;
  base::Random random{1};
  base::MetricRegistry metrics;
  ReflectorOptions options;
  const base::Log* log = nullptr;
  ListGate* list_gate = nullptr;
  WatchListMemory* watch_list = nullptr;
  std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
  std::shared_ptr<TargetLog> target = std::make_shared<TargetLog>();
  std::shared_ptr<Reflector> reflector;
};

}  // namespace oarlock::cache::testing
