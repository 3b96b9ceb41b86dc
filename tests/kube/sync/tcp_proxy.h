#pragma once
// TcpProxy: a byte-level proxy on loopback in front of one port, whose connections a test can cut.
//
// A test puts it between the code under test and the API server, so that it decides what the code
// misses while the server itself goes on. One thread. Threads: [any] for Cut and Mend.
// Ownership: owns its sockets; the destructor closes them and joins. Errors: Start only.
// Limits: kProxyBufferMax bytes wait per direction of a connection, then it stops reading.

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "base/mutex.h"
#include "base/status.h"

namespace oarlock::kubetest {

inline constexpr size_t kProxyBufferMax = 256 * 1024;

class TcpProxy {
 public:
  static base::Result<std::unique_ptr<TcpProxy>> Start(uint16_t target_port);
  ~TcpProxy();
  TcpProxy(const TcpProxy&) = delete;
  TcpProxy& operator=(const TcpProxy&) = delete;

  uint16_t port() const { return port_; }
  // Closes every connection and, until Mend, each new one. When it returns they are closed.
  void Cut();
  void Mend();

 private:
  struct Side {
    int fd = -1;
    std::string out;     // bytes that wait to be written to fd
    bool ended = false;  // it sends nothing more
  };
  struct Link {
    Side client;
    Side server;
  };

  explicit TcpProxy(uint16_t target_port) : target_port_(target_port) {}
  base::Status Listen();
  void Run();
  void Turn();
  void Accept();
  void CloseAll();
  void Wake();

  const uint16_t target_port_;
  uint16_t port_ = 0;
  int listener_ = -1;
  int wake_[2] = {-1, -1};
  std::list<Link> links_;  // of the thread

  base::Mutex mutex_;
  base::CondVar changed_;
  bool cut_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool is_cut_ OARLOCK_GUARDED_BY(mutex_) = false;  // the thread has obeyed
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace oarlock::kubetest
