#pragma once
// RunHistory: the last runs of one controller, for "why is this object not as it should be".
//
// Outlives a generation of the plugin, like the queue: what ran before a reload is still told.
// Failures are kept apart, so that busy keys that succeed do not push them out.
// RunHistories: those of one plugin, by controller. Threads: [any].
// Limits: kRunsKeptMax runs and as many failed ones, texts of kRunTextMax bytes; the oldest goes.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/status.h"
#include "controller/reconciler.h"
#include "queue/key.h"
#include "queue/reason.h"

namespace oarlock::controller {

inline constexpr size_t kRunsKeptMax = 256;
inline constexpr size_t kRunTextMax = 256;

std::string_view OutcomeName(Outcome outcome);  // "RequeueAfter"

struct RunRecord {
  queue::Key key;
  queue::Reasons reasons = 0;
  base::MonoTime ended{};
  base::Duration waited{};  // from ready to the run
  base::Duration took{};
  Outcome outcome = Outcome::kDone;
  bool interrupted = false;  // told to end by somebody else than its deadline
  uint32_t failures = 0;     // in a row, before this run
  base::Duration requeue_after{};
  base::StatusCode code = base::StatusCode::kOk;
  std::string reason;
  std::string message;

  static RunRecord Of(const queue::Item& item, const ReconcileResult& result, bool interrupted,
                      base::MonoTime now);
  bool failed() const;
};

class RunHistory {
 public:
  void Add(RunRecord record) OARLOCK_EXCLUDES(mutex_);
  // The runs of a key that are remembered, oldest first.
  std::vector<RunRecord> Of(const queue::Key& key) const OARLOCK_EXCLUDES(mutex_);
  // The failed ones of all keys, oldest first.
  std::vector<RunRecord> Failed() const OARLOCK_EXCLUDES(mutex_);

 private:
  struct Ring {
    void Add(RunRecord record);
    template <typename Visit>
    void ForEach(Visit visit) const;
    std::vector<RunRecord> records;
    size_t next = 0;  // once it is full: where the oldest is
  };

  mutable base::Mutex mutex_;
  Ring good_ OARLOCK_GUARDED_BY(mutex_);
  Ring failed_ OARLOCK_GUARDED_BY(mutex_);
};

class RunHistories {
 public:
  // The one of that controller, as long as somebody has it.
  std::shared_ptr<RunHistory> Of(const std::string& controller) OARLOCK_EXCLUDES(mutex_);

 private:
  base::Mutex mutex_;
  std::map<std::string, std::weak_ptr<RunHistory>> histories_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::controller
