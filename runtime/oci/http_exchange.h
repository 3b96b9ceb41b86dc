#pragma once
// HttpExchange: HTTP requests one after the other, each waited for, over the client module's
// engine. It has an engine of its own for as long as it lives, so that whoever fetches now and then
// keeps neither thread nor connection in between.
//
// Threads: one thread at a time; it blocks. Body takers are called on the engine's thread while
// that one waits. Errors: what libcurl says; kDeadlineExceeded, kCancelled as the context says;
// kTooLarge past the caller's limit. Limits: kRegistryErrorBytesMax of an answer that is no 2xx.

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/status.h"
#include "client/transport/http_engine.h"
#include "kube/call_context.h"

namespace oarlock::oci {

inline constexpr size_t kRegistryErrorBytesMax = 64 * 1024;

// Takes the body of a 2xx answer as it comes. A status that is not OK ends the exchange with it.
class BodyTaker {
 public:
  virtual ~BodyTaker() = default;
  virtual base::Status Take(std::string_view bytes) = 0;
};

struct HttpAnswer {
  client::ResponseHead head;
  std::string body;  // empty when a taker took it

  bool ok() const { return head.status >= 200 && head.status < 300; }
};

class HttpExchange {
 public:
  explicit HttpExchange(base::Clock& clock);
  ~HttpExchange();
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  // `taker` may be null: up to `body_max` bytes come back in the answer. The deadline is a must.
  base::Result<HttpAnswer> Do(client::TransferSpec spec, size_t body_max, BodyTaker* taker,
                              const kube::CallContext& call);

 private:
  class Sink;

  base::Clock& clock_;
  client::HttpEngine engine_;
  const client::PoolId pool_;
};

}  // namespace oarlock::oci
