#pragma once
// HostHarness: everything a plugin host borrows, for tests: virtual time, a scripted server behind
// the informers, a client and a mapper that answer what the test says.
//
// Also for the supervisor's tests. Threads: WaitFor and the script [main]; env() is used from any.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/executor.h"
#include "base/fake_clock.h"
#include "base/mutex.h"
#include "base/random.h"
#include "cache/testing/scripted_source.h"
#include "kube/rest_mapper.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/host_env.h"
#include "pluginhost/testing/fake_client.h"

namespace oarlock::pluginhost::testing {

inline oar_view View(std::string_view text) { return {text.data(), text.size()}; }
inline std::string Text(oar_view view) { return std::string(view.ptr ? view.ptr : "", view.len); }

// Knows ConfigMap, Node (cluster-scoped) and Deployment.apps until told otherwise, each in v1 and
// in the versions that were added. What all there is, is said apart.
class FakeMapper final : public kube::RestMapper {
 public:
  base::Result<kube::ResourceInfo> Map(const kube::GroupKind& kind,
                                       const std::vector<std::string>& versions,
                                       const kube::CallContext& ctx) override;
  base::Result<kube::ServedKinds> All(const kube::CallContext& ctx) override;
  void Invalidate() override;
  // What All gives.
  void Serve(std::vector<kube::ResourceInfo> resources,
             std::vector<std::string> unknown_groups = {});
  void FailAll(base::Status status);
  size_t all_calls() const;
  void Forget(const std::string& kind) { Set(kind, true); }
  void Learn(const std::string& kind) { Set(kind, false); }
  void AddVersion(const std::string& version);
  size_t invalidations() const;

 private:
  void Set(const std::string& kind, bool unknown);
  mutable base::Mutex mutex_;
  std::map<std::string, bool> unknown_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::string> versions_ OARLOCK_GUARDED_BY(mutex_){"v1"};
  size_t invalidations_ OARLOCK_GUARDED_BY(mutex_) = 0;
  kube::ServedKinds served_ OARLOCK_GUARDED_BY(mutex_);
  base::Status all_status_ OARLOCK_GUARDED_BY(mutex_);
  size_t all_calls_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

// What was logged last: a test that runs for long must not grow by it.
class CollectedLog final : public base::LogSink {
 public:
  void Write(base::LogLevel level, std::string_view line) override;
  bool Has(std::string_view text) const;

 private:
  static constexpr size_t kTextKept = 1 << 20;  // bytes
  mutable base::Mutex mutex_;
  std::string text_ OARLOCK_GUARDED_BY(mutex_);
};

class HostHarness {
 public:
  HostHarness();
  ~HostHarness();

  const HostEnv& env() const { return env_; }
  cache::InformerFactory& informers() { return informers_; }
  // The server's side of a resource ("configmaps", or "configmaps/ns" of one namespace; behind it
  // "@v2" for another version than v1): set what it lists before it is asked. Each lists one empty
  // page by default.
  cache::testing::ScriptedSource& source(const std::string& resource);
  void SetList(const std::string& resource, std::vector<std::string> items,
               const std::string& version);
  void Forbid(const std::string& resource);
  void Allow(const std::string& resource);
  // Gives way, and with `step` moves time on now and then, until `done`. False after a long real
  // time.
  bool WaitFor(const std::function<bool()>& done,
               base::Duration step = std::chrono::milliseconds(0));

  base::FakeClock clock;
  base::Random random{1};
  base::MetricRegistry metrics;
  std::shared_ptr<FakeClient> client = std::make_shared<FakeClient>();
  FakeMapper mapper;
  std::shared_ptr<CollectedLog> log_lines = std::make_shared<CollectedLog>();

 private:
  struct Served {
    std::shared_ptr<cache::testing::ScriptedSource> source;
    std::vector<std::string> items;
    std::string version = "1";
    bool forbidden = false;
  };
  Served& ServedOf(const std::string& resource) OARLOCK_REQUIRES(mutex_);

  base::Mutex mutex_;
  std::map<std::string, Served> served_ OARLOCK_GUARDED_BY(mutex_);
  base::ThreadPool pool_{"pool", 1};
  cache::InformerFactory informers_;
  controller::EventRecorder events_;
  HostEnv env_;
};

}  // namespace oarlock::pluginhost::testing
