#include "controller/event_recorder.h"

#include <algorithm>
#include <list>
#include <map>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"
#include "base/random.h"
#include "base/thread_name.h"
#include "controller/event_json.h"
#include "queue/token_bucket.h"

namespace oarlock::controller {
namespace {

using base::Duration;
using base::MonoTime;
using base::MutexLock;

constexpr Duration kWriteTimeout = std::chrono::seconds(10);
constexpr Duration kRetryFirst = std::chrono::seconds(1);

// One event and its repetitions. Stays in its list while it is scheduled or being written.
struct Series {
  Event event;
  std::string key;
  std::string name;
  SeriesState state;
  int written = 0;  // count the server knows; 0 = not created
  MonoTime seen{};
  MonoTime next_write{};
  int attempts = 0;
  bool busy = false;  // scheduled or being written
};

bool MayPassLater(const base::Status& status) {
  switch (status.code()) {
    case base::StatusCode::kUnavailable:
    case base::StatusCode::kDeadlineExceeded:
    case base::StatusCode::kResourceExhausted:
    case base::StatusCode::kUnauthenticated:
    case base::StatusCode::kDataLoss: return true;
    default: return false;
  }
}

}  // namespace

class EventRecorder::Writer {
 public:
  Writer(std::shared_ptr<kube::Client> client, std::string instance, const EventRecorderEnv& env)
      : client_(std::move(client)),
        instance_(instance.substr(0, kEventWordMax)),
        env_(env),
        clock_(*env.clock) {
    if (env.metrics == nullptr) return;
    written_metric_ = env.metrics->MakeCounter("oarlock_events_written_total",
                                               "Writes of events to the API server.");
    for (size_t i = 0; i < kReasons; ++i) {
      dropped_metric_[i] =
          env.metrics->MakeCounter("oarlock_events_dropped_total", "Events that were not written.",
                                   {{"reason", kReasonNames[i]}});
    }
  }

  void Start() {
    if (!thread_.joinable()) {
      thread_ = std::thread([this] {
        base::SetThisThreadName("events");
        Run();
      });
    }
  }

  void Emit(Event event) {
    if (!NormalizeEvent(event)) {
      MutexLock lock(mutex_);
      Drop(kInvalid);
      return;
    }
    std::string key = SeriesKey(event);
    MutexLock lock(mutex_);
    if (stopping_) {
      Drop(kStopped);
      return;
    }
    const MonoTime now = clock_.Now();
    const auto found = by_key_.find(key);
    if (found != by_key_.end()) {
      const auto series = found->second;
      if (series->busy || now - series->seen < kEventSeriesEnd) {
        Repeat(series, now);
        return;
      }
      Erase(series);
    }
    if (busy_ >= kEventsPendingMax) {
      Drop(kFull);
    } else if (!TakeToken(RateKey(event), now)) {
      Drop(kRate);
    } else {
      Begin(std::move(event), std::move(key), now);
    }
  }

  void Stop(MonoTime deadline) {
    {
      MutexLock lock(mutex_);
      stopping_ = true;
      flush_until_ = std::min(flush_until_, deadline);
      changed_.NotifyAll();
      while (thread_.joinable() && !ended_ && clock_.Now() < deadline) {
        if (!clock_.WaitUntil(changed_, mutex_, deadline)) break;
      }
    }
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

  size_t pending() {
    MutexLock lock(mutex_);
    return busy_;
  }
  uint64_t dropped() {
    MutexLock lock(mutex_);
    return dropped_;
  }

 private:
  using List = std::list<Series>;
  enum Reason : size_t { kFull, kRate, kFailed, kInvalid, kStopped, kReasons };
  static constexpr const char* kReasonNames[kReasons] = {"queue_full", "rate", "failed", "invalid",
                                                         "stopped"};

  void Drop(Reason reason) OARLOCK_REQUIRES(mutex_) {
    ++dropped_;
    if (dropped_metric_[reason]) dropped_metric_[reason]->Add();
  }

  bool TakeToken(const std::string& key, MonoTime now) OARLOCK_REQUIRES(mutex_) {
    // Full: all objects start with a new allowance. Simple, and only ever too generous.
    if (buckets_.size() >= kEventSeriesMax && !buckets_.contains(key)) buckets_.clear();
    const double qps = 1.0 / std::chrono::duration<double>(kEventRefill).count();
    const auto it =
        buckets_.try_emplace(key, queue::TokenBucketOptions{.qps = qps, .burst = kEventBurst})
            .first;
    return it->second.TryTake(now);
  }

  void Begin(Event event, std::string key, MonoTime now) OARLOCK_REQUIRES(mutex_) {
    if (by_key_.size() >= kEventSeriesMax) EvictOldest();
    series_.emplace_front();
    Series& series = series_.front();
    const base::UnixTime wall = clock_.UnixNow();
    const auto nanos = static_cast<uint64_t>(wall.time_since_epoch().count());
    unique_ = std::max(unique_ + 1, nanos);
    series.name = EventName(event, unique_);
    series.event = std::move(event);
    series.key = key;
    series.state = {1, wall, wall};
    series.seen = now;
    by_key_.emplace(std::move(key), series_.begin());
    Schedule(series_.begin(), now);
  }

  void Repeat(List::iterator series, MonoTime now) OARLOCK_REQUIRES(mutex_) {
    ++series->state.count;
    series->state.last = clock_.UnixNow();
    series->seen = now;
    series_.splice(series_.begin(), series_, series);
    if (!series->busy) Schedule(series, std::max(now, series->next_write));
  }

  void Schedule(List::iterator series, MonoTime due) OARLOCK_REQUIRES(mutex_) {
    if (!std::exchange(series->busy, true)) ++busy_;
    due_.emplace(due, series);
    changed_.NotifyAll();
  }

  void Settle(List::iterator series) OARLOCK_REQUIRES(mutex_) {
    if (std::exchange(series->busy, false)) --busy_;
  }

  void Erase(List::iterator series) OARLOCK_REQUIRES(mutex_) {
    Settle(series);
    by_key_.erase(series->key);
    series_.erase(series);
  }

  // The least recently seen one that is not busy; at most kEventsPendingMax are.
  void EvictOldest() OARLOCK_REQUIRES(mutex_) {
    for (auto it = series_.end(); it != series_.begin();) {
      if ((--it)->busy) continue;
      Erase(it);
      return;
    }
  }

  void Run() {
    mutex_.lock();
    for (;;) {
      const MonoTime now = clock_.Now();
      const bool may_write = !stopping_ || now < flush_until_;
      if (due_.empty() || !may_write) {
        if (stopping_) break;
        changed_.Wait(mutex_);
        continue;
      }
      const auto first = due_.begin();
      if (first->first > now && !stopping_) {
        (void)clock_.WaitUntil(changed_, mutex_, first->first);
        continue;
      }
      const auto series = first->second;
      due_.erase(first);
      WriteOne(series);
    }
    for (size_t i = 0; i < due_.size(); ++i) Drop(kStopped);
    due_.clear();
    ended_ = true;
    changed_.NotifyAll();
    mutex_.unlock();
  }

  void WriteOne(List::iterator series) OARLOCK_REQUIRES(mutex_) {
    const Series copy = *series;
    mutex_.unlock();
    const base::Status status = Send(copy);
    mutex_.lock();
    if (status.ok()) {
      Written(series, copy.state.count);
    } else if (status.code() == base::StatusCode::kNotFound && copy.written > 0) {
      series->written = 0;  // it expired at the server: create it anew
      Schedule(series, clock_.Now());
    } else if (MayPassLater(status) && ++series->attempts < kEventAttemptsMax && !stopping_) {
      Duration delay = kRetryFirst * (1 << series->attempts);
      if (env_.random != nullptr) delay += env_.random->Between(Duration::zero(), delay);
      Schedule(series, clock_.Now() + delay);
    } else {
      if (env_.log != nullptr) {
        env_.log->Warning(
            "event not written",
            {{"event", copy.name}, {"reason", copy.event.reason}, {"error", status.message()}});
      }
      Drop(kFailed);
      Erase(series);
    }
  }

  void Written(List::iterator series, int count) OARLOCK_REQUIRES(mutex_) {
    if (written_metric_) written_metric_->Add();
    series->written = count;
    series->attempts = 0;
    series->next_write = clock_.Now() + kEventSeriesInterval;
    if (series->state.count > count) {
      Schedule(series, series->next_write);
    } else {
      Settle(series);
    }
  }

  base::Status Send(const Series& series) {
    kube::Client& client = series.event.client ? *series.event.client : *client_;
    const kube::ObjectRef ref{EventResource(), EventNamespace(series.event), series.name, ""};
    const kube::CallContext context{clock_.Now() + kWriteTimeout, stop_.get_token()};
    if (series.written > 0) {
      const kube::Patch patch{kube::PatchType::kMerge, SeriesPatch(series.state)};
      return client.PatchObject(ref, patch, {}, context).status();
    }
    const std::string json = EventJson(series.event, series.name, instance_, series.state);
    const base::Status status = client.Create(ref, json, {}, context).status();
    // Its answer got lost in an earlier attempt.
    return status.code() == base::StatusCode::kAlreadyExists ? base::Status::Ok() : status;
  }

  const std::shared_ptr<kube::Client> client_;
  const std::string instance_;
  const EventRecorderEnv env_;
  base::Clock& clock_;
  std::shared_ptr<base::Counter> written_metric_;
  std::shared_ptr<base::Counter> dropped_metric_[kReasons];
  std::thread thread_;  // [main]
  std::stop_source stop_;

  base::Mutex mutex_;
  base::CondVar changed_;
  List series_ OARLOCK_GUARDED_BY(mutex_);  // most recently seen first
  std::unordered_map<std::string, List::iterator> by_key_ OARLOCK_GUARDED_BY(mutex_);
  std::multimap<MonoTime, List::iterator> due_ OARLOCK_GUARDED_BY(mutex_);
  std::unordered_map<std::string, queue::TokenBucket> buckets_ OARLOCK_GUARDED_BY(mutex_);
  size_t busy_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t dropped_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t unique_ OARLOCK_GUARDED_BY(mutex_) = 0;
  MonoTime flush_until_ OARLOCK_GUARDED_BY(mutex_) = base::kNever;
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;
};

EventRecorder::EventRecorder(std::shared_ptr<kube::Client> client, std::string instance,
                             const EventRecorderEnv& env)
    : writer_(std::make_shared<Writer>(std::move(client), std::move(instance), env)) {}
EventRecorder::~EventRecorder() { writer_->Stop(base::MonoTime::min()); }
void EventRecorder::Start() { writer_->Start(); }
void EventRecorder::Emit(Event event) { writer_->Emit(std::move(event)); }
void EventRecorder::Stop(MonoTime deadline) { writer_->Stop(deadline); }
size_t EventRecorder::pending() const { return writer_->pending(); }
uint64_t EventRecorder::dropped() const { return writer_->dropped(); }

}  // namespace oarlock::controller
