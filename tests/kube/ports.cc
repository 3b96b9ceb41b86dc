#include "tests/kube/ports.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "base/random.h"

namespace oarlock::kubetest {
namespace {

constexpr uint16_t kFirst = 20000;
constexpr uint16_t kCount = 12000;  // the kernel's own range starts at 32768
constexpr int kAttempts = 200;

// The bound socket, or -1. Two that are held at once differ, so ports need no list.
int TryBind(uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

}  // namespace

base::Result<std::vector<uint16_t>> FreePorts(size_t count) {
  base::Random random(base::Random::OsSeed());
  std::vector<uint16_t> ports;
  std::vector<int> held;
  for (int i = 0; i < kAttempts && ports.size() < count; ++i) {
    const auto port = static_cast<uint16_t>(kFirst + random.Next() % kCount);
    const int fd = TryBind(port);
    if (fd < 0) continue;
    ports.push_back(port);
    held.push_back(fd);
  }
  for (const int fd : held) close(fd);
  if (ports.size() == count) return ports;
  return base::Unavailable("no " + std::to_string(count) + " free ports on 127.0.0.1");
}

}  // namespace oarlock::kubetest
