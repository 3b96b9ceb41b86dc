#pragma once
// What one HTTP exchange is made of: what to send, what came, and who hears of it.
// Values and an interface; everything on [io] where nothing else is said.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/status.h"

namespace oarlock::client {

// What an engine has under way; written on [io], except `posted`; read [any].
struct EngineCounters {
  std::atomic<uint64_t> transfers{0};   // begun and not ended
  std::atomic<uint64_t> body_bytes{0};  // that these have brought and their sinks have taken
  std::atomic<uint64_t> posted{0};      // tasks that are not done
  std::atomic<uint64_t> progress{0};    // grows with everything that is done
};

struct TransferSpec {
  std::string method;
  std::string url;                          // whole, escaped
  std::vector<std::string> headers;         // "Name: value"
  std::shared_ptr<const std::string> body;  // null = none
  std::string connect_to;                   // "host:port"; not empty: the URL's host is only a name
  std::string ca_pem;                       // empty = the system's
  std::string client_cert_pem;
  std::string client_key_pem;
  bool insecure = false;
  std::string proxy;  // empty = from the environment
  bool no_proxy = false;
  bool http2 = true;
  size_t buffer_bytes = 0;
  // libcurl hands over one TLS record at a time. With this the body's bytes are collected until so
  // many are there, or nothing more is waiting to be read. 0: as they come.
  size_t gather_bytes = 0;
  base::Duration connect_timeout{0};
  base::Duration stall_timeout{0};  // no byte for that long ends it; 0 = never
  uint64_t term = 0;                // of the pool's fence, in which it was asked for (HttpEngine)
};

struct ResponseHead {
  int status = 0;
  bool http2 = false;
  std::string content_type;
  std::optional<base::Duration> retry_after;  // the form in whole seconds only (RC-2)
  std::vector<std::string> warnings;          // values of Warning headers
  std::string location;
  std::vector<std::string> www_authenticate;  // how to say who asks, where that was missing
};

enum class BodyAction { kContinue, kPause, kAbort };

// Which part failed, for decisions about retries and fall-back.
enum class TransferError {
  kNone,
  kConnect,
  kTls,
  kBroken,
  kHttp2,
  kStalled,
  kAborted,
  kFenced,
  kOther
};

struct TransferResult {
  base::Status status;  // OK: the exchange is complete, whatever the HTTP status
  TransferError error = TransferError::kNone;
  bool got_head = false;
  // Of the server's (or proxy's) name, where a connection was made for this exchange. Real time.
  std::optional<base::Duration> name_lookup;
};

class TransferSink {
 public:
  virtual ~TransferSink() = default;
  // Final headers are complete. False aborts.
  virtual bool OnHead(const ResponseHead& head) = 0;
  // kPause: these bytes are taken, no more until HttpEngine::Resume. Over HTTP/2 the connection is
  // not read any more, whoever else uses it: so for kReadHoldMax at most, and what was on the way
  // still comes.
  virtual BodyAction OnBody(std::string_view bytes) = 0;
  // Once and last, unless cancelled.
  virtual void OnTransferEnd(const TransferResult& result) = 0;
};

}  // namespace oarlock::client
