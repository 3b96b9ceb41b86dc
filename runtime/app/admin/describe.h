#pragma once
// What a host is made of, as JSON for people and programs: plugins, informers, queues, keys, runs.
// Names are camelCase, times RFC 3339, durations seconds. Threads: [any].

#include <optional>

#include "app/admin/exchange.h"
#include "app/leader/replica.h"
#include "base/clock.h"
#include "cache/informer_factory.h"
#include "pluginhost/controller_view.h"
#include "supervisor/plugin_status.h"

namespace oarlock::app {

// To turn points of the monotonic clock into times of day.
struct Moment {
  base::MonoTime mono{};
  base::UnixTime unix{};

  explicit Moment(base::Clock& clock) : mono(clock.Now()), unix(clock.UnixNow()) {}
  base::UnixTime TimeOf(base::MonoTime then) const {
    return unix + std::chrono::duration_cast<base::UnixTime::duration>(then - mono);
  }
};

double Seconds(base::Duration duration);

Json Describe(const supervisor::PluginStatus& plugin);
Json Describe(const cache::InformerSummary& informer, const Moment& now);
Json Describe(const ReplicaStatus& election);
// One after the other, as an array.
Json DescribeAll(const std::vector<supervisor::PluginStatus>& plugins);
Json DescribeAll(const std::vector<cache::InformerSummary>& informers, const Moment& now);
Json Describe(const controller::ControllerStatus& status);
Json Describe(const pluginhost::ControllerView& view, const queue::KeyInfo& key, const Moment& now);
Json Describe(const controller::RunRecord& run, const Moment& now);
// "deployments", "deployments.apps" and "deployments.v1.apps" all name one.
bool NamesResource(const std::string& text, const kube::GroupVersionResource& resource);
// "waits for its retry, in 12.5 s", of a key that the queue knows.
std::string Explain(const queue::KeyInfo& key, const Moment& now);

}  // namespace oarlock::app
