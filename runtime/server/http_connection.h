#pragma once
// HttpConnection: one accepted connection of an HttpServer, plain or TLS. Internal to server.
//
// Reads a request, has it handled, writes the answer, and so on until the peer or a limit ends it.
// While an answer streams, the socket is also read, so that a peer that has gone is noticed.
// Threads: [server]; replies and wakes may come from any thread and are posted. Ownership: kept by
// the server's list and by its pending operations; Close ends both.

#include <functional>
#include <memory>

#include "server/http_poster.h"
#include "server/http_server.h"

namespace boost::asio {
class io_context;
namespace ssl {
class context;
}
}  // namespace boost::asio

namespace oarlock::server {

// What all connections of a listener share; outlives them.
struct HttpShared {
  std::shared_ptr<HttpPoster> poster;
  HttpOptions options;
  std::shared_ptr<HttpHandler> handler;
  HttpCounters counters;
};

class HttpConnection {
 public:
  using Gone = std::function<void(const std::shared_ptr<HttpConnection>&)>;
  virtual ~HttpConnection() = default;
  virtual void Run() = 0;
  virtual void Close() = 0;
};

// `accepted` is the descriptor of a connected stream socket, which it takes over. A null `tls` is
// plain HTTP.
std::shared_ptr<HttpConnection> MakeConnection(boost::asio::io_context& io, int family,
                                               int accepted, boost::asio::ssl::context* tls,
                                               HttpShared& shared, HttpConnection::Gone gone);

}  // namespace oarlock::server
