#pragma once
// BlockingCall: one request whose whole answer is collected, for callers that wait.
// Threads: any but [io]; blocks until the answer, the deadline or the stop token.
// Errors: kTooLarge past TransportOptions::response_bytes_max; kCancelled, kDeadlineExceeded.

#include <memory>
#include <string>

#include "base/status.h"
#include "client/transport/rest_transport.h"
#include "kube/call_context.h"

namespace oarlock::client {

struct RawReply {
  int http_status = 0;
  std::string content_type;
  std::string body;
};

// Sets the request's deadline from `ctx`, or from TransportOptions::request_timeout.
base::Result<RawReply> BlockingCall(const std::shared_ptr<RestTransport>& transport,
                                    RestRequest request, const kube::CallContext& ctx);

}  // namespace oarlock::client
