#include "controller/events/event_recorder.h"

#include <algorithm>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"
#include "base/random.h"
#include "base/thread_name.h"
#include "controller/events/event_json.h"
#include "controller/events/event_series.h"

namespace oarlock::controller {
namespace {

using base::Duration;
using base::MonoTime;
using base::MutexLock;

constexpr Duration kWriteTimeout = std::chrono::seconds(10);
constexpr Duration kRetryFirst = std::chrono::seconds(1);

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

// A namespace that is missing is another 404.
bool GroupMayBeMissing(const base::Status& status) {
  return status.code() == base::StatusCode::kNotFound &&
         status.message().find("namespaces \"") == std::string::npos;
}

}  // namespace

class EventRecorder::Writer {
 public:
  Writer(std::shared_ptr<kube::Client> client, const std::string& instance,
         const EventRecorderEnv& env)
      : client_(std::move(client)),
        instance_(instance.substr(0, kEventWordMax)),
        env_(env),
        clock_(*env.clock) {
    base::MetricRegistry nobodys;
    base::MetricRegistry& metrics = env.metrics == nullptr ? nobodys : *env.metrics;
    written_metric_ =
        metrics.MakeCounter("oarlock_events_written_total", "Writes of events to the API server.");
    combined_metric_ = metrics.MakeCounter(
        "oarlock_events_combined_total",
        "Events that went into one with others because too many different ones were similar.");
    for (size_t i = 0; i < kReasons; ++i) {
      dropped_metric_[i] =
          metrics.MakeCounter("oarlock_events_dropped_total", "Events that were not written.",
                              {{"reason", kReasonNames[i]}});
    }
    for (size_t i = 0; i < kWhats; ++i) {
      forgotten_metric_[i] =
          metrics.MakeCounter("oarlock_events_forgotten_total",
                              "What was forgotten of events because too much was remembered.",
                              {{"what", kWhatNames[i]}});
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
    MutexLock lock(mutex_);
    if (stopping_) {
      Drop(kStopped);
      return;
    }
    switch (book_.Add(std::move(event), clock_.Now(), clock_.UnixNow())) {
      case EventSeriesBook::Added::kScheduled: changed_.NotifyAll(); break;
      case EventSeriesBook::Added::kCounted: break;
      case EventSeriesBook::Added::kFull: Drop(kFull); break;
      case EventSeriesBook::Added::kRateLimited: Drop(kRate); break;
    }
    const EventSeriesBook::Losses losses = book_.TakeLosses();
    combined_metric_->Add(losses.combined);
    forgotten_metric_[kSeries]->Add(losses.series);
    forgotten_metric_[kSimilar]->Add(losses.similar);
    forgotten_metric_[kRates]->Add(losses.rates);
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
    return book_.busy();
  }
  uint64_t dropped() {
    MutexLock lock(mutex_);
    return dropped_;
  }

 private:
  using Entry = EventSeriesBook::Entry;
  enum Reason : size_t { kFull, kRate, kFailed, kInvalid, kStopped, kReasons };
  static constexpr const char* kReasonNames[kReasons] = {"queue_full", "rate", "failed", "invalid",
                                                         "stopped"};

  enum What : size_t { kSeries, kSimilar, kRates, kWhats };
  static constexpr const char* kWhatNames[kWhats] = {"series", "similar", "rate"};

  void Drop(Reason reason) OARLOCK_REQUIRES(mutex_) {
    ++dropped_;
    dropped_metric_[reason]->Add();
  }

  void Run() {
    mutex_.lock();
    for (;;) {
      const MonoTime now = clock_.Now();
      const bool may_write = !stopping_ || now < flush_until_;
      if (book_.waiting() == 0 || !may_write) {
        if (stopping_) break;
        changed_.Wait(mutex_);
        continue;
      }
      const MonoTime due = book_.first_due();
      if (due > now && !stopping_) {
        (void)clock_.WaitUntil(changed_, mutex_, due);
        continue;
      }
      WriteOne(book_.TakeFirst());
    }
    for (size_t i = 0; i < book_.waiting(); ++i) Drop(kStopped);
    book_.ForgetWaiting();
    ended_ = true;
    changed_.NotifyAll();
    mutex_.unlock();
  }

  void WriteOne(Entry series) OARLOCK_REQUIRES(mutex_) {
    const EventSeries copy = *series;
    mutex_.unlock();
    const base::Status status = Send(copy);
    mutex_.lock();
    if (status.ok()) {
      Written(series, copy.state.count);
    } else if (status.code() == base::StatusCode::kAlreadyExists && copy.written == 0) {
      Written(series, 1);  // by an earlier attempt whose answer was lost; it said at least this
    } else if (status.code() == base::StatusCode::kNotFound && copy.written > 0) {
      series->written = 0;  // it expired at the server: create it anew
      book_.Schedule(series, clock_.Now());
    } else if (MayPassLater(status) && ++series->attempts < kEventAttemptsMax && !stopping_) {
      Duration delay = kRetryFirst * (1 << series->attempts);
      if (env_.random != nullptr) delay += env_.random->Between(Duration::zero(), delay);
      book_.Schedule(series, clock_.Now() + delay);
    } else {
      if (env_.log != nullptr) {
        env_.log->Warning(
            "event not written",
            {{"event", copy.name}, {"reason", copy.event.reason}, {"error", status.message()}});
      }
      Drop(kFailed);
      book_.Erase(series);
    }
  }

  void Written(Entry series, int count) OARLOCK_REQUIRES(mutex_) {
    written_metric_->Add();
    series->written = count;
    series->attempts = 0;
    series->next_write = clock_.Now() + kEventSeriesInterval;
    if (series->state.count > count) {
      book_.Schedule(series, series->next_write);
    } else {
      book_.Settle(series);
    }
  }

  base::Status Send(const EventSeries& series) {
    const base::Status status = SendTo(api_, series);
    if (api_ == EventApi::kCore || series.written > 0 || !GroupMayBeMissing(status)) return status;
    // Only a server that takes it there has shown that it has no events.k8s.io.
    const base::Status core = SendTo(EventApi::kCore, series);
    if (!core.ok()) return status;
    api_ = EventApi::kCore;
    if (env_.log != nullptr) {
      env_.log->Warning("the API server has no events.k8s.io; events are written as core/v1", {});
    }
    return core;
  }

  base::Status SendTo(EventApi api, const EventSeries& series) {
    kube::Client& client = series.event.client ? *series.event.client : *client_;
    const kube::ObjectRef ref{EventResource(api), EventNamespace(series.event), series.name, ""};
    const kube::CallContext context{clock_.Now() + kWriteTimeout, stop_.get_token()};
    if (series.written > 0) {
      const kube::Patch patch{kube::PatchType::kMerge,
                              SeriesPatch(api, series.event, series.state)};
      return client.PatchObject(ref, patch, {}, context).status();
    }
    const std::string json = EventJson(api, series.event, series.name, instance_, series.state);
    return client.Create(ref, json, {}, context).status();
  }

  const std::shared_ptr<kube::Client> client_;
  const std::string instance_;
  const EventRecorderEnv env_;
  base::Clock& clock_;
  std::shared_ptr<base::Counter> written_metric_;
  std::shared_ptr<base::Counter> combined_metric_;
  std::shared_ptr<base::Counter> dropped_metric_[kReasons];
  std::shared_ptr<base::Counter> forgotten_metric_[kWhats];
  std::thread thread_;  // [main]
  std::stop_source stop_;
  EventApi api_ = EventApi::kEvents;  // [events]

  base::Mutex mutex_;
  base::CondVar changed_;
  EventSeriesBook book_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t dropped_ OARLOCK_GUARDED_BY(mutex_) = 0;
  MonoTime flush_until_ OARLOCK_GUARDED_BY(mutex_) = base::kNever;
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;
};

EventRecorder::EventRecorder(std::shared_ptr<kube::Client> client, const std::string& instance,
                             const EventRecorderEnv& env)
    : writer_(std::make_shared<Writer>(std::move(client), instance, env)) {}
EventRecorder::~EventRecorder() { writer_->Stop(base::MonoTime::min()); }
void EventRecorder::Start() { writer_->Start(); }
void EventRecorder::Emit(Event event) { writer_->Emit(std::move(event)); }
void EventRecorder::Stop(MonoTime deadline) { writer_->Stop(deadline); }
size_t EventRecorder::pending() const { return writer_->pending(); }
uint64_t EventRecorder::dropped() const { return writer_->dropped(); }

}  // namespace oarlock::controller
