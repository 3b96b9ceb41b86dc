#pragma once
// CertificateFiles: a certificate and its key on disk, read again when they change, as a Secret's
// volume or cert-manager replaces them.
//
// Owned by AdminListeners. They are looked at every kCertificateLookTime. A pair that does not fit
// leaves the one before in use: it is told once, and looked at again.
// Threads: Read [main]; looks on `executor`. Errors: the file's name and why.
// Metrics: certwatcher_read_certificate_total, certwatcher_read_certificate_errors_total.

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/executor.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "server/http_server.h"

namespace oarlock::app {

inline constexpr std::chrono::seconds kCertificateLookTime{10};
inline constexpr size_t kCertificateBytesMax = 1024 * 1024;

class CertificateFiles : public std::enable_shared_from_this<CertificateFiles> {
 public:
  struct Deps {
    base::Executor& executor;
    base::Clock& clock;
    base::MetricRegistry& metrics;
    base::Log log;
  };
  CertificateFiles(std::string certificate_file, std::string key_file, const Deps& deps);

  // Counted; what is used from here on.
  base::Result<server::HttpTls> Read() OARLOCK_EXCLUDES(mutex_);
  // Calls `use` with each new pair until Stop.
  void Follow(std::function<base::Status(const server::HttpTls&)> use) OARLOCK_EXCLUDES(mutex_);
  void Stop() OARLOCK_EXCLUDES(mutex_);

 private:
  void LookLater() OARLOCK_REQUIRES(mutex_);
  void Look() OARLOCK_EXCLUDES(mutex_);
  base::Result<server::HttpTls> ReadFiles() const;

  const std::string certificate_file_;
  const std::string key_file_;
  const Deps deps_;
  const std::shared_ptr<base::Counter> reads_;
  const std::shared_ptr<base::Counter> errors_;
  base::Mutex mutex_;
  std::string seen_ OARLOCK_GUARDED_BY(mutex_);  // both files, or why they could not be read
  std::function<base::Status(const server::HttpTls&)> use_ OARLOCK_GUARDED_BY(mutex_);
  base::TimerId timer_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

}  // namespace oarlock::app
