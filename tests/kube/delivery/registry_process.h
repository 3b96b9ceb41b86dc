#pragma once
// RegistryProcess: Debian's docker-registry as a child process on loopback, with its files in a
// scratch directory: what `oarlock push` puts there stays while it is stopped.
// Kept by a kube test; killed when destroyed. Threads: one test thread. Errors: in the results.

#include <cstdint>
#include <string>

#include "base/status.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {

class RegistryProcess {
 public:
  // With a login it is "user", "secret". Waits until it answers. The port stays the same.
  base::Status Start(bool with_login = false);
  void Kill() { process_.Kill(); }
  std::string name() const;  // "127.0.0.1:PORT"
  // Where it keeps the bytes of that digest.
  std::string BlobFile(const std::string& digest) const;
  std::string log() const;

 private:
  base::Status WriteConfig(bool with_login);

  ScratchDir scratch_;
  uint16_t port_ = 0;
  Process process_;
};

}  // namespace oarlock::kubetest
