#pragma once
// RestMetrics: the client's metric handles. Names that begin with rest_client_ are the ecosystem's
// (RC-23).
// Owned by RestTransport, used on [io] only but for CountClient [any]. `host` is the API server's
// host:port.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "client/transport/rest_call.h"

namespace oarlock::client {

inline constexpr const char* kErrorCodeLabel = "<error>";  // `code` where there was no answer

class RestMetrics {
 public:
  RestMetrics(base::MetricRegistry& registry, std::string host);
  ~RestMetrics();
  RestMetrics(const RestMetrics&) = delete;
  RestMetrics& operator=(const RestMetrics&) = delete;

  void CountRequest(const std::string& code, const std::string& method);
  void CountRetry(const std::string& code, const std::string& verb);
  void ObserveDuration(const std::string& verb, base::Duration duration);
  // How long a request waited for the pause that the server asked for: our only rate limiter.
  void ObserveWait(const std::string& verb, base::Duration duration);
  void ObserveSizes(const std::string& verb, size_t request_bytes, size_t response_bytes);
  void ObserveNameLookup(base::Duration duration);
  // A client that shares this transport, or one with a connection of its own.
  void CountClient(bool alone) { (alone ? clients_alone_ : clients_shared_)->Add(); }
  void CountBytes(CallKind kind, size_t bytes);
  void AddWatchStreams(int delta) { watch_streams_->Add(delta); }

 private:
  using Pair = std::pair<std::string, std::string>;
  using Histograms = std::map<std::string, std::shared_ptr<base::Histogram>>;

  base::Histogram& ByVerb(Histograms& all, const std::string& verb, const char* name,
                          const char* help, const std::vector<double>& bounds);

  base::MetricRegistry& registry_;
  const std::string host_;
  std::map<Pair, std::shared_ptr<base::Counter>> requests_;
  std::map<Pair, std::shared_ptr<base::Counter>> retries_;
  Histograms durations_;
  Histograms waits_;
  Histograms request_sizes_;
  Histograms response_sizes_;
  std::shared_ptr<base::Histogram> name_lookups_;
  std::shared_ptr<base::Counter> transports_made_;
  std::shared_ptr<base::Counter> clients_shared_;
  std::shared_ptr<base::Counter> clients_alone_;
  std::shared_ptr<base::Gauge> transports_;
  std::shared_ptr<base::Counter> bytes_[3];
  std::shared_ptr<base::Gauge> watch_streams_;
};

}  // namespace oarlock::client
