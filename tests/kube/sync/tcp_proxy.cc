#include "tests/kube/sync/tcp_proxy.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace oarlock::kubetest {
namespace {

constexpr int kConnectLimitMs = 2000;  // loopback answers at once, or refuses

sockaddr_in Loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int NewSocket() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

// A connection to the port, or -1.
int Connect(uint16_t port) {
  const int fd = NewSocket();
  const sockaddr_in address = Loopback(port);
  int error = 0;
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    pollfd writable{fd, POLLOUT, 0};
    socklen_t size = sizeof error;
    if (errno != EINPROGRESS || poll(&writable, 1, kConnectLimitMs) != 1 ||
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
      error = ECONNREFUSED;
    }
  }
  if (error == 0) return fd;
  close(fd);
  return -1;
}

bool MayRetry() { return errno == EAGAIN || errno == EINTR; }

// Moves bytes from one side into what waits for the other. False: the connection broke.
bool Read(int fd, std::string& out, bool& ended) {
  std::array<char, 64 * 1024> bytes;
  const ssize_t count = recv(fd, bytes.data(), bytes.size(), 0);
  if (count > 0) out.append(bytes.data(), static_cast<size_t>(count));
  if (count == 0) ended = true;
  return count >= 0 || MayRetry();
}

bool Write(int fd, std::string& out) {
  const ssize_t count = send(fd, out.data(), out.size(), MSG_NOSIGNAL);
  if (count > 0) out.erase(0, static_cast<size_t>(count));
  return count >= 0 || MayRetry();
}

}  // namespace

base::Result<std::unique_ptr<TcpProxy>> TcpProxy::Start(uint16_t target_port) {
  std::unique_ptr<TcpProxy> proxy(new TcpProxy(target_port));
  OARLOCK_RETURN_IF_ERROR(proxy->Listen());
  proxy->thread_ = std::thread([raw = proxy.get()] { raw->Run(); });
  return proxy;
}

TcpProxy::~TcpProxy() {
  if (thread_.joinable()) {
    {
      base::MutexLock lock(mutex_);
      stopping_ = true;
    }
    Wake();
    thread_.join();
  }
  for (const int fd : {listener_, wake_[0], wake_[1]}) {
    if (fd >= 0) close(fd);
  }
}

base::Status TcpProxy::Listen() {
  listener_ = NewSocket();
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof address;
  auto* raw = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, raw, size) != 0 || listen(listener_, SOMAXCONN) != 0 ||
      getsockname(listener_, raw, &size) != 0 || pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) {
    return base::Unavailable(std::string("proxy: ") + std::strerror(errno));
  }
  port_ = ntohs(address.sin_port);
  return {};
}

void TcpProxy::Wake() {
  const char byte = 0;
  // A full pipe wakes as well.
  [[maybe_unused]] const ssize_t count = write(wake_[1], &byte, 1);
}

void TcpProxy::Cut() {
  base::MutexLock lock(mutex_);
  cut_ = true;
  Wake();
  while (!is_cut_) changed_.Wait(mutex_);
}

void TcpProxy::Mend() {
  base::MutexLock lock(mutex_);
  cut_ = false;
  is_cut_ = false;
}

void TcpProxy::Run() {
  for (;;) {
    {
      base::MutexLock lock(mutex_);
      if (stopping_) break;
      if (cut_ && !is_cut_) {
        CloseAll();
        is_cut_ = true;
        changed_.NotifyAll();
      }
    }
    Turn();
  }
  CloseAll();
}

void TcpProxy::CloseAll() {
  for (Link& link : links_) {
    close(link.client.fd);
    close(link.server.fd);
  }
  links_.clear();
}

void TcpProxy::Accept() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client < 0) return;
  bool refuse = false;
  {
    base::MutexLock lock(mutex_);
    refuse = cut_;
  }
  const int server = refuse ? -1 : Connect(target_port_);
  if (server < 0) {
    close(client);
    return;
  }
  links_.push_back({{client, {}, false}, {server, {}, false}});
}

void TcpProxy::Turn() {
  std::vector<pollfd> fds = {{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
  const auto add = [&](const Side& side, const Side& other) {
    const bool reads = !side.ended && other.out.size() < kProxyBufferMax;
    const int events = (reads ? POLLIN : 0) | (side.out.empty() ? 0 : POLLOUT);
    // Without interest not even a hang-up may wake: it would turn the loop into a busy one.
    fds.push_back({events == 0 ? -1 : side.fd, static_cast<short>(events), 0});
  };
  for (const Link& link : links_) {
    add(link.client, link.server);
    add(link.server, link.client);
  }
  poll(fds.data(), fds.size(), -1);
  if (fds[0].revents != 0) {
    std::array<char, 64> bytes;
    [[maybe_unused]] const ssize_t count = read(wake_[0], bytes.data(), bytes.size());
  }
  size_t at = 2;
  for (auto link = links_.begin(); link != links_.end();) {
    bool alive = true;
    const auto serve = [&](Side& side, Side& other) {
      const short events = fds[at++].revents;
      if ((events & (POLLIN | POLLHUP | POLLERR)) != 0 && !side.ended) {
        alive = Read(side.fd, other.out, side.ended) && alive;
      }
      if ((events & POLLOUT) != 0) alive = Write(side.fd, side.out) && alive;
    };
    serve(link->client, link->server);
    serve(link->server, link->client);
    // One end is gone and the other has got everything: TLS needs no half-open connections.
    const bool done = (link->client.ended && link->server.out.empty()) ||
                      (link->server.ended && link->client.out.empty());
    if (alive && !done) {
      ++link;
      continue;
    }
    close(link->client.fd);
    close(link->server.fd);
    link = links_.erase(link);
  }
  if (fds[1].revents != 0) Accept();
}

}  // namespace oarlock::kubetest
