#include "tests/kube/kubeconfig.h"

namespace oarlock::kubetest {
namespace {

// All values are paths, URLs and tokens of ours: plain in double quotes.
std::string Line(const std::string& key, const std::string& value) {
  return value.empty() ? "" : "    " + key + ": \"" + value + "\"\n";
}

}  // namespace

std::string KubeconfigText(const KubeconfigSpec& spec) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: test\n"
         "contexts:\n- name: test\n  context: {cluster: test, user: test}\n"
         "clusters:\n- name: test\n  cluster:\n" +
         Line("server", spec.server) + Line("certificate-authority", spec.ca_file) +
         "users:\n- name: test\n  user:\n" + Line("client-certificate", spec.certificate_file) +
         Line("client-key", spec.key_file) + Line("token", spec.token);
}

}  // namespace oarlock::kubetest
