#pragma once
// Credentials: what to put on a request now, and how to get something newer after a 401.
//
// Used by the transport on [io]; implemented for static tokens, basic auth, token files
// (re-read about every 50 s, TP-3), client certificate files (TP-4) and exec plugins (XP-*).
// Nothing here blocks the caller: slow work (exec) runs on a thread of its own, one run for all
// who wait (C-KC-15). Threads: [any]. Errors: kUnauthenticated with what to do.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/status.h"
#include "client/config.h"

namespace oarlock::client {

struct CredentialSnapshot {
  std::string authorization;    // value of the Authorization header; may be empty
  std::string client_cert_pem;  // empty = none
  std::string client_key_pem;
  uint64_t generation = 0;  // grows when anything above changes
};

class Credentials {
 public:
  using Ready = std::function<void(base::Result<CredentialSnapshot>)>;
  virtual ~Credentials() = default;
  // Calls `ready` exactly once: at once on this thread when the answer is known, else later on
  // another thread. With no lock held.
  virtual void Get(Ready ready) = 0;
  // A request sent with that generation got a 401: the next Get must look again (re-read files,
  // run the plugin). Ignored when a newer generation is already there.
  virtual void Invalidate(uint64_t generation) = 0;
  // Ends slow work (kills a running plugin): who waits, and every later Get, gets kCancelled.
  // The client that uses them calls it when it stops: each client has credentials of its own.
  // Nothing to do where nothing is slow. Idempotent.
  virtual void Stop() {}
};

}  // namespace oarlock::client
