#include "client/auth/exec_metrics.h"

#include <algorithm>
#include <map>

#include "client/auth/key_pair.h"

namespace oarlock::client {
namespace {

double Seconds(base::Duration duration) { return std::chrono::duration<double>(duration).count(); }

const char* StatusName(ExecCallStatus status) {
  switch (status) {
    case ExecCallStatus::kNoError: return "no_error";
    case ExecCallStatus::kExecutionError: return "plugin_execution_error";
    case ExecCallStatus::kNotFound: return "plugin_not_found_error";
    case ExecCallStatus::kInternal: return "client_internal_error";
  }
  return "";
}

// From ten minutes to four years.
std::vector<double> AgeBuckets() {
  std::vector<double> out;
  for (const double hours :
       {1.0 / 6, 0.5, 1.0, 4.0, 24.0, 168.0, 720.0, 2160.0, 4320.0, 8640.0, 34560.0}) {
    out.push_back(hours * 3600);
  }
  return out;
}

}  // namespace

struct ExecMetrics::Certificates {
  base::Mutex mutex;
  std::map<const void*, CertificateLife> lives OARLOCK_GUARDED_BY(mutex);

  void Collect(base::UnixTime now, std::vector<base::MetricFamily>& out) {
    base::MutexLock lock(mutex);
    if (lives.empty()) return;
    base::UnixTime first = base::UnixTime::max();
    for (const auto& [owner, life] : lives) first = std::min(first, life.not_after);
    out.push_back({"rest_client_exec_plugin_ttl_seconds",
                   "Until the first client certificate of an exec plugin expires.",
                   base::MetricType::kGauge,
                   {{.value = Seconds(first - now)}}});
  }
};

ExecMetrics::ExecMetrics(base::MetricRegistry& registry, base::Clock& clock)
    : registry_(registry),
      clock_(clock),
      certificates_(std::make_shared<Certificates>()),
      rotation_age_(registry.MakeHistogram(
          "rest_client_exec_plugin_certificate_rotation_age",
          "Age of an exec plugin's client certificate when it was replaced, in seconds.",
          AgeBuckets())),
      collector_(registry.AddCollector(
          [certificates = certificates_, &clock](std::vector<base::MetricFamily>& out) {
            certificates->Collect(clock.UnixNow(), out);
          })) {}

void ExecMetrics::Count(const char* name, const char* help, base::MetricLabels labels) {
  base::MutexLock lock(mutex_);
  if (collector_ == nullptr) return;
  auto& counter = counters_[labels];
  if (!counter) counter = registry_.MakeCounter(name, help, std::move(labels));
  counter->Add();
}

void ExecMetrics::CountCall(int exit_code, ExecCallStatus status) {
  Count("rest_client_exec_plugin_call_total", "Runs of exec credential plugins.",
        {{"code", std::to_string(exit_code)}, {"call_status", StatusName(status)}});
}

void ExecMetrics::CountPolicy(bool allowed) {
  Count("rest_client_exec_plugin_policy_call_total",
        "Exec credential plugins that were allowed or denied by policy.",
        {{"allowed", allowed ? "true" : "false"}, {"denied", allowed ? "false" : "true"}});
}

void ExecMetrics::SetCertificate(const void* owner, const std::string& certificate_pem) {
  const std::optional<CertificateLife> life = ReadCertificateLife(certificate_pem);
  base::MutexLock lock(certificates_->mutex);
  const auto old = certificates_->lives.find(owner);
  if (old != certificates_->lives.end()) {
    if (life) rotation_age_->Observe(Seconds(clock_.UnixNow() - old->second.not_before));
    certificates_->lives.erase(old);
  }
  if (life) certificates_->lives.emplace(owner, *life);
}

void ExecMetrics::EndCollection() {
  base::MutexLock lock(mutex_);
  collector_.reset();
}

}  // namespace oarlock::client
