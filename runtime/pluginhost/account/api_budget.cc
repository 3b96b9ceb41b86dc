#include "pluginhost/account/api_budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace oarlock::pluginhost {
namespace {

base::MetricLabels Of(const std::string& plugin) { return {{"plugin", plugin}}; }

}  // namespace

ApiBudget::ApiBudget(std::string plugin, base::Clock& clock, base::MetricRegistry& metrics)
    : plugin_(std::move(plugin)),
      clock_(clock),
      metrics_(metrics),
      in_flight_gauge_(metrics.MakeGauge("oarlock_plugin_api_in_flight",
                                         "API calls of the plugin that are under way.",
                                         Of(plugin_))),
      waited_(metrics.MakeHistogram("oarlock_plugin_api_wait_seconds",
                                    "Time that API calls of the plugin waited for its limits.",
                                    base::ExponentialBuckets(0.001, 4, 8), Of(plugin_))),
      sent_(metrics.MakeCounter("oarlock_plugin_api_sent_bytes_total",
                                "Bytes of bodies that the plugin's API calls sent.", Of(plugin_))),
      received_(metrics.MakeCounter("oarlock_plugin_api_received_bytes_total",
                                    "Bytes of objects that the plugin's API calls brought.",
                                    Of(plugin_))) {}

void ApiBudget::SetLimits(const ApiLimits& limits) {
  base::MutexLock lock(mutex_);
  if (limits.qps != limits_.qps) bucket_ = queue::TokenBucket({limits.qps, limits.qps});
  limits_ = limits;
  changed_.NotifyAll();
}

base::Status ApiBudget::Enter(const kube::CallContext& call) {
  const std::stop_callback wake(call.stop, [this] {
    base::MutexLock lock(mutex_);
    changed_.NotifyAll();
  });
  const base::MonoTime began = clock_.Now();
  base::MutexLock lock(mutex_);
  const uint64_t ticket = next_ticket_++;
  waiting_.push_back(ticket);
  base::Status status;
  while (!MayEnter(ticket, clock_.Now())) {
    if (call.stop.stop_requested()) status = base::Cancelled("stop requested");
    if (call.deadline <= clock_.Now()) status = TooLate();
    if (!status.ok()) break;
    (void)clock_.WaitUntil(changed_, mutex_, NextLook(call.deadline));
  }
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), ticket));
  changed_.NotifyAll();
  if (!status.ok()) return status;
  in_flight_gauge_->Set(static_cast<double>(++in_flight_));
  waited_->Observe(std::chrono::duration<double>(clock_.Now() - began).count());
  return status;
}

// In order: only who has waited longest looks at the bucket.
bool ApiBudget::MayEnter(uint64_t ticket, base::MonoTime now) {
  return waiting_.front() == ticket && in_flight_ < limits_.in_flight &&
         (!bucket_.limits() || bucket_.TryTake(now));
}

base::MonoTime ApiBudget::NextLook(base::MonoTime deadline) {
  if (in_flight_ >= limits_.in_flight || !bucket_.limits()) return deadline;
  return std::min(deadline, bucket_.NextAt(clock_.Now()));
}

base::Status ApiBudget::TooLate() const {
  const bool full = in_flight_ >= limits_.in_flight;
  return {base::StatusCode::kResourceExhausted,
          full ? fmt::format("{} API calls of the plugin are under way (limits.apiInFlight)",
                             in_flight_)
               : fmt::format("the plugin may start {} API calls per second (limits.apiQps)",
                             limits_.qps)};
}

void ApiBudget::Leave(std::string_view verb, const base::Status& result, size_t sent,
                      size_t received) {
  sent_->Add(sent);
  received_->Add(received);
  base::MutexLock lock(mutex_);
  in_flight_gauge_->Set(static_cast<double>(--in_flight_));
  changed_.NotifyAll();
  const char* const name = result.ok() ? "ok" : "error";
  std::shared_ptr<base::Counter>& counter = calls_[{std::string(verb), name}];
  if (!counter) {
    counter =
        metrics_.MakeCounter("oarlock_plugin_api_calls_total", "API calls of the plugin.",
                             {{"plugin", plugin_}, {"verb", std::string(verb)}, {"result", name}});
  }
  counter->Add();
}

}  // namespace oarlock::pluginhost
