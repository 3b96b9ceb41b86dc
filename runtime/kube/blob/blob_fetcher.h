#pragma once
// BlobFetcher: where libraries come from that the manifest names by digest. Implemented by `oci`,
// by scripts in tests; `supervisor` knows nothing else of registries.
//
// Fetch blocks on network and disk, so its callers have a thread for it. What is there already is
// found without the network. Errors: kInvalidArgument: the reference, or what it names, is no
// library for this host, and never will be; kUnauthenticated, kPermissionDenied, kNotFound,
// kDataLoss (other bytes than the digest's), kUnavailable and the rest: worth another try.
// Threads: [any].

#include <string>

#include "base/status.h"
#include "kube/call_context.h"

namespace oarlock::kube {

struct FetchedBlob {
  std::string path;    // a file; it may go when newer ones come, so it is opened soon
  std::string sha256;  // of its bytes, lower-case hex; who opens it compares
};

class BlobFetcher {
 public:
  virtual ~BlobFetcher() = default;
  virtual base::Result<FetchedBlob> Fetch(const std::string& reference,
                                          const CallContext& call) = 0;
};

}  // namespace oarlock::kube
