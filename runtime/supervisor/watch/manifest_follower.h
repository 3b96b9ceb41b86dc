#pragma once
// ManifestFollower: notices that the manifest or a library it names was changed, and has the
// supervisor do what it says now.
//
// What makes it look: its source or a directory (DirectoryWatch) tells of a change,
// kManifestPollTime has gone by, or somebody asks (SIGHUP, `oarlock reload`). It waits until all
// rests, compares the fingerprint, and reads the manifest only if that is another one, or if it was
// asked. A manifest that is invalid or gone is one error in the log; the running set stays as it
// is. Built by `app`, stopped before the supervisor. Threads: one of its own ("manifest"), which
// reads files and calls Supervisor::Apply; public functions [any]. Metrics:
// oarlock_manifest_reads_total{result}.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "base/status.h"
#include "supervisor/manifest.h"
#include "supervisor/manifest/manifest_source.h"
#include "supervisor/watch/directory_watch.h"

namespace oarlock::supervisor {

inline constexpr std::chrono::seconds kManifestPollTime{30};
// Files are left alone until nothing has happened for so long, at most until the second has passed.
inline constexpr std::chrono::milliseconds kManifestRestTime{200};
inline constexpr std::chrono::seconds kManifestRestTimeout{10};
inline constexpr size_t kReloadAnswersMax = 64;

struct ManifestFollowerOptions {
  std::unique_ptr<ManifestSource> source;
  std::string plugin_dir;
  // Gives the manifest to the supervisor; the number of the change.
  std::function<uint64_t(const Manifest&)> apply;
};

class ManifestFollower {
 public:
  // `manifest`: what runs already, read from the source; none: it is still to come.
  ManifestFollower(ManifestFollowerOptions options, std::optional<Manifest> manifest,
                   base::Clock& clock, base::MetricRegistry& metrics, base::Log log);
  ~ManifestFollower();  // Stop
  ManifestFollower(const ManifestFollower&) = delete;
  ManifestFollower& operator=(const ManifestFollower&) = delete;

  void Start();
  void Stop();

  // Reads and applies, also when nothing changed. `who` is for the log. The ticket for Answer.
  uint64_t Request(const std::string& who) OARLOCK_EXCLUDES(mutex_);
  struct Answer {
    base::Status read;      // why the manifest was not applied
    uint64_t revision = 0;  // of the supervisor's change
  };
  // Why no manifest was applied yet; empty once one was.
  std::string NotApplied() const OARLOCK_EXCLUDES(mutex_);
  // Empty while it was not worked off; kReloadAnswersMax are remembered.
  std::optional<Answer> AnswerTo(uint64_t ticket) const OARLOCK_EXCLUDES(mutex_);

 private:
  void Run();
  bool WaitForNotice() OARLOCK_EXCLUDES(mutex_);
  void WaitForRest() OARLOCK_EXCLUDES(mutex_);
  void Look();
  std::string Fingerprint() const;
  void WatchPlaces();
  Answer ReadAndApply(const std::string& why);
  void Refuse(const std::string& why, const base::Status& status) OARLOCK_EXCLUDES(mutex_);
  void Notice() OARLOCK_EXCLUDES(mutex_);

  const ManifestFollowerOptions options_;
  base::Clock& clock_;
  base::Log log_;
  std::shared_ptr<base::Counter> applied_;
  std::shared_ptr<base::Counter> invalid_;
  Manifest manifest_;        // [manifest]
  std::string fingerprint_;  // of what was looked at last [manifest]
  mutable base::Mutex mutex_;
  base::CondVar changed_;
  bool stop_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::string not_applied_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t notices_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t next_ticket_ OARLOCK_GUARDED_BY(mutex_) = 1;
  std::map<uint64_t, std::string> requests_ OARLOCK_GUARDED_BY(mutex_);
  std::map<uint64_t, Answer> answers_ OARLOCK_GUARDED_BY(mutex_);
  std::unique_ptr<DirectoryWatch> watch_;
  std::thread thread_;
};

}  // namespace oarlock::supervisor
