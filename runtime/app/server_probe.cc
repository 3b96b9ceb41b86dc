#include "app/server_probe.h"

#include <utility>

#include "base/thread_name.h"
#include "base/time/sleep.h"

namespace oarlock::app {
namespace {

constexpr base::Duration kAttempt = std::chrono::seconds(15);
constexpr base::BackoffOptions kPause{.initial = std::chrono::milliseconds(250),
                                      .cap = std::chrono::seconds(5)};

}  // namespace

ServerProbe::ServerProbe(Ask ask, base::Clock& clock, base::Random& random, base::Log log)
    : ask_(std::move(ask)), clock_(clock), random_(random), log_(std::move(log)), thread_([this] {
        base::SetThisThreadName("server-probe");
        Run();
      }) {}

ServerProbe::~ServerProbe() { Stop(); }

bool ServerProbe::answered() const {
  base::MutexLock lock(mutex_);
  return answered_;
}

std::string ServerProbe::last_error() const {
  base::MutexLock lock(mutex_);
  return last_error_;
}

void ServerProbe::Stop() {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void ServerProbe::Run() {
  base::Backoff backoff(kPause, clock_, random_);
  std::string said;
  for (;;) {
    const auto answer = ask_({clock_.Now() + kAttempt, stop_.get_token()});
    if (stop_.stop_requested()) return;
    {
      base::MutexLock lock(mutex_);
      answered_ = answer.ok();
      last_error_ = answer.ok() ? "" : answer.status().message();
    }
    if (answer.ok()) return log_.Info("the API server answered");
    if (said != answer.status().message()) {
      said = answer.status().message();
      log_.Warning("the API server is out of reach; trying again", {{"error", said}});
    }
    if (!base::SleepUntil(clock_, clock_.Now() + backoff.Next(), stop_.get_token())) return;
  }
}

}  // namespace oarlock::app
