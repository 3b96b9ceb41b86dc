#include "app/heartbeat.h"

namespace oarlock::app {
namespace {

constexpr std::chrono::seconds kPeriod{1};

}  // namespace

struct Heartbeat::State {
  State(base::Clock& c, base::Executor& p) : clock(c), pool(p), last(c.Now()) {}

  base::Clock& clock;
  base::Executor& pool;
  std::atomic<base::MonoTime> last;
  std::atomic<bool> stopped{false};
};

Heartbeat::Heartbeat(base::Clock& clock, base::Executor& pool)
    : state_(std::make_shared<State>(clock, pool)) {
  Schedule(state_);
}

Heartbeat::~Heartbeat() { state_->stopped = true; }

void Heartbeat::Schedule(const std::shared_ptr<State>& state) {
  state->clock.ScheduleAfter(kPeriod, [state] {
    if (state->stopped) return;
    state->pool.Post([state] {
      if (state->stopped) return;
      state->last = state->clock.Now();
      Schedule(state);
    });
  });
}

bool Heartbeat::alive() const {
  return state_->clock.Now() - state_->last.load() < kHeartbeatTimeout;
}

}  // namespace oarlock::app
