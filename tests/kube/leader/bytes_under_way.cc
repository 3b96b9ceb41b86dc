#include "tests/kube/leader/bytes_under_way.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace oarlock::kubetest {
namespace {

using Ports = std::pair<uint16_t, uint16_t>;  // its own, its peer's

struct Socket {
  Ports ports;
  uint64_t unsent = 0;  // or not acknowledged
  uint64_t unread = 0;
  uint64_t inode = 0;
};

uint64_t Hex(const std::string& text) { return std::stoull(text, nullptr, 16); }
uint16_t PortOf(const std::string& address) {
  return static_cast<uint16_t>(Hex(address.substr(address.find(':') + 1)));
}

// A line is "sl local remote st tx:rx tr:when retransmits uid timeout inode …".
void ReadTable(const char* path, std::vector<Socket>& sockets) {
  std::ifstream table(path);
  std::string line;
  std::getline(table, line);  // the heading
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    std::string local, remote, queues, skipped;
    Socket one;
    fields >> skipped >> local >> remote >> skipped >> queues;
    for (int i = 0; i < 4; ++i) fields >> skipped;
    if (!(fields >> one.inode)) continue;
    one.ports = {PortOf(local), PortOf(remote)};
    one.unsent = Hex(queues.substr(0, queues.find(':')));
    one.unread = Hex(queues.substr(queues.find(':') + 1));
    sockets.push_back(one);
  }
}

// Numbers of what "socket:[N]" names among its descriptors.
std::set<uint64_t> InodesOf(pid_t pid) {
  constexpr std::string_view kPrefix = "socket:[";
  std::set<uint64_t> inodes;
  std::error_code gone;
  const std::filesystem::directory_iterator files("/proc/" + std::to_string(pid) + "/fd", gone);
  for (const auto& file : files) {
    const std::string target = std::filesystem::read_symlink(file, gone).string();
    if (target.starts_with(kPrefix)) inodes.insert(std::stoull(target.substr(kPrefix.size())));
  }
  return inodes;
}

}  // namespace

std::optional<uint64_t> BytesUnderWay(pid_t pid) {
  std::vector<Socket> sockets;
  ReadTable("/proc/net/tcp", sockets);
  ReadTable("/proc/net/tcp6", sockets);
  const std::set<uint64_t> own = InodesOf(pid);
  std::set<Ports> peers;
  uint64_t bytes = 0;
  for (const Socket& one : sockets) {
    // One that listens has no peer, and counts connections instead of bytes.
    if (one.ports.second == 0 || !own.contains(one.inode)) continue;
    peers.insert({one.ports.second, one.ports.first});
    bytes += one.unsent;
  }
  if (peers.empty()) return std::nullopt;
  for (const Socket& one : sockets) {
    if (peers.contains(one.ports)) bytes += one.unread;
  }
  return bytes;
}

}  // namespace oarlock::kubetest
