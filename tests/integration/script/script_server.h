#pragma once
// ScriptServer: an HTTP/1.1 server on loopback that plays back a script, byte by byte.
//
// For tests of the client that need bytes which no API server sends, or look at those that came;
// what an API server would answer comes from the sandbox (host_world.h). An answer is a head, a
// body cut into pieces of exact sizes, and what happens then: keep the connection, close it, hang,
// or reset it. Answers come from a handler, from a route, or in order of the script; what nobody
// answers gets 404 with a Status body.
// With TLS (Options::tls) it speaks TLS 1.2+ and records the server name the client sent.
// Threads: one that accepts and one per connection; Handlers run on the connection's thread with no
// lock held. All methods are [any]. The destructor ends every connection, hanging ones too.
// Limits: kScriptRequestBytesMax per request; kScriptConnectionsMax at once, more are refused.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "integration/script/script_stream.h"

namespace oarlock::integration {

inline constexpr size_t kScriptRequestBytesMax = 64 * 1024 * 1024;
inline constexpr size_t kScriptConnectionsMax = 512;

using HeaderList = std::vector<std::pair<std::string, std::string>>;

struct ScriptRequest {
  std::string method;
  std::string target;  // as sent: path and query
  std::string path;    // without the query, still escaped
  HeaderList query;    // unescaped
  HeaderList headers;
  std::string body;
  uint64_t connection = 0;  // from 1, in order of accepting
  base::MonoTime received;  // by the clock of the options
  std::string server_name;  // SNI; empty = none or no TLS

  // First value by name (case does not matter for headers); "" = not there.
  std::string Header(std::string_view name) const;
  std::string Query(std::string_view name) const;
  bool HasHeader(std::string_view name) const;
};

// What happens after the body. kReset sends a TCP reset, so the peer sees "connection reset".
enum class Then { kKeepAlive, kClose, kHang, kReset };

// How the end of the body is told. kNone: only by the end of the connection.
enum class Framing { kLength, kChunked, kNone };

struct ScriptAnswer {
  int status = 200;
  HeaderList headers;  // Content-Type: application/json unless given
  std::string body;
  std::vector<size_t> pieces;  // sizes of the body's pieces; the last one repeats
  Framing framing = Framing::kLength;
  Then then = Then::kKeepAlive;
  bool end_body = true;      // false: `then` happens before the body's end is told
  bool before_head = false;  // `then` happens before any byte of the answer
  // Bytes that the test hands out while the answer is running (watch); after `body`. Implies
  // chunked framing.
  std::shared_ptr<ScriptStream> stream;

  static ScriptAnswer Json(int status, std::string body);
  // A Status object with that reason and message.
  static ScriptAnswer Error(int status, std::string_view reason, std::string_view message);
  static ScriptAnswer Reset();
  // 200, chunked, one piece per event line, then as said.
  static ScriptAnswer Watch(const std::vector<std::string>& lines, Then then = Then::kKeepAlive);
  static ScriptAnswer Stream(std::shared_ptr<ScriptStream> stream);
};

class ScriptServer {
 public:
  struct Tls {
    std::string certificate_pem;
    std::string key_pem;
    std::string client_ca_pem;  // not empty: a client certificate is asked for and must verify
  };
  struct Options {
    const base::Clock* clock = nullptr;  // for ScriptRequest::received; null = zero
    std::optional<Tls> tls;
  };
  // Empty = not mine, ask the next one.
  using Handler = std::function<std::optional<ScriptAnswer>(const ScriptRequest&)>;

  ScriptServer() : ScriptServer(Options{}) {}
  explicit ScriptServer(Options options);
  ~ScriptServer();
  ScriptServer(const ScriptServer&) = delete;
  ScriptServer& operator=(const ScriptServer&) = delete;

  uint16_t port() const;
  std::string url() const;  // "http://127.0.0.1:PORT" or https

  // Asked first, newest first.
  void Handle(Handler handler);
  // For requests "METHOD /path" ("GET /api/v1/pods"); answers in order, the last one repeats.
  void Route(const std::string& method_and_path, std::vector<ScriptAnswer> answers);
  // For any request that no handler and no route took, in order, each once.
  void Enqueue(ScriptAnswer answer);

  std::vector<ScriptRequest> requests() const;
  size_t request_count() const;
  uint64_t connections_accepted() const;
  size_t connections_open() const;
  // Blocks until that many requests have come in all; false after `limit` of real time.
  bool WaitForRequests(size_t count, base::Duration limit = std::chrono::seconds(20)) const;
  // Ends all connections that are open now; new ones are accepted.
  void CloseConnections();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::integration
