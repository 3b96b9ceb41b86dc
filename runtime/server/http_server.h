#pragma once
// HttpServer: a small HTTP/1.1 listener on a TCP address or a Unix socket.
//
// `app` builds two: the public one (health and metrics, GET only) and the admin one (Unix socket,
// mode 0600). One thread [server] per listener; handlers of the router run on it.
// Ownership: pinned; owns its thread and sockets; the router is copied. Stop is idempotent and
// closes every connection.
// Errors: Start → kInvalidArgument for a bad address, kUnavailable when it cannot be bound (the
// text names address and reason). Limits: below; a connection past the limit is closed at once.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "base/status.h"
#include "server/router.h"

namespace oarlock::server {

inline constexpr size_t kHttpConnectionsMax = 64;
inline constexpr size_t kHttpHeaderBytesMax = 8 * 1024;
inline constexpr size_t kHttpBodyBytesMax = 1024 * 1024;
inline constexpr std::chrono::seconds kHttpIdleTimeout{30};

class HttpServer {
 public:
  // `address`: "127.0.0.1:8080", ":8080", "[::1]:0", "unix:/run/oarlock/admin.sock".
  static base::Result<std::unique_ptr<HttpServer>> Start(std::string_view address, Router router,
                                                         const base::Log& log);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Where it listens, with the real port: "127.0.0.1:34567".
  const std::string& address() const;
  void Stop();

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::server
