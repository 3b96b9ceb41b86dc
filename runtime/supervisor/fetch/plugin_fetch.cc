// A plugin whose library comes from a registry: what runs goes on until it is there.
#include <fmt/format.h>

#include <utility>

#include "supervisor/plugin.h"

namespace oarlock::supervisor {

void Plugin::Fetch(const PluginRequest& request) {
  waiting_ = request;
  fetch_failures_ = 0;
  if (env_.fetcher == nullptr) {
    LibraryFetch::Outcome none;
    none.failures = 1;
    none.failure = "this host fetches no libraries";
    none.is_final = true;
    return FetchFailed(none);
  }
  if (!current()) Set(PluginPhase::kStarting, "fetching " + request.spec.library);
  fetch_ = std::make_unique<LibraryFetch>(
      LibraryFetchEnv{*env_.fetcher, env_.host.clock, env_.host.random, log_}, name_,
      request.spec.library, [this] {
        base::MutexLock lock(mutex_);
        fetch_news_ = true;
        changed_.NotifyAll();
      });
}

std::optional<PluginRequest> Plugin::EndFetch() {
  fetch_.reset();
  base::MutexLock lock(mutex_);
  fetch_news_ = false;
  return std::exchange(waiting_, std::nullopt);
}

void Plugin::LookAtFetch() {
  if (!fetch_) return;
  const LibraryFetch::Outcome outcome = fetch_->outcome();
  if (!outcome.blob) return FetchFailed(outcome);
  const bool was_late = fetch_failures_ > 0;
  PluginRequest request = *EndFetch();
  if (was_late && request.together) {
    // The others went back long ago: all of them have to begin anew.
    if (env_.apply_again) env_.apply_again();
    return;
  }
  log_.Info("the library is there",
            {{"library", request.spec.library}, {"sha256", outcome.blob->sha256}});
  request.spec.library = outcome.blob->path;
  // The file was whole when it was fetched; what is loaded is compared once more.
  if (request.spec.sha256.empty()) request.spec.sha256 = outcome.blob->sha256;
  Proceed(request);
}

void Plugin::FetchFailed(const LibraryFetch::Outcome& outcome) {
  if (outcome.failures == fetch_failures_) return;
  const bool is_first = std::exchange(fetch_failures_, outcome.failures) == 0;
  const bool works = current() != nullptr;
  if (!works) {
    Set(outcome.is_final ? PluginPhase::kDegraded : PluginPhase::kWaiting, outcome.failure);
  }
  if (is_first && works) {
    const std::string label = fmt::format("{}@{}", name_, generations_ + 1);
    return FailReload(*waiting_, label, ReloadStep::kFailed, base::Unavailable(outcome.failure));
  }
  if (is_first && waiting_->together) waiting_->together->Fail(name_, outcome.failure);
  if (works) log_.Warning("the library is not there yet", {{"error", outcome.failure}});
  SetObserved(outcome.failure);
}

}  // namespace oarlock::supervisor
