#include "cache/sync/event_stream.h"

#include <deque>
#include <optional>
#include <utility>

#include "base/executor.h"
#include "base/mutex.h"

namespace oarlock::cache {

// The executor on which the listener would drain its queue, and the handler it drains into: both
// run only when somebody pulls, so what nobody pulls stays merged in the listener.
class EventStream::Puller final : public base::Executor, public EventHandler {
 public:
  void Post(base::Task task) override {
    base::MutexLock lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.NotifyAll();
  }
  void OnEvent(const Notification& n) override {
    base::MutexLock lock(mutex_);
    events_.push_back({n, false});
  }
  void OnSynced() override {
    base::MutexLock lock(mutex_);
    events_.push_back({{}, true});
    initial_fetched_ = true;
  }

  void End(base::Status reason) {
    base::MutexLock lock(mutex_);
    if (end_.ok()) end_ = std::move(reason);
    changed_.NotifyAll();
  }
  void Wake() {
    base::MutexLock lock(mutex_);
    changed_.NotifyAll();
  }
  bool synced() const {
    base::MutexLock lock(mutex_);
    return synced_;
  }

  base::Status FetchInitial(base::Clock& clock, const NextWait& wait) {
    const std::stop_callback on_stop(wait.stop, [this] { Wake(); });
    while (!initial_fetched()) {
      OARLOCK_ASSIGN_OR_RETURN(const base::Task task, TakeTask(clock, wait));
      task();
    }
    return {};
  }

  base::Result<Notification> Next(base::Clock& clock, const NextWait& wait) {
    const std::stop_callback on_stop(wait.stop, [this] { Wake(); });
    for (;;) {
      if (auto event = Pop()) return std::move(*event);
      OARLOCK_ASSIGN_OR_RETURN(const base::Task task, TakeTask(clock, wait));
      task();  // fills events_
    }
  }

 private:
  struct Item {
    Notification event;
    bool synced = false;
  };

  bool initial_fetched() const {
    base::MutexLock lock(mutex_);
    return initial_fetched_;
  }
  std::optional<Notification> Pop() {
    base::MutexLock lock(mutex_);
    PassEndOfInitial();
    if (events_.empty()) return std::nullopt;
    std::optional<Notification> event = std::move(events_.front().event);
    events_.pop_front();
    PassEndOfInitial();
    return event;
  }
  void PassEndOfInitial() OARLOCK_REQUIRES(mutex_) {
    for (; !events_.empty() && events_.front().synced; events_.pop_front()) synced_ = true;
  }

  base::Result<base::Task> TakeTask(base::Clock& clock, const NextWait& wait) {
    base::MutexLock lock(mutex_);
    for (;;) {
      if (!end_.ok()) return end_;
      if (!tasks_.empty()) {
        base::Task task = std::move(tasks_.front());
        tasks_.pop_front();
        return task;
      }
      if (wait.stop.stop_requested()) return base::Cancelled("the wait was cancelled");
      if (clock.Now() >= wait.deadline) return base::DeadlineExceeded("no event in time");
      clock.WaitUntil(changed_, mutex_, wait.deadline);
    }
  }

  mutable base::Mutex mutex_;
  base::CondVar changed_;
  std::deque<base::Task> tasks_ OARLOCK_GUARDED_BY(mutex_);
  // One batch of the listener at most, or what there was at first when that was fetched.
  std::deque<Item> events_ OARLOCK_GUARDED_BY(mutex_);
  base::Status end_ OARLOCK_GUARDED_BY(mutex_);
  bool initial_fetched_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool synced_ OARLOCK_GUARDED_BY(mutex_) = false;
};

EventStream::EventStream(base::Clock& clock, std::shared_ptr<Puller> puller)
    : clock_(clock), puller_(std::move(puller)) {}

base::Result<std::unique_ptr<EventStream>> EventStream::Open(SharedInformer& informer,
                                                             base::Clock& clock, std::string name) {
  auto puller = std::make_shared<Puller>();
  std::unique_ptr<EventStream> stream(new EventStream(clock, puller));
  stream->observer_ = informer.ObserveState([puller](const InformerState& state) {
    if (state.phase == InformerPhase::kStopped) {
      puller->End(base::Unavailable("the informer has stopped"));
    }
  });
  HandlerOptions options;
  options.name = std::move(name);
  options.executor = puller.get();
  options.keep = puller;
  OARLOCK_ASSIGN_OR_RETURN(stream->registration_, informer.AddHandler(puller, options));
  return stream;
}

EventStream::~EventStream() { Close(); }

void EventStream::Close() {
  puller_->End(base::Cancelled("the stream was closed"));
  registration_.Remove();
}

base::Status EventStream::FetchInitial(const NextWait& wait) {
  return puller_->FetchInitial(clock_, wait);
}

base::Result<Notification> EventStream::Next(const NextWait& wait) {
  return puller_->Next(clock_, wait);
}

bool EventStream::synced() const { return puller_->synced(); }

}  // namespace oarlock::cache
