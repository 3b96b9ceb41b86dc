#include "cache/list_gate.h"

#include <algorithm>
#include <list>
#include <utility>
#include <vector>

#include "base/metrics.h"
#include "base/mutex.h"

namespace oarlock::cache {

struct ListGate::State : public std::enable_shared_from_this<State> {
  State(size_t limit, base::Clock& used_clock) : turns(limit), clock(used_clock) {}

  void Leave(Ticket& ticket);
  void GiveUp(Ticket& ticket);
  void StartNext();
  void Publish() OARLOCK_REQUIRES(mutex);

  const size_t turns;
  base::Clock& clock;
  std::shared_ptr<base::Gauge> running_gauge = std::make_shared<base::Gauge>();
  std::shared_ptr<base::Gauge> waiting_gauge = std::make_shared<base::Gauge>();
  std::shared_ptr<base::Counter> timeouts = std::make_shared<base::Counter>();
  base::Mutex mutex;
  size_t running OARLOCK_GUARDED_BY(mutex) = 0;
  std::list<Ticket*> line OARLOCK_GUARDED_BY(mutex);
};

void ListGate::State::Publish() {
  running_gauge->Set(static_cast<double>(running));
  waiting_gauge->Set(static_cast<double>(line.size()));
}

void ListGate::State::Leave(Ticket& ticket) {
  base::TimerId timer = 0;
  {
    base::MutexLock lock(mutex);
    timer = std::exchange(ticket.timer_, 0);
    if (std::exchange(ticket.has_turn_, false)) --running;
    if (std::exchange(ticket.waits_, false)) line.remove(&ticket);
    Publish();
  }
  if (timer != 0) clock.Cancel(timer);
  StartNext();
}

void ListGate::State::GiveUp(Ticket& ticket) {
  {
    base::MutexLock lock(mutex);
    ticket.timer_ = 0;
    if (!std::exchange(ticket.has_turn_, false)) return;
    --running;
    Publish();
  }
  timeouts->Add();
  StartNext();
}

void ListGate::State::StartNext() {
  std::vector<std::shared_ptr<Ticket>> begun;
  {
    base::MutexLock lock(mutex);
    while (running < turns && !line.empty()) {
      Ticket* const first = line.front();
      line.pop_front();
      first->waits_ = false;
      // Null: its owner is just letting go of it, and waits for this lock.
      auto ticket = first->weak_from_this().lock();
      if (ticket == nullptr) continue;
      ticket->has_turn_ = true;
      ++running;
      begun.push_back(std::move(ticket));
    }
    Publish();
  }
  for (const auto& ticket : begun) {
    ticket->Begin();
    ticket->ready_();
  }
}

ListGate::Ticket::Ticket(std::shared_ptr<State> state, std::function<void()> ready)
    : state_(std::move(state)), ready_(std::move(ready)) {}

ListGate::Ticket::~Ticket() { state_->Leave(*this); }

void ListGate::Ticket::Begin() {
  const base::TimerId timer =
      state_->clock.ScheduleAfter(kListTurnTimeout, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->state_->GiveUp(*self);
      });
  base::MutexLock lock(state_->mutex);
  timer_ = timer;
}

ListGate::ListGate(size_t limit, base::Clock& clock, base::MetricRegistry* metrics)
    : state_(std::make_shared<State>(std::max<size_t>(limit, 1), clock)) {
  if (metrics == nullptr) return;
  state_->running_gauge = metrics->MakeGauge("oarlock_list_gate_running",
                                             "Full lists that have one of the process's turns.");
  state_->waiting_gauge =
      metrics->MakeGauge("oarlock_list_gate_waiting", "Full lists that wait for a turn.");
  state_->timeouts = metrics->MakeCounter("oarlock_list_gate_timeouts_total",
                                          "Lists that took longer than a turn may last.");
}

ListGate::~ListGate() = default;

std::shared_ptr<ListGate::Ticket> ListGate::Enter(std::function<void()> ready) {
  auto ticket = std::make_shared<Ticket>(state_, std::move(ready));
  {
    base::MutexLock lock(state_->mutex);
    if (state_->running < state_->turns && state_->line.empty()) {
      ++state_->running;
      ticket->has_turn_ = true;
      ticket->immediate_ = true;
    } else {
      state_->line.push_back(ticket.get());
      ticket->waits_ = true;
    }
    state_->Publish();
  }
  if (ticket->immediate_) ticket->Begin();
  return ticket;
}

size_t ListGate::running() const {
  base::MutexLock lock(state_->mutex);
  return state_->running;
}

size_t ListGate::waiting() const {
  base::MutexLock lock(state_->mutex);
  return state_->line.size();
}

}  // namespace oarlock::cache
