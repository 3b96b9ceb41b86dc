#pragma once
// The text of a kubeconfig file with one cluster, one user and one context.

#include <string>

namespace oarlock::kubetest {

struct KubeconfigSpec {
  std::string server;
  std::string ca_file;
  std::string certificate_file;  // with key_file, or
  std::string key_file;
  std::string token;  // this
};

std::string KubeconfigText(const KubeconfigSpec& spec);

}  // namespace oarlock::kubetest
