#pragma once
// HttpServer: an HTTP/1.1 listener on a TCP address or a Unix socket, with or without TLS.
//
// `app` builds two with a Router: the public one (health and metrics, GET only) and the admin one
// (Unix socket, mode 0600). The sandbox builds one with a handler of its own, TLS and streams.
// One thread [server] per listener; handlers run on it.
// Ownership: pinned; owns its thread and sockets; the handler is shared, the router is copied. Stop
// is idempotent and closes every connection; replies that come later are dropped.
// Errors: Start → kInvalidArgument for a bad address or certificate, kUnavailable when it cannot be
// bound (the text names address and reason). Limits: HttpOptions; a connection past the limit is
// closed at once. The time-outs are of real time whatever clock the handler has: they guard the
// sockets of this machine.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "base/status.h"
#include "server/http_message.h"
#include "server/router.h"

namespace oarlock::server {

inline constexpr size_t kHttpConnectionsMax = 64;
inline constexpr size_t kHttpHeaderBytesMax = 8 * 1024;
inline constexpr size_t kHttpBodyBytesMax = 1024 * 1024;
inline constexpr std::chrono::seconds kHttpIdleTimeout{30};
inline constexpr std::chrono::seconds kHttpBodyTimeout{60};
inline constexpr std::chrono::seconds kHttpWriteTimeout{60};

struct HttpTls {
  std::string certificate_pem;  // with its chain
  std::string key_pem;
  std::string client_ca_pem;  // not empty: a client certificate is asked for, not demanded
};

struct HttpOptions {
  size_t connections = kHttpConnectionsMax;
  size_t header_bytes = kHttpHeaderBytesMax;
  size_t body_bytes = kHttpBodyBytesMax;
  base::Duration idle_timeout = kHttpIdleTimeout;    // until the head of a request is there
  base::Duration body_timeout = kHttpBodyTimeout;    // from then on until its body is
  base::Duration write_timeout = kHttpWriteTimeout;  // for one piece of an answer
  std::optional<HttpTls> tls;
  std::string thread_name = "server";
};

// What a listener has done and is doing; for metrics, and for those who wait until nothing is left
// to do. [any]
struct HttpCounters {
  std::atomic<uint64_t> connections{0};      // open now
  std::atomic<uint64_t> refused{0};          // connections past the limit
  std::atomic<uint64_t> requests{0};         // heads read
  std::atomic<uint64_t> answers{0};          // sent to their end
  std::atomic<uint64_t> open{0};             // requests read whose answer is not sent to its end
  std::atomic<uint64_t> streams_waiting{0};  // all they have is sent
  std::atomic<uint64_t> streams{0};          // open now
  std::atomic<uint64_t> stream_bytes{0};     // of bodies, that those open now have sent
  std::atomic<uint64_t> bytes_received{0};   // bodies and heads, after TLS
  std::atomic<uint64_t> bytes_sent{0};       // before TLS
  std::atomic<uint64_t> bad_requests{0};     // answered by Refuse
};

class HttpServer {
 public:
  // `address`: "127.0.0.1:8080", ":8080", "[::1]:0", "unix:/run/oarlock/admin.sock".
  static base::Result<std::unique_ptr<HttpServer>> Start(std::string_view address,
                                                         HttpOptions options,
                                                         std::shared_ptr<HttpHandler> handler,
                                                         const base::Log& log);
  static base::Result<std::unique_ptr<HttpServer>> Start(std::string_view address, Router router,
                                                         const base::Log& log);
  // The same with TLS or other limits than the usual.
  static std::shared_ptr<HttpHandler> HandlerOf(Router router);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Where it listens, with the real port: "127.0.0.1:34567".
  const std::string& address() const;
  const HttpCounters& counters() const;
  // What other threads have handed to [server] and it has not done: replies, wakes of streams.
  size_t posted() const;
  // What connections from here on are secured by; those that are open keep theirs. Of a listener
  // with TLS. kInvalidArgument: they do not fit together, and nothing changes.
  base::Status SetTls(const HttpTls& tls);
  void Stop();

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::server
