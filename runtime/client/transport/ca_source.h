#pragma once
// CaSource: the certificate authority to trust, as PEM text; a file is read again now and then, so
// that a rotated CA is trusted by new connections (TP-5).
// Owned by RestTransport, used on [io] after Load. Errors: Load → kInvalidArgument when the file
// cannot be read or holds no certificate; later a bad file leaves the text that was good, with a
// log line and a count.
// Limits: kCaFileBytesMax.
// Metrics: rest_client_transport_ca_reload_total{result,reason}, of looks after the first; its
// words are client-go's.

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/status.h"
#include "client/auth/read_counter.h"
#include "client/config.h"

namespace oarlock::client {

inline constexpr size_t kCaFileBytesMax = 4 * 1024 * 1024;

class CaSource {
 public:
  static base::Result<CaSource> Load(const TlsConfig& tls, base::MetricRegistry& metrics,
                                     const base::Log& log);
  // Empty = the system's authorities.
  const std::string& Pem(base::MonoTime now);

 private:
  enum Outcome : size_t { kUnchanged, kUpdated, kReadError, kEmpty, kParseError, kOutcomes };

  explicit CaSource(const base::Log& log) : log_(log) {}
  void CountReloads(base::MetricRegistry& metrics);
  // Takes what the file says now, if it can be used.
  Outcome Reload();

  base::Log log_;
  std::optional<ReadCounter> reads_;  // where there is a file
  std::array<std::shared_ptr<base::Counter>, kOutcomes> reloads_;
  std::string file_;
  std::string pem_;
  base::MonoTime next_check_{};
};

}  // namespace oarlock::client
