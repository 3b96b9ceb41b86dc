#pragma once
// TransportOptions: how the transport talks, independent of whom it talks to (config.h), and the
// limits of the client module. TransportDeps: what `app` injects.
// Values. Threads: [any].

#include <cstddef>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/random.h"

namespace oarlock::client {

inline constexpr size_t kRequestBytesMax = 3 * 1024 * 1024;     // what an API server takes
inline constexpr size_t kResponseBytesMax = 256 * 1024 * 1024;  // buffered answers, decoded
inline constexpr size_t kErrorBodyBytesMax = 256 * 1024;        // kept of an answer >= 300
inline constexpr size_t kHeaderBytesMax = 256 * 1024;           // all headers of one answer
inline constexpr size_t kWarningTextsMax = 256;                 // warnings said once each
inline constexpr int kRetriesMax = 10;                          // after the first attempt (RC-1)
inline constexpr base::Duration kHostPauseMax = std::chrono::minutes(5);
inline constexpr size_t kListReceiveBufferBytes = 512 * 1024;
inline constexpr size_t kReceiveBufferBytes = 32 * 1024;
inline constexpr size_t kListGatherBytes = 128 * 1024;  // handed over at once, when so much waits
inline constexpr size_t kWatchGatherBytes = 64 * 1024;
// A connection that several watches share is not read for so long at most.
inline constexpr base::Duration kReadHoldMax = std::chrono::milliseconds(250);
inline constexpr long kRequestConnectionsMax = 64;  // HTTP/1.1 fall-back; more requests queue
inline constexpr long kListConnectionsMax = 32;     // more lists queue

enum class HttpVersion { kAuto, kHttp1 };  // kAuto: HTTP/2 by ALPN where TLS offers it

struct TransportOptions {
  HttpVersion http_version = HttpVersion::kAuto;
  // Ask for gzip (unless the config disables it). Off: near the server it costs more than it saves.
  bool accept_gzip = false;
  bool protobuf = true;    // ask for it where it can be read
  std::string user_agent;  // empty = DefaultUserAgent()
  std::string field_manager = "oarlock";
  base::Duration connect_timeout = std::chrono::seconds(30);  // real time
  base::Duration stall_timeout = std::chrono::seconds(60);    // real time; lists without a byte
  base::Duration request_timeout = std::chrono::seconds(60);  // verbs whose context has no deadline
  base::Duration watch_grace = std::chrono::seconds(30);      // after timeoutSeconds (WAT-19)
  int retries_max = kRetriesMax;
  size_t response_bytes_max = kResponseBytesMax;
};

// "oarlock/<version> (linux/amd64) kubernetes/unknown" (RC-17).
std::string DefaultUserAgent();

// All borrowed ones outlive every client, call and factory made with them.
struct TransportDeps {
  base::Clock& clock;
  base::Random& random;
  base::MetricRegistry& metrics;
  base::Log log;
};

}  // namespace oarlock::client
