#pragma once
// What goes through an HttpServer: a request, its answer, and answers that go on.
//
// A handler gets a request as a value and a reply function that it calls once, at once or later,
// from any thread. An answer has its whole body, or a BodyStream that the connection asks for more
// whenever the socket takes more: a slow reader holds its stream back and nobody buffers for it.
// Threads: requests and answers are values; BodyStream says its own.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oarlock::server {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

// Who the client is by its TLS certificate, which was verified.
struct HttpPeer {
  std::string common_name;
  std::vector<std::string> organizations;
};

struct HttpRequest {
  std::string method;  // as sent: "GET"
  std::string target;  // as sent: path and query, still escaped
  HttpHeaders headers;
  std::string body;
  std::shared_ptr<const HttpPeer> peer;  // null: no certificate

  // First value by name, case does not matter; "" = not there.
  std::string_view Header(std::string_view name) const;
  // All its values, in their order.
  std::vector<std::string> Headers(std::string_view name) const;
};

class BodyStream {
 public:
  enum class State { kMore, kWait, kEnd, kClose, kReset };
  virtual ~BodyStream() = default;
  // [server] Takes the function that makes the connection ask again; it is [any], cheap, and may be
  // called at any time, also after the connection has gone. Called once, before the first Pull.
  virtual void OnStart(std::function<void()> wake) = 0;
  // [server] Appends about `room` bytes at most. kMore: ask again when they are sent. kWait: ask
  // again when woken. kEnd: these were the last. kClose, kReset: so they were, and the connection
  // ends here in the midst of the answer, as that of a server that dies; kReset by a TCP reset.
  virtual State Pull(size_t room, std::string& out) = 0;
};

struct HttpResponse {
  int status = 200;
  std::string content_type;  // empty: none is sent
  HttpHeaders headers;
  std::string body;
  std::shared_ptr<BodyStream> stream;  // follows `body`
  bool bare = false;  // nothing of the above is sent, only what the stream writes, as it stands
};

using HttpReply = std::function<void(HttpResponse)>;

class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // [server] Must be quick; calls `reply` once, now or later.
  virtual void Handle(HttpRequest request, HttpReply reply) = 0;
  // [server] The answer to what is no request, or one past a limit: 400, 413, 431. The connection
  // ends after it.
  virtual HttpResponse Refuse(int status, std::string_view why) = 0;
};

}  // namespace oarlock::server
