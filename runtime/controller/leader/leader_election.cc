#include "controller/leader/leader_election.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {
namespace {

// Between the end of a watch, or a lost race, and the next look, and while work of a former term
// ends: soon, but never in a tight loop.
constexpr base::Duration kSoon = std::chrono::milliseconds(200);

base::MetricLabels NameLabel(const ElectionOptions& options) { return {{"name", options.name}}; }

// The server will not take it however often it is asked.
bool IsRefusal(const base::Status& status) {
  switch (status.code()) {
    case base::StatusCode::kInvalidArgument:
    case base::StatusCode::kPermissionDenied:
    case base::StatusCode::kUnauthenticated:
    case base::StatusCode::kNotFound: return true;
    default: return false;
  }
}

bool LostRace(const base::Status& status) {
  return status.code() == base::StatusCode::kConflict ||
         status.code() == base::StatusCode::kAlreadyExists;
}

}  // namespace

LeaderElection::LeaderElection(ElectionOptions options, const ElectionEnv& env,
                               std::stop_token stop)
    : options_(std::move(options)),
      env_(env),
      stop_(std::move(stop)),
      lock_(options_, env.client, env.clock),
      term_(std::make_shared<LeaseTerm>(env.clock)),
      leads_(env.metrics.MakeGauge("leader_election_master_status",
                                   "1 on the replica that leads, 0 on the others.",
                                   NameLabel(options_))),
      slow_paths_(env.metrics.MakeCounter("leader_election_slowpath_total",
                                          "Renewals that had to read the lease first.",
                                          NameLabel(options_))),
      news_(std::make_shared<LeaseNews>(env.clock)) {}

base::MonoTime LeaderElection::Step() { return leading() ? StepAsLeader() : StepAsStandby(); }

base::MonoTime LeaderElection::StepAsStandby() {
  ReadNews();
  if (env_.clock.Now() >= next_try_) Look();
  if (!MayTake()) return std::min(next_try_, current_ ? Expiry() : base::kNever);
  if (!env_.observer.AtRest()) return env_.clock.Now() + kSoon;
  Take();
  return next_try_;
}

// Reads the Lease. While a watch tells of changes that is only for the case that it has fallen
// silent unnoticed.
void LeaderElection::Look() {
  const auto lease = lock_.Read(base::kNever, stop_);
  if (!lease.ok()) {
    next_try_ = env_.clock.Now() + RetryDelay();
    return Failed("reading the lease", lease.status());
  }
  Worked();
  Observe(*lease);
  if (!watch_ && *lease) {
    watch_ = lock_.Watch(std::string(lease->resource_version()),
                         [news = news_](const kube::Object& seen) { news->Put(seen); });
  }
  next_try_ = env_.clock.Now() + (watch_ ? options_.renew_deadline : RetryDelay());
}

void LeaderElection::ReadNews() {
  kube::Object seen;
  if (!news_->Take(seen)) return;
  if (seen) return Observe(seen);
  watch_.reset();
  next_try_ = std::min(next_try_, env_.clock.Now() + kSoon);
}

// That the record is another one is what counts, and when that was noticed here (LE-6). Of a Lease
// that is gone its last record counts on: who had it may act until it would have expired.
void LeaderElection::Observe(const kube::Object& lease) {
  LeaseRecord record = lease || !observed_ ? LeaseRecord::Of(lease) : record_;
  if (!observed_ || record.text != record_.text) changed_ = env_.clock.Now();
  observed_ = true;
  current_ = true;
  lease_ = lease;
  record_ = std::move(record);
  base::MutexLock lock(mutex_);
  holder_ = record_.holder;
  epoch_ = {std::string(lease.uid()),
            static_cast<uint64_t>(std::max<int64_t>(0, record_.transitions))};
}

base::MonoTime LeaderElection::Expiry() const {
  const base::Duration duration = record_.duration;
  return changed_ + (duration > base::Duration::zero() ? duration : options_.lease_duration);
}

bool LeaderElection::MayTake() const {
  if (!current_) return false;
  return record_.holder.empty() || IsOurs() || env_.clock.Now() >= Expiry();
}

void LeaderElection::Take() {
  const base::MonoTime begun = env_.clock.Now();
  const base::MonoTime begun_by_boot_time = env_.clock.BootNow();
  const auto written =
      lock_.Write(lease_, options_.identity, /*acquired=*/!IsOurs(), base::kNever, stop_);
  if (!written.ok()) {
    current_ = false;
    const bool lost = LostRace(written.status());
    next_try_ = env_.clock.Now() + (lost ? kSoon : RetryDelay());
    if (!lost) Failed("taking the lease", written.status());
    return;
  }
  Worked();
  watch_.reset();
  Observe(*written);
  term_->Begin(NoteRenewed(begun, begun_by_boot_time));
  leads_->Set(1);
  const LeaderEpoch term = epoch();
  env_.log.Info("leads",
                {{"lease", options_.ns + "/" + options_.name}, {"transitions", term.transitions}});
  env_.observer.OnStartedLeading(term);
}

// Others wait for the whole duration from when they have seen the write, which was after it began.
base::MonoTime LeaderElection::NoteRenewed(base::MonoTime begun,
                                           base::MonoTime begun_by_boot_time) {
  renewed_ = begun;
  next_try_ = begun + options_.retry_period;
  return begun_by_boot_time + options_.lease_duration - options_.margin();
}

base::MonoTime LeaderElection::StepAsLeader() {
  kube::Object late;
  (void)news_->Take(late);  // of the watch as a standby
  if (!acting()) {
    EndTerm("the lease has run out; this process, or the machine, stood still");
  } else if (env_.clock.Now() >= next_try_) {
    Renew();
  }
  return next_try_;
}

void LeaderElection::Renew() {
  const base::MonoTime begun = env_.clock.Now();
  const base::MonoTime begun_by_boot_time = env_.clock.BootNow();
  const base::MonoTime until = renewed_ + options_.renew_deadline;
  const auto written = WriteRenewal(until);
  if (written.ok()) {
    Worked();
    Observe(*written);
    return term_->Extend(NoteRenewed(begun, begun_by_boot_time));
  }
  if (stop_.stop_requested()) return;
  if (!IsOurs()) return EndTerm("the lease has another holder: \"" + record_.holder + "\"");
  Failed("renewing the lease", written.status());
  next_try_ = std::min(env_.clock.Now() + options_.retry_period, until);
  if (env_.clock.Now() >= until) {
    EndTerm("the lease could not be renewed: " + written.status().message());
  }
}

// From what was last seen (LE-8); when that does not do, from what there is now.
base::Result<kube::Object> LeaderElection::WriteRenewal(base::MonoTime until) {
  auto written = lock_.Write(lease_, options_.identity, /*acquired=*/false, until, stop_);
  if (written.ok()) return written;
  slow_paths_->Add();
  auto lease = lock_.Read(until, stop_);
  if (!lease.ok()) return lease;
  Observe(*lease);
  if (!IsOurs()) return base::FailedPrecondition("the lease has another holder");
  return lock_.Write(lease_, options_.identity, /*acquired=*/false, until, stop_);
}

void LeaderElection::EndTerm(const std::string& why) {
  term_->End();
  leads_->Set(0);
  current_ = false;
  next_try_ = env_.clock.Now();
  env_.log.Warning("does not lead any more", {{"reason", why}});
  env_.observer.OnStoppedLeading(why);
}

void LeaderElection::GiveBack() {
  if (!leading()) return;
  term_->End();
  leads_->Set(0);
  const base::MonoTime until = env_.clock.Now() + options_.renew_deadline;
  auto written = WriteRelease(until);
  while (written.status().code() == base::StatusCode::kConflict && env_.clock.Now() < until) {
    written = WriteRelease(until);
  }
  if (written.ok()) {
    env_.log.Info("the lease is given back");
  } else {
    env_.log.Warning("the lease is not given back; the next leader waits until it expires",
                     {{"error", written.status().message()}});
  }
}

// Of what there is now, and only if it is still ours (LE-11, LE-12).
base::Result<kube::Object> LeaderElection::WriteRelease(base::MonoTime until) {
  OARLOCK_ASSIGN_OR_RETURN(const kube::Object lease, lock_.Read(until, {}));
  Observe(lease);
  if (!IsOurs()) return base::FailedPrecondition("it has another holder");
  return lock_.Write(lease, "", /*acquired=*/false, until, {});
}

void LeaderElection::Failed(std::string_view doing, const base::Status& why) {
  if (why.code() == base::StatusCode::kCancelled) return;
  const base::Status failure = why.WithContext(doing);
  {
    base::MutexLock lock(mutex_);
    if (failure_ == failure) return;
    failure_ = failure;
  }
  env_.log.Warning("leader election", {{"error", failure.message()}});
}

void LeaderElection::Worked() {
  base::MutexLock lock(mutex_);
  failure_ = {};
}

base::Duration LeaderElection::RetryDelay() {
  return env_.random.Between(options_.retry_period, options_.retry_period * 11 / 5);
}

LeaderEpoch LeaderElection::epoch() const {
  base::MutexLock lock(mutex_);
  return epoch_;
}

std::string LeaderElection::holder() const {
  base::MutexLock lock(mutex_);
  return holder_;
}

base::Status LeaderElection::health() const {
  if (leading() && !acting()) {
    return base::FailedPrecondition("the leader has not renewed its lease in time");
  }
  base::MutexLock lock(mutex_);
  return IsRefusal(failure_) ? failure_ : base::Status::Ok();
}

}  // namespace oarlock::controller
