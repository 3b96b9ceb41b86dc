#include "pluginhost/account/queue_account.h"

#include <chrono>
#include <vector>

namespace oarlock::pluginhost {

QueueAccount::QueueAccount(const std::string& plugin, base::MetricRegistry& metrics)
    : collector_(
          metrics.AddCollector([plugin, waited = waited_](std::vector<base::MetricFamily>& out) {
            const std::chrono::nanoseconds sum(waited->load(std::memory_order_relaxed));
            out.push_back(
                {"oarlock_plugin_queue_seconds_total",
                 "Time that keys of the plugin waited, from becoming due to being taken.",
                 base::MetricType::kCounter,
                 {{{{"plugin", plugin}}, std::chrono::duration<double>(sum).count(), {}, {}, 0}}});
          })) {}

}  // namespace oarlock::pluginhost
