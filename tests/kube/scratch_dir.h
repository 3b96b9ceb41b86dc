#pragma once
// ScratchDir: a private directory that vanishes with the test program, however that ends.
//
// A watchdog (a shell in a session of its own) waits on a pipe that only the test program holds.
// When the pipe closes, by exit, crash or kill -9, it kills every session whose id stands in a
// *.pid file of the directory and removes the directory. A parent-death signal would not do: the
// kernel sends it when the *thread* that started the child ends.
// Threads: [any] after Create.

#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::kubetest {

class ScratchDir {
 public:
  ScratchDir() = default;
  ~ScratchDir();
  ScratchDir(const ScratchDir&) = delete;
  ScratchDir& operator=(const ScratchDir&) = delete;

  base::Status Create();
  const std::string& path() const { return path_; }
  std::string File(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
  int alive_ = -1;  // write end of the watchdog's pipe
};

// Replaces the file's content; readable by its owner only.
base::Status WriteFile(const std::string& path, std::string_view text);
base::Result<std::string> ReadFile(const std::string& path);
// The last lines of a log, for messages; empty when there is none.
std::string Tail(const std::string& path, size_t lines);

}  // namespace oarlock::kubetest
