#pragma once
// RollbackMemory: which library of which plugin was rolled back, remembered across restarts and by
// all replicas, so that nobody tries it again until the manifest changes.
//
// A record names the plugin, the digest of the library and the digest of its manifest entry: a
// candidate is refused when all three are equal. While a new generation is on trial, a record says
// so; one of this host that is found at the next start is that of a process that died meanwhile,
// and counts as a rollback. Two key kinds: "rollback.PLUGIN" in every store, "trial.HOST.PLUGIN" in
// the first one: which should be the one that is always at hand, the cache directory.
// Owned by `app`, used by the plugins' lifecycle threads. Threads: [any]; Find and the writing
// functions may block on a store for kRecordCallTimeout, with no lock held.
// Errors: a store that cannot be read or written is logged; what is known in memory counts.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor {

inline constexpr size_t kRollbackReasonMax = 512;

// One library of one manifest entry.
struct TrialId {
  std::string plugin;
  std::string library;  // SHA-256 of its bytes
  std::string entry;    // SHA-256 of the manifest entry
  bool operator==(const TrialId&) const = default;
};

struct RollbackRecord {
  TrialId id;
  std::string reason;
  std::string host;
  int64_t unix_seconds = 0;
};

class RollbackMemory {
 public:
  // `host` tells the replicas apart and stays the same over restarts (a pod's name).
  RollbackMemory(std::vector<std::unique_ptr<RecordStore>> stores, std::string host,
                 base::Clock& clock, base::Log log);

  // The record that forbids `id`. Reads the stores when they have not been read yet.
  std::optional<RollbackRecord> Find(const TrialId& id) OARLOCK_EXCLUDES(mutex_);
  // The same after reading the stores anew: another replica may have rolled back.
  std::optional<RollbackRecord> FindAgain(const TrialId& id) OARLOCK_EXCLUDES(mutex_);

  void BeginTrial(const TrialId& id) OARLOCK_EXCLUDES(mutex_);
  void EndTrial(const std::string& plugin) OARLOCK_EXCLUDES(mutex_);
  void Remember(const TrialId& id, const std::string& reason) OARLOCK_EXCLUDES(mutex_);

 private:
  void Read() OARLOCK_EXCLUDES(mutex_);
  void Merge(const std::map<std::string, std::string>& records, bool with_trials,
             std::vector<TrialId>& unfinished) OARLOCK_EXCLUDES(mutex_);
  void RetryEnds() OARLOCK_EXCLUDES(mutex_);
  bool Write(RecordStore& store, const std::string& key, const std::string& text)
      OARLOCK_EXCLUDES(mutex_);
  std::string TrialKey(const std::string& plugin) const { return "trial." + host_ + "." + plugin; }

  const std::vector<std::unique_ptr<RecordStore>> stores_;  // trials are in the first one only
  std::string host_;
  base::Clock& clock_;
  base::Log log_;
  base::Mutex mutex_;
  bool read_ OARLOCK_GUARDED_BY(mutex_) = false;    // all stores answered once
  bool looked_ OARLOCK_GUARDED_BY(mutex_) = false;  // for trials of a process before this one
  std::map<std::string, RollbackRecord> records_ OARLOCK_GUARDED_BY(mutex_);  // by plugin
  std::set<std::string> unended_ OARLOCK_GUARDED_BY(mutex_);  // trials whose end is not written yet
};

}  // namespace oarlock::supervisor
