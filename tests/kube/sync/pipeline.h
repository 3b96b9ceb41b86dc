#pragma once
// Pipeline: client and cache as the host puts them together, in the test's own process and against
// any address, with what only a test wants: pages, short watches, a clock and a log of its own.
//
// Threads: public functions on the test's thread; the counters [any]. Ownership: owns all parts;
// leases and registrations must be gone before it is. Errors: a part that cannot be made ends the
// test program with the reason (no later line could say more).

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/executor.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "cache/informer_factory.h"
#include "cache/list_gate.h"
#include "cache/watch_list_memory.h"
#include "client/client_factory.h"

namespace oarlock::kubetest {

struct PipelineOptions {
  std::string kubeconfig;  // path
  client::HttpVersion http_version = client::HttpVersion::kAuto;
  // Lists ask for no version instead of "0": the server then obeys the limit and sends pages.
  bool paged = false;
  uint32_t page_size =
      0;  // told to the server wherever the reflector wants pages; 0: the reflector's
  // Called on the informer's strand before each further page is asked for. May block.
  std::function<void()> before_next_page;
  // Told to the server instead of the reflector's 5 to 10 minutes; 0: nothing is told.
  std::optional<std::chrono::seconds> watch_timeout;
  bool watch_list = false;                // first states come streamed, where the server does that
  bool verify_cache = false;              // each of them is compared with one more list
  base::Clock* informer_clock = nullptr;  // null: the real one
  std::shared_ptr<base::LogSink> log;     // null: nothing is logged
};

// What the informers asked of the server.
struct SourceCounts {
  std::atomic<int> lists{0};  // first pages
  std::atomic<int> more_pages{0};
  std::atomic<int> exact_lists{0};  // of verify_cache, first pages; its further ones are more_pages
  std::atomic<int> watches{0};
  std::atomic<int> watch_lists{0};  // of them, those that began with the first state
};

class Pipeline {
 public:
  explicit Pipeline(const PipelineOptions& options);
  ~Pipeline();  // Stop, then everything ends
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  // Started at once.
  cache::InformerLease Acquire(const cache::InformerRequest& request);
  // The same, and waits until it has synced.
  cache::InformerLease Synced(const cache::InformerRequest& request);
  cache::InformerFactory& informers() { return *informers_; }
  kube::Client& client() { return *client_; }
  const SourceCounts& counts() const { return *counts_; }
  // A counter's or gauge's value now, summed over its series.
  double Metric(std::string_view name);
  // Ends all informers and waits for that.
  base::Status Stop();

 private:
  base::RealClock clock_;
  base::Clock& informer_clock_;
  base::Random random_{base::Random::OsSeed()};
  base::MetricRegistry metrics_;
  base::Log log_;
  cache::ListGate list_gate_;
  cache::WatchListMemory watch_list_memory_;
  std::shared_ptr<SourceCounts> counts_ = std::make_shared<SourceCounts>();
  base::ThreadPool pool_{"informers", 2};
  std::unique_ptr<client::RestClientFactory> clients_;
  std::shared_ptr<kube::Client> client_;
  std::unique_ptr<cache::InformerFactory> informers_;
};

// What a stopped pipeline must leave as it was.
size_t ThreadCount();
size_t FdCount();

}  // namespace oarlock::kubetest
