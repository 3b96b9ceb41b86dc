#pragma once
// ExecCredentials: credentials from an exec plugin (XP-1 … XP-8): the authenticator of one exec
// configuration, which every client with that configuration shares (XP-5).
//
// Made by CredentialsFactory, behind SharedCredentials. A run happens on a short-lived thread of
// its own ("exec-plugin") and serves everyone who waits (C-KC-15). The answer is kept until it
// expires (a run in the background starts a little earlier) or until a 401. After a run that
// failed, or that gave the refused answer again, the next one starts at the earliest a second
// later: others get the last result. The clock is borrowed and outlives this. Stop and the
// destructor kill a running plugin and join the thread (they may also be called from a Ready
// callback: the thread then ends by itself). Threads: [any]. Errors: kUnauthenticated with what to
// do; kCancelled after Stop; kResourceExhausted past kExecWaitersMax. Limits: exec_runner.h,
// kExecWaitersMax.

#include <memory>

#include "client/auth/exec_runner.h"
#include "client/config.h"
#include "client/credentials.h"

namespace oarlock::client {

inline constexpr size_t kExecWaitersMax = 10'000;

class ExecCredentials final : public Credentials {
 public:
  // Requires: config.auth.exec.
  ExecCredentials(const ClientConfig& config, const ExecDeps& deps);
  ~ExecCredentials() override;

  void Get(Ready ready) override;
  void Invalidate(uint64_t generation) override;
  void Stop() override;

 private:
  class Core;
  const std::shared_ptr<Core> core_;
};

}  // namespace oarlock::client
