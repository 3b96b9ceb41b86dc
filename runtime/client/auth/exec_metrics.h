#pragma once
// ExecMetrics: what is counted about exec credential plugins (XP-10), by the ecosystem's names.
//
// One per CredentialsFactory, shared by its authenticators. Threads: [any].
// `clock` is borrowed and outlives this; `registry` until EndCollection: the thread of a plugin
// that was stopped from its own callback may hold this a moment longer.

#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/mutex.h"

namespace oarlock::client {

enum class ExecCallStatus { kNoError, kExecutionError, kNotFound, kInternal };

class ExecMetrics {
 public:
  ExecMetrics(base::MetricRegistry& registry, base::Clock& clock);
  ExecMetrics(const ExecMetrics&) = delete;
  ExecMetrics& operator=(const ExecMetrics&) = delete;

  void CountCall(int exit_code, ExecCallStatus status);
  void CountPolicy(bool allowed);
  // The client certificate that `owner` uses from now on; empty = none. Replacing one observes how
  // long the old one had been valid.
  void SetCertificate(const void* owner, const std::string& certificate_pem);
  // By the maker, at its end. Nothing is counted afterwards.
  void EndCollection();

 private:
  struct Certificates;
  void Count(const char* name, const char* help, base::MetricLabels labels);

  base::MetricRegistry& registry_;
  base::Mutex mutex_;
  // Kept: a series without a holder is dropped.
  std::map<base::MetricLabels, std::shared_ptr<base::Counter>> counters_ OARLOCK_GUARDED_BY(mutex_);
  base::Clock& clock_;
  const std::shared_ptr<Certificates> certificates_;
  const std::shared_ptr<base::Histogram> rotation_age_;
  std::shared_ptr<void> collector_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::client
