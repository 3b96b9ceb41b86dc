#include "client/transport/rest_metrics.h"

namespace oarlock::client {
namespace {

const std::vector<double> kSecondsBounds = {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60};
const std::vector<double> kBytesBounds = {64,    256,    512,       1024,      4096,      16384,
                                          65536, 262144, 1'048'576, 4'194'304, 16'777'216};

}  // namespace

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
  name_lookups_ = registry_.MakeHistogram("rest_client_dns_resolution_duration_seconds",
                                          "Duration of looking up the API server's name.",
                                          kSecondsBounds, {{"host", host_}});
  const auto made = [&](const char* result) {
    return registry_.MakeCounter(
        "rest_client_transport_create_calls_total",
        "Transports made (miss), clients that share one (hit), clients with a connection of their "
        "own (uncacheable).",
        {{"result", result}});
  };
  transports_made_ = made("miss");
  transports_made_->Add();
  clients_shared_ = made("hit");
  clients_alone_ = made("uncacheable");
  transports_ = registry_.MakeGauge("rest_client_transport_cache_entries", "Transports in use.");
  transports_->Add(1);
}

RestMetrics::~RestMetrics() { transports_->Add(-1); }

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

base::Histogram& RestMetrics::ByVerb(Histograms& all, const std::string& verb, const char* name,
                                     const char* help, const std::vector<double>& bounds) {
  auto& histogram = all[verb];
  if (!histogram) {
    histogram = registry_.MakeHistogram(name, help, bounds, {{"verb", verb}, {"host", host_}});
  }
  return *histogram;
}

void RestMetrics::ObserveDuration(const std::string& verb, base::Duration duration) {
  ByVerb(durations_, verb, "rest_client_request_duration_seconds",
         "Duration of one attempt of a request.", kSecondsBounds)
      .Observe(std::chrono::duration<double>(duration).count());
}

void RestMetrics::ObserveWait(const std::string& verb, base::Duration duration) {
  ByVerb(waits_, verb, "rest_client_rate_limiter_duration_seconds",
         "Wait for a pause that the API server asked for, before an attempt.", kSecondsBounds)
      .Observe(std::chrono::duration<double>(duration).count());
}

void RestMetrics::ObserveSizes(const std::string& verb, size_t request_bytes,
                               size_t response_bytes) {
  ByVerb(request_sizes_, verb, "rest_client_request_size_bytes", "Bytes of a request's body.",
         kBytesBounds)
      .Observe(static_cast<double>(request_bytes));
  ByVerb(response_sizes_, verb, "rest_client_response_size_bytes",
         "Bytes of an answer's body, decompressed.", kBytesBounds)
      .Observe(static_cast<double>(response_bytes));
}

void RestMetrics::ObserveNameLookup(base::Duration duration) {
  name_lookups_->Observe(std::chrono::duration<double>(duration).count());
}

void RestMetrics::CountBytes(CallKind kind, size_t bytes) {
  bytes_[static_cast<size_t>(kind)]->Add(bytes);
}

}  // namespace oarlock::client
