#pragma once
// Channel: one accepted connection of the ScriptServer, plain or TLS, blocking.
// TlsContext: the server's certificate, made once per server.
// Threads: one connection thread; Interrupt is [any]. Ownership: owns the socket.

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace oarlock::integration {

class TlsContext {
 public:
  // Aborts (tests only) when the PEM texts are no certificate and key.
  TlsContext(const std::string& certificate_pem, const std::string& key_pem,
             const std::string& client_ca_pem);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;
  void* context() const { return context_; }  // SSL_CTX*

 private:
  void* context_;
};

class Channel {
 public:
  // `tls` null = plain; borrowed.
  Channel(int fd, const TlsContext* tls);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // TLS handshake; true at once when plain.
  bool Accept();
  // Name the client asked for (SNI).
  std::string server_name() const;
  // Appends what has come; false at the end of the connection.
  bool Read(std::string& buffer);
  bool Write(std::string_view bytes);
  // Blocks until the peer goes away or Interrupt, dropping what it sends.
  void DrainUntilGone();
  // Blocks until `wake_fd` is readable; false when the peer is gone.
  bool WaitFor(int wake_fd);
  // Orderly close, or a TCP reset.
  void Close(bool reset);
  // Ends every blocking call from another thread.
  void Interrupt();

 private:
  int fd_;
  void* ssl_ = nullptr;  // SSL*
  std::atomic<bool> closed_{false};
};

}  // namespace oarlock::integration
