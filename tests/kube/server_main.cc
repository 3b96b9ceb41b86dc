// oarlock-kube-server: starts a real etcd and kube-apiserver on loopback, writes a kubeconfig when
// they are ready, and runs until SIGTERM or SIGINT. For scripts/demo and for trying things by hand:
//   oarlock-kube-server [--controller-manager] [--kubeconfig FILE]
#include <signal.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/kube/api_server.h"

namespace oarlock::kubetest {
namespace {

struct Options {
  bool controller_manager = false;
  std::string kubeconfig = "kubeconfig";
};

bool Parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (flag == "--controller-manager") {
      options.controller_manager = true;
    } else if (flag == "--kubeconfig" && i + 1 < argc) {
      options.kubeconfig = argv[++i];
    } else {
      return false;
    }
  }
  return true;
}

int Fail(const base::Status& status) {
  std::fprintf(stderr, "oarlock-kube-server: %s\n", status.message().c_str());
  return 1;
}

// The file appears whole: scripts wait for it.
int Publish(const std::string& from, const std::string& to) {
  std::error_code error;
  std::filesystem::copy_file(from, to + ".part", std::filesystem::copy_options::overwrite_existing,
                             error);
  if (!error) std::filesystem::rename(to + ".part", to, error);
  return error ? Fail(base::Unavailable(to + ": " + error.message())) : 0;
}

int Run(const Options& options) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  auto server = ApiServer::Start();
  if (!server.ok()) return Fail(server.status());
  if (options.controller_manager) {
    if (const base::Status s = (*server)->StartControllerManager(); !s.ok()) return Fail(s);
  }
  if (Publish((*server)->Kubeconfig(Identity::kAdmin), options.kubeconfig) != 0) return 1;
  std::printf("serving %s; kubeconfig in %s\n", (*server)->url().c_str(),
              options.kubeconfig.c_str());
  std::fflush(stdout);
  int received = 0;
  sigwait(&ends, &received);
  return 0;
}

}  // namespace
}  // namespace oarlock::kubetest

int main(int argc, char** argv) {
  oarlock::kubetest::Options options;
  if (!oarlock::kubetest::Parse(argc, argv, options)) {
    std::fprintf(stderr, "usage: oarlock-kube-server [--controller-manager] [--kubeconfig FILE]\n");
    return 2;
  }
  return oarlock::kubetest::Run(options);
}
