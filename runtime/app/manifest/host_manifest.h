#pragma once
// HostManifest: where a host has its manifest from, files or an object of the cluster, with all
// that follows from it: what is followed, where rollbacks are remembered, what is written back.
//
// Owned by Host. Lifecycle: made -> Attach -> Start -> Stop, before the supervisor's.
// Threads: [main]; Request, StandingChanged and WithStanding [any]. Errors: Make: kInvalidArgument,
// a line per fault, for a file that is no manifest, or a name of an object that is none. What is
// wrong with an object that is followed is no error here: it is waited for.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"
#include "controller/leader/leadership.h"
#include "kube/client.h"
#include "server/router.h"
#include "supervisor/manifest/manifest_status_writer.h"
#include "supervisor/manifest/object_manifest.h"
#include "supervisor/reload/record_store.h"
#include "supervisor/supervisor.h"
#include "supervisor/watch/manifest_follower.h"
#include "supervisor/watch/object_follower.h"

namespace oarlock::app {

// What `--manifest` says, read as far as that needs no server.
struct ManifestChoice {
  std::string path;                              // as written
  std::string name;                              // metadata.name
  std::optional<kube::ObjectRef> object;         // none: files
  std::optional<supervisor::Manifest> manifest;  // of files; none: it is still to come
};

base::Result<ManifestChoice> ChooseManifest(const std::string& path);

class HostManifest {
 public:
  struct Deps {
    supervisor::ObjectFollower& objects;
    std::shared_ptr<kube::Client> client;   // as the host itself
    std::shared_ptr<kube::Client> elected;  // writes while this replica leads; null: no election
    const controller::Leadership* leadership;
    base::Clock& clock;
    base::Random& random;
    base::MetricRegistry& metrics;
    base::Log log;
  };
  HostManifest(ManifestChoice choice, Deps deps);
  ~HostManifest();

  // Where all replicas remember rollbacks; `ns`: the host's own.
  std::unique_ptr<supervisor::RecordStore> MakeRecords(const std::string& ns) const;
  void Attach(supervisor::Supervisor& supervisor, const std::string& plugin_dir);
  void Start();
  void Stop();
  supervisor::ManifestFollower& follower() { return *follower_; }
  // A plugin's or this replica's standing has changed.
  void StandingChanged();
  // A host that has no manifest yet is not ready, and says why.
  server::Response WithStanding(server::Response ready) const;

 private:
  std::unique_ptr<supervisor::ManifestSource> MakeSource(supervisor::Supervisor& supervisor);

  const ManifestChoice choice_;
  const Deps deps_;
  std::unique_ptr<supervisor::ManifestStatusWriter> status_;  // null: files
  std::unique_ptr<supervisor::ManifestFollower> follower_;
};

}  // namespace oarlock::app
