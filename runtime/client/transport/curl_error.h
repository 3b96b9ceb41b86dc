#pragma once
// From libcurl's error codes to the runtime's words. `code` is a CURLcode. Threads: [any].

#include "base/status.h"
#include "client/transport/transfer.h"

namespace oarlock::client {

TransferError CurlErrorKind(int code);
// `text`: libcurl's own message, may be empty.
base::Status CurlErrorStatus(int code, const char* text);

}  // namespace oarlock::client
