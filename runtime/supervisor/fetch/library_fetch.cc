#include "supervisor/fetch/library_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/thread_name.h"
#include "base/time/backoff.h"
#include "base/time/sleep.h"

namespace oarlock::supervisor {
namespace {

constexpr base::BackoffOptions kRetry{.initial = std::chrono::seconds(1),
                                      .cap = std::chrono::seconds(60),
                                      .jitter = 0.2,
                                      .reset_after = std::chrono::hours(1)};

std::string Seconds(base::Duration delay) {
  return fmt::format("{} s", std::chrono::ceil<std::chrono::seconds>(delay).count());
}

}  // namespace

LibraryFetch::LibraryFetch(const LibraryFetchEnv& env, const std::string& plugin,
                           std::string reference, std::function<void()> told)
    : env_(env), reference_(std::move(reference)), told_(std::move(told)) {
  thread_ = std::thread([this, plugin] {
    base::SetThisThreadName("fetch:" + plugin);
    Run();
  });
}

LibraryFetch::~LibraryFetch() {
  stop_.request_stop();
  thread_.join();
}

LibraryFetch::Outcome LibraryFetch::outcome() const {
  base::MutexLock lock(mutex_);
  return outcome_;
}

void LibraryFetch::Run() {
  base::Backoff backoff(kRetry, env_.clock, env_.random);
  for (;;) {
    auto blob = env_.fetcher.Fetch(reference_,
                                   {env_.clock.Now() + kLibraryFetchTimeout, stop_.get_token()});
    if (stop_.stop_requested()) return;
    const bool is_final = blob.status().code() == base::StatusCode::kInvalidArgument;
    base::Duration delay = backoff.Next();
    if (const auto wanted = blob.status().detail().retry_after) {
      delay = std::max(delay, std::min<base::Duration>(*wanted, kLibraryFetchTimeout));
    }
    {
      base::MutexLock lock(mutex_);
      if (blob.ok()) {
        outcome_.blob = *std::move(blob);
      } else {
        ++outcome_.failures;
        outcome_.is_final = is_final;
        outcome_.failure = blob.status().message();
        if (!is_final) outcome_.failure += "; tried again in " + Seconds(delay);
      }
    }
    told_();
    if (blob.ok() || is_final) return;
    if (!base::SleepUntil(env_.clock, env_.clock.Now() + delay, stop_.get_token())) return;
  }
}

}  // namespace oarlock::supervisor
