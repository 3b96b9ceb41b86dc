#pragma once
// Command lines of the servers, and where their programs lie.

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace oarlock::kubetest {

struct Ports {
  uint16_t etcd_client = 0;
  uint16_t etcd_peer = 0;
  uint16_t api = 0;
  uint16_t controller_manager = 0;
};

// The program's path in $OARLOCK_KUBE_BIN, else in build/kube/bin of this tree. An error that
// says what to do when it is not there.
base::Result<std::string> FindProgram(const std::string& name);

// All without the program itself. `dir` is the scratch directory with the certificates.
std::vector<std::string> EtcdFlags(const std::string& dir, const Ports& ports);
std::vector<std::string> ApiServerFlags(const std::string& dir, const Ports& ports);
std::vector<std::string> AuditFlags(const std::string& policy_path, const std::string& log_path);
std::vector<std::string> ControllerManagerFlags(const std::string& dir, const Ports& ports,
                                                const std::string& kubeconfig);

}  // namespace oarlock::kubetest
