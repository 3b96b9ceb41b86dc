#pragma once
// ApiBudget: how many calls to the API server one plugin has under way and how many it starts per
// second; and what they come to, for the plugin's account.
//
// One per plugin, shared by its generations and their clients (plugin_client.h). A call past the
// budget waits for its turn, in order, until its own deadline. Threads: [any]; Enter blocks.
// Errors: kResourceExhausted at the deadline, that names the limit; kCancelled.
// Metrics: oarlock_plugin_api_calls_total{plugin,verb,result}, oarlock_plugin_api_in_flight,
// oarlock_plugin_api_wait_seconds, oarlock_plugin_api_sent_bytes_total,
// oarlock_plugin_api_received_bytes_total.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "base/status.h"
#include "kube/call_context.h"
#include "queue/token_bucket.h"

namespace oarlock::pluginhost {

struct ApiLimits {
  size_t in_flight = 20;
  double qps = 0;  // 0 = no limit; a second's worth may come at once
  bool operator==(const ApiLimits&) const = default;
};

class ApiBudget {
 public:
  ApiBudget(std::string plugin, base::Clock& clock, base::MetricRegistry& metrics);

  void SetLimits(const ApiLimits& limits);
  // Waits for a place; OK: Leave has to follow.
  base::Status Enter(const kube::CallContext& call);
  void Leave(std::string_view verb, const base::Status& result, size_t sent, size_t received);

 private:
  bool MayEnter(uint64_t ticket, base::MonoTime now) OARLOCK_REQUIRES(mutex_);
  base::MonoTime NextLook(base::MonoTime deadline) OARLOCK_REQUIRES(mutex_);
  base::Status TooLate() const OARLOCK_REQUIRES(mutex_);

  const std::string plugin_;
  base::Clock& clock_;
  base::MetricRegistry& metrics_;
  const std::shared_ptr<base::Gauge> in_flight_gauge_;
  const std::shared_ptr<base::Histogram> waited_;
  const std::shared_ptr<base::Counter> sent_;
  const std::shared_ptr<base::Counter> received_;

  base::Mutex mutex_;
  base::CondVar changed_;
  ApiLimits limits_ OARLOCK_GUARDED_BY(mutex_);
  queue::TokenBucket bucket_ OARLOCK_GUARDED_BY(mutex_){{}};
  size_t in_flight_ OARLOCK_GUARDED_BY(mutex_) = 0;
  uint64_t next_ticket_ OARLOCK_GUARDED_BY(mutex_) = 0;
  std::deque<uint64_t> waiting_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::pair<std::string, std::string>, std::shared_ptr<base::Counter>> calls_
      OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost
