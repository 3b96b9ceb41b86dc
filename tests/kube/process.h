#pragma once
// Child processes for tests: servers that run in the background, and commands that end.
//
// Every child leads a session of its own, so that one signal reaches all it started. Threads: a
// Process belongs to one thread at a time; RunCommand may be called from any. Errors: a program
// that cannot be started is an error; what it then does is in the exit code.

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/status.h"

namespace oarlock::kubetest {

struct CommandResult {
  int exit_code = -1;  // 128 + signal when a signal ended it; -1 = it ran out of time, was killed
  std::string out;
  std::string err;
};

// Runs `argv` to its end with `input` as standard input and `env` ("NAME=value") added to the
// environment. Past `limit` the whole session is killed.
base::Result<CommandResult> RunCommand(const std::vector<std::string>& argv,
                                       const std::string& input = {},
                                       const std::vector<std::string>& env = {},
                                       std::chrono::milliseconds limit = std::chrono::minutes(1));

// A server in the background. Killed when destroyed.
class Process {
 public:
  Process() = default;
  ~Process() { Kill(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Output is appended to `log_path`. `pid_path` holds the process id while the server lives, for
  // the scratch directory's watchdog (scratch_dir.h). Requires: not running.
  base::Status Start(const std::vector<std::string>& argv, const std::string& log_path,
                     const std::string& pid_path);
  // False when it was never started or has ended, by itself or by us.
  bool Running();
  pid_t pid() const { return pid_; }
  // How it ended, as in CommandResult; -1 while it runs or when it was never started.
  int exit_code() const { return pid_ == 0 ? exit_code_ : -1; }
  // SIGTERM, then waits for the end; past `limit` SIGKILL and an error. OK when not running.
  base::Status Stop(std::chrono::milliseconds limit);
  // SIGKILL to the session, and waits until the process is gone.
  void Kill();

 private:
  bool WaitForEnd(std::chrono::milliseconds limit);
  void Forget();

  pid_t pid_ = 0;
  int exit_code_ = -1;
  std::string pid_path_;
};

}  // namespace oarlock::kubetest
