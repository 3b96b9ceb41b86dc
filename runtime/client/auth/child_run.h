#pragma once
// ChildRun: runs one program to its end and collects what it prints.
//
// Made by ExecCredentials, one object per run. Run blocks its (own, short-lived) thread; Cancel is
// [any], also before Run, and kills the child with its process group. The child is started with
// posix_spawn: no code of ours runs between fork and exec, no descriptor of ours leaks into it, its
// signals are at their defaults. It is always reaped, on the thread of Run.
// Run ends when the child has exited, even if a grandchild still holds its output open.
// Errors of Run: kNotFound (no such program), kPermissionDenied, kUnavailable (no process, no
// descriptors left). What the child did is in the result.
// Limits: output_bytes_max kills the child when it prints more; error_bytes_max cuts.

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"

namespace oarlock::client {

struct ChildSpec {
  std::string program;                   // a path
  std::vector<std::string> arguments;    // without the program itself
  std::vector<std::string> environment;  // "NAME=value", all of it
  // Keeps standard input and error of this process and its process group (so that it may read the
  // terminal); Cancel then kills the child alone. Else input is empty and errors are collected.
  bool interactive = false;
  size_t output_bytes_max = 0;
  size_t error_bytes_max = 0;
  bool use_pidfd = true;  // false: as on kernels before 5.3, for tests
};

struct ChildResult {
  std::string output;
  std::string errors;
  int exit_code = 0;  // 128 + number when a signal ended it
  bool cancelled = false;
  bool too_much_output = false;
};

class ChildRun {
 public:
  ChildRun();
  ~ChildRun();
  ChildRun(const ChildRun&) = delete;
  ChildRun& operator=(const ChildRun&) = delete;

  base::Result<ChildResult> Run(const ChildSpec& spec);
  void Cancel();

 private:
  const int cancel_fd_;  // an eventfd; readable once cancelled
};

}  // namespace oarlock::client
