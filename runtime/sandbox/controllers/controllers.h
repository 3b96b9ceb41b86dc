#pragma once
// Controllers: the sandbox's small controllers, together on one strand, driven by the changes of
// its store and by the injected clock and by nothing else.
//
// Sandbox makes them; tests make them with an executor that they turn by hand. After a change is
// committed work() is not 0 until all that follows from it is done: what waits for quiet asks it.
// Threads: [any]; the loops run on `executor`, one task at a time. Ownership: borrows environment,
// server and executor, which outlive it; after Stop nothing runs. Errors: logged, and retried.
// Limits: those of the store; one task works on kTurnKeysMax keys and then lets others in.

#include <atomic>
#include <memory>
#include <string>

#include "base/executor.h"
#include "base/log.h"
#include "sandbox/api/api_call.h"
#include "sandbox/api/api_server.h"
#include "sandbox/controllers/controller_set.h"

namespace oarlock::sandbox {

inline constexpr int kTurnKeysMax = 64;

struct ControllerOptions {
  ControllerSet set;
  std::string ca_pem;  // for kube-root-ca.crt
};

class Controllers {
 public:
  // Looks at what the store has, then at each change.
  Controllers(ControllerOptions options, ApiEnvironment& env, ApiServer& api,
              base::Executor& executor, const base::Log& log);
  ~Controllers();
  Controllers(const Controllers&) = delete;
  Controllers& operator=(const Controllers&) = delete;

  // Tasks that are posted and not done: 0 = nothing is ready (delayed keys are timers of the
  // clock).
  uint64_t work() const;
  // From now on nothing is posted; a task that runs is not waited for. Idempotent.
  void Stop();

 private:
  class Core;
  const std::shared_ptr<Core> core_;
  std::shared_ptr<void> subscription_;
};

}  // namespace oarlock::sandbox
