// Starts a server, writes its directory, and dies the hardest way (fixture_test.cc looks after).
#include <signal.h>

#include <cstdio>

#include "tests/kube/api_server.h"

int main() {
  auto server = oarlock::kubetest::ApiServer::Start();
  if (!server.ok()) {
    std::fprintf(stderr, "%s\n", server.status().ToString().c_str());
    return 1;
  }
  std::printf("%s\n", server.value()->dir().c_str());
  std::fflush(stdout);
  raise(SIGKILL);
}
