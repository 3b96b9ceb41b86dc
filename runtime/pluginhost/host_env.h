#pragma once
// HostEnv: what every plugin of a host shares. Built by `app`; everything is borrowed and outlives
// all generations. Threads: [any].

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"
#include "cache/informer_factory.h"
#include "controller/events/event_recorder.h"
#include "kube/client.h"
#include "kube/rest_mapper.h"
#include "pluginhost/declare/type_numbers.h"
#include "pluginhost/extensions/plugin_metrics.h"

namespace oarlock::queue {
class DispatchSlots;
}  // namespace oarlock::queue

namespace oarlock::pluginhost {

struct HostEnv {
  base::Clock& clock;
  base::Random& random;
  base::MetricRegistry& metrics;
  base::Log log;
  cache::InformerFactory& informers;
  kube::RestMapper& mapper;
  std::shared_ptr<kube::Client> client;  // as the host itself
  controller::EventRecorder& events;
  std::string host_version;
  queue::DispatchSlots* slots = nullptr;  // null = reconciles of all plugins at once unbounded
  std::shared_ptr<PluginMetrics> plugin_metrics = std::make_shared<PluginMetrics>();
  std::shared_ptr<TypeNumbers> type_numbers = std::make_shared<TypeNumbers>();
  // Clients that act as somebody else; null: there are none.
  std::function<std::shared_ptr<kube::Client>(const kube::Identity&)> client_as = {};
};

}  // namespace oarlock::pluginhost
