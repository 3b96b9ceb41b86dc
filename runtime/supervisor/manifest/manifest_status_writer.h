#pragma once
// ManifestStatusWriter: writes back into a PluginManifest's status where its plugins stand.
//
// Built by `app` where the manifest is an object; stopped before the plugins, whose statuses it
// asks for. Something is written only when it differs from what is there, once all has rested for
// kManifestStatusRest, and at most once per kManifestStatusPause. With an election the replica that
// leads writes and no other; without one, each host writes when what it has to say has changed, and
// never because of what another one wrote, so that two do not answer each other for ever.
// A merge patch of its own members: records of rollbacks, which every replica writes, stay as they
// are, and there are no conflicts.
// Threads: one of its own ("status"); public functions [any]. Errors: logged once per text, tried
// again with back-off. Limits: kManifestStatusCallTimeout per write.
// Metrics: oarlock_manifest_status_writes_total{result}.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "base/time/backoff.h"
#include "kube/client.h"
#include "supervisor/manifest/manifest_status.h"

namespace oarlock::supervisor {

inline constexpr std::chrono::milliseconds kManifestStatusRest{200};
inline constexpr std::chrono::seconds kManifestStatusPause{2};
inline constexpr std::chrono::seconds kManifestStatusCallTimeout{10};

// All borrowed but the client; must not block.
struct ManifestStatusOptions {
  kube::ObjectRef ref;
  std::shared_ptr<kube::Client> client;  // writes in a term only, where there are terms
  std::function<kube::Object()> object;  // as it is now; null: unknown
  std::function<std::vector<PluginStatus>()> plugins;
  std::function<bool(uint64_t revision)> settled;
  std::function<bool()> may_write;
};

class ManifestStatusWriter {
 public:
  ManifestStatusWriter(ManifestStatusOptions options, base::Clock& clock, base::Random& random,
                       base::MetricRegistry& metrics, base::Log log);
  ~ManifestStatusWriter();  // Stop
  ManifestStatusWriter(const ManifestStatusWriter&) = delete;
  ManifestStatusWriter& operator=(const ManifestStatusWriter&) = delete;

  void Start();
  void Stop();
  // A state of the object was read.
  void Report(const ManifestReport& report) OARLOCK_EXCLUDES(mutex_);
  // A plugin's standing or the leadership may have changed.
  void Notice() OARLOCK_EXCLUDES(mutex_);

 private:
  void Run();
  // False: the end. What has come since is looked at next time.
  bool WaitForNotice(base::MonoTime earliest) OARLOCK_EXCLUDES(mutex_);
  void WaitUntil(base::MonoTime time) OARLOCK_EXCLUDES(mutex_);
  // When the next one may be written.
  base::MonoTime Write();
  base::MonoTime Failed(const base::Status& status);
  kube::Object Known(const ManifestReport& report);

  const ManifestStatusOptions options_;
  base::Clock& clock_;
  base::Log log_;
  base::Backoff backoff_;  // [status], with the next three
  kube::Object answer_;    // of the last write, while this replica is the one that writes
  std::string failure_;
  std::shared_ptr<base::Counter> written_;
  std::shared_ptr<base::Counter> failed_;
  std::stop_source stop_source_;
  base::Mutex mutex_;
  base::CondVar changed_;
  std::optional<ManifestReport> report_ OARLOCK_GUARDED_BY(mutex_);
  bool notice_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool stop_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace oarlock::supervisor
