#include "client/transport/rest_metrics.h"

namespace oarlock::client {

RestMetrics::RestMetrics(base::MetricRegistry& registry, std::string host)
    : registry_(registry), host_(std::move(host)) {
  static constexpr const char* kKinds[] = {"verb", "list", "watch"};
  for (size_t i = 0; i < 3; ++i) {
    bytes_[i] = registry_.MakeCounter("oarlock_client_received_bytes_total",
                                      "Body bytes received from the API server, decompressed.",
                                      {{"kind", kKinds[i]}});
  }
  watch_streams_ =
      registry_.MakeGauge("oarlock_client_watch_streams", "Watch streams that are open.");
}

void RestMetrics::CountRequest(const std::string& code, const std::string& method) {
  auto& counter = requests_[{code, method}];
  if (!counter) {
    counter = registry_.MakeCounter("rest_client_requests_total",
                                    "HTTP requests, every attempt, by status code and method.",
                                    {{"code", code}, {"method", method}, {"host", host_}});
  }
  counter->Add();
}

void RestMetrics::CountRetry(const std::string& code, const std::string& verb) {
  auto& counter = retries_[{code, verb}];
  if (!counter) {
    counter = registry_.MakeCounter("rest_client_request_retries_total",
                                    "Requests that were sent again, by what they got before.",
                                    {{"code", code}, {"verb", verb}, {"host", host_}});
  }
  counter->Add();
}

void RestMetrics::ObserveDuration(const std::string& verb, base::Duration duration) {
  auto& histogram = durations_[verb];
  if (!histogram) {
    histogram = registry_.MakeHistogram(
        "rest_client_request_duration_seconds", "Duration of one attempt of a request.",
        {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60}, {{"verb", verb}, {"host", host_}});
  }
  histogram->Observe(std::chrono::duration<double>(duration).count());
}

void RestMetrics::CountBytes(CallKind kind, size_t bytes) {
  bytes_[static_cast<size_t>(kind)]->Add(bytes);
}

}  // namespace oarlock::client
