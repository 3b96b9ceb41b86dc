#pragma once
// LeaderElection: contends for a Lease and keeps it, so that of several replicas one acts (LE-1 to
// LE-19, without LE-18). The rules; LeaderElector gives them a thread.
//
// A standby watches the Lease and takes it when it is given back, or when it has not changed for
// its duration by the local clock; a leader renews it every retry period. The term ends when
// renewing has failed for the renew deadline, when another holder is seen, and in any case a margin
// before others may take over: acting() says so by the boot-time clock, even for a process that
// was stopped meanwhile.
// Threads: Step and GiveBack on one thread, where the observer is called, with no lock held; the
// rest [any]. Errors: health(). Options must have passed Check().

#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "base/random.h"
#include "controller/leader/leadership.h"
#include "controller/leader/lease_lock.h"
#include "controller/leader/lease_news.h"
#include "controller/leader/lease_term.h"

namespace oarlock::controller {

// Must not block.
class ElectionObserver {
 public:
  virtual ~ElectionObserver() = default;
  virtual void OnStartedLeading(const LeaderEpoch& epoch) = 0;
  virtual void OnStoppedLeading(const std::string& why) = 0;
  // Nothing is at work that belongs to a former term. No other begins before.
  virtual bool AtRest() { return true; }
};

// All borrowed.
struct ElectionEnv {
  kube::Client& client;
  base::Clock& clock;
  base::Random& random;
  base::MetricRegistry& metrics;
  base::Log log;
  ElectionObserver& observer;
};

class LeaderElection final : public Leadership {
 public:
  // `stop` ends a call that is under way.
  LeaderElection(ElectionOptions options, const ElectionEnv& env, std::stop_token stop);

  // Does what is due. When the next step is; earlier when there is news.
  base::MonoTime Step();
  // The work has ended, so the next leader need not wait: gives the Lease back if this process has
  // it, trying for the renew deadline. A standby leaves it alone (C-LE-07).
  void GiveBack();
  LeaseNews& news() { return *news_; }

  bool leading() const override { return term_->begun(); }
  LeaderEpoch epoch() const override;
  // Whether a write may begin now.
  bool acting() const override { return term_->lasts(); }
  // For the transport.
  std::shared_ptr<const kube::WriteFence> fence() const { return term_; }
  // Who holds the lease as far as is known; empty: nobody.
  std::string holder() const;
  // Not OK: the server refuses what the election needs, or a leader has not renewed in time
  // (LE-14).
  base::Status health() const;

 private:
  base::MonoTime StepAsStandby();
  base::MonoTime StepAsLeader();
  void Look();
  bool MayTake() const;
  base::MonoTime Expiry() const;
  void Take();
  void Renew();
  base::Result<kube::Object> WriteRenewal(base::MonoTime until);
  // When the term ends by the boot-time clock, after a write that began at these times.
  base::MonoTime NoteRenewed(base::MonoTime begun, base::MonoTime begun_by_boot_time);
  void EndTerm(const std::string& why);
  base::Result<kube::Object> WriteRelease(base::MonoTime until);
  void Observe(const kube::Object& lease);
  void ReadNews();
  void Failed(std::string_view doing, const base::Status& why);
  void Worked();
  bool IsOurs() const { return record_.holder == options_.identity; }
  base::Duration RetryDelay();

  const ElectionOptions options_;
  const ElectionEnv env_;
  const std::stop_token stop_;
  LeaseLock lock_;
  const std::shared_ptr<LeaseTerm> term_;
  const std::shared_ptr<base::Gauge> leads_;
  const std::shared_ptr<base::Counter> slow_paths_;
  const std::shared_ptr<LeaseNews> news_;

  // Of the thread that steps.
  kube::Object lease_;        // as last seen
  LeaseRecord record_;        // of it
  bool observed_ = false;     // ever
  bool current_ = false;      // nothing is known that would be newer
  base::MonoTime changed_{};  // when record_ was new here
  base::MonoTime renewed_{};  // when the last renewal that worked began
  base::MonoTime next_try_{};
  std::shared_ptr<void> watch_;

  mutable base::Mutex mutex_;
  LeaderEpoch epoch_ OARLOCK_GUARDED_BY(mutex_);
  std::string holder_ OARLOCK_GUARDED_BY(mutex_);
  base::Status failure_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::controller
