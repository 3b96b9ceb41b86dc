#pragma once
// OfflineCluster: what a plugin is run against without any cluster: a mapper that believes in every
// kind, informers that list one made-up object of each, and a client that answers writes with it,
// or fails every call.
//
// Used by the checks' child processes, one each. Threads: [any]. It owns its clock, threads and
// informers; everything else borrows it. Nothing leaves the process.

#include <atomic>
#include <memory>
#include <string>

#include "base/executor.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "cache/informer_factory.h"
#include "controller/events/event_recorder.h"
#include "kube/client.h"
#include "kube/rest_mapper.h"
#include "pluginhost/host_env.h"

namespace oarlock::app {

// The one object of that type there is.
inline constexpr char kSampleName[] = "sample";
inline constexpr char kSampleNamespace[] = "default";
std::string SampleObject(const kube::ResourceInfo& resource);

class OfflineCluster {
 public:
  OfflineCluster();
  ~OfflineCluster();
  OfflineCluster(const OfflineCluster&) = delete;
  OfflineCluster& operator=(const OfflineCluster&) = delete;

  const pluginhost::HostEnv& env() const { return env_; }
  // From now on every live verb fails: the server is out of reach.
  void Fail() { failing_ = true; }

 private:
  class Mapper;
  class Client;
  class Source;

  std::atomic<bool> failing_{false};
  base::RealClock clock_;
  base::Random random_{1};
  base::MetricRegistry metrics_;
  base::ThreadPool pool_{"offline", 1};
  std::unique_ptr<kube::RestMapper> mapper_;
  std::shared_ptr<kube::Client> client_;
  cache::InformerFactory informers_;
  controller::EventRecorder events_;
  pluginhost::HostEnv env_;
};

}  // namespace oarlock::app
