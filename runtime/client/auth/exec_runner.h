#pragma once
// ExecRunner: one run of an exec plugin from finding the program to the parsed answer.
//
// Owned by ExecCredentials, called on its short-lived thread; blocks. Finds a command without a
// slash in PATH of the injected environment, asks the policy, gives the plugin
// KUBERNETES_EXEC_INFO, passes its standard error to the log, ends it after kExecTimeout of the
// injected clock, counts every run.
// Errors: kUnauthenticated with what to do (the install hint when the program is missing, at most
// kInstallHintsMax times an hour).
// Threads: one at a time; nothing here is shared. Limits: the constants below.

#include <cstddef>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "client/auth/child_run.h"
#include "client/auth/exec_metrics.h"
#include "client/auth/exec_protocol.h"
#include "client/environment.h"
#include "client/exec_policy.h"

namespace oarlock::client {

inline constexpr base::Duration kExecTimeout = std::chrono::seconds(60);
inline constexpr size_t kExecOutputBytesMax = 1024 * 1024;
inline constexpr size_t kExecErrorBytesMax = 8 * 1024;  // of standard error, for the log
inline constexpr int kInstallHintsMax = 10;             // per hour

// What the authenticators of one process have in common. `clock` is borrowed.
struct ExecDeps {
  base::Clock& clock;
  base::Log log;
  Environment environment;
  ExecPolicy policy;
  std::shared_ptr<ExecMetrics> metrics;
};

class ExecRunner {
 public:
  ExecRunner(const ClientConfig& config, const ExecDeps& deps);
  ExecRunner(const ExecRunner&) = delete;
  ExecRunner& operator=(const ExecRunner&) = delete;
  // `child` is fresh; whoever holds it may cancel this run.
  base::Result<ExecAnswer> Run(const std::shared_ptr<ChildRun>& child);

 private:
  base::Result<ChildSpec> MakeSpec();
  // A path as it is; a name by PATH. Empty = not there.
  std::string Lookup(const std::string& command) const;
  base::Status CheckPolicy(const std::string& program) const;
  base::Result<ExecAnswer> Judge(const ChildResult& result);
  base::Status Counted(base::Status status, ExecCallStatus why) const;
  base::Status Failed(const std::string& why) const;
  base::Status Missing(const std::string& why);

  const ClientConfig config_;
  const ExecConfig& exec_;
  const ExecDeps deps_;
  base::MonoTime hints_since_{};
  int hints_given_ = 0;
};

}  // namespace oarlock::client
