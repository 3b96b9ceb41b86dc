#pragma once
// RestMetrics: the client's metric handles. Names of the first three are the ecosystem's.
// Owned by RestTransport, used on [io] only. `host` is the API server's host:port.

#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/metrics.h"
#include "client/transport/rest_call.h"

namespace oarlock::client {

inline constexpr const char* kErrorCodeLabel = "<error>";  // `code` where there was no answer

class RestMetrics {
 public:
  RestMetrics(base::MetricRegistry& registry, std::string host);

  void CountRequest(const std::string& code, const std::string& method);
  void CountRetry(const std::string& code, const std::string& verb);
  void ObserveDuration(const std::string& verb, base::Duration duration);
  void CountBytes(CallKind kind, size_t bytes);
  void AddWatchStreams(int delta) { watch_streams_->Add(delta); }

 private:
  using Pair = std::pair<std::string, std::string>;

  base::MetricRegistry& registry_;
  const std::string host_;
  std::map<Pair, std::shared_ptr<base::Counter>> requests_;
  std::map<Pair, std::shared_ptr<base::Counter>> retries_;
  std::map<std::string, std::shared_ptr<base::Histogram>> durations_;
  std::shared_ptr<base::Counter> bytes_[3];
  std::shared_ptr<base::Gauge> watch_streams_;
};

}  // namespace oarlock::client
