#include "integration/script/script_channel.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "base/check.h"

namespace oarlock::integration {
namespace {

constexpr size_t kReadBytes = 64 * 1024;

SSL_CTX* Ctx(const void* context) { return static_cast<SSL_CTX*>(const_cast<void*>(context)); }
SSL* Ssl(void* ssl) { return static_cast<SSL*>(ssl); }

X509* ReadCertificate(const std::string& pem) {
  BIO* bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
  X509* certificate = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
  BIO_free(bio);
  OARLOCK_CHECK(certificate != nullptr);
  return certificate;
}

}  // namespace

TlsContext::TlsContext(const std::string& certificate_pem, const std::string& key_pem,
                       const std::string& client_ca_pem)
    : context_(SSL_CTX_new(TLS_server_method())) {
  SSL_CTX* context = Ctx(context_);
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  X509* certificate = ReadCertificate(certificate_pem);
  OARLOCK_CHECK(SSL_CTX_use_certificate(context, certificate) == 1);
  X509_free(certificate);
  BIO* bio = BIO_new_mem_buf(key_pem.data(), static_cast<int>(key_pem.size()));
  EVP_PKEY* key = PEM_read_bio_PrivateKey(bio, nullptr, nullptr, nullptr);
  BIO_free(bio);
  OARLOCK_CHECK(key != nullptr && SSL_CTX_use_PrivateKey(context, key) == 1);
  EVP_PKEY_free(key);
  if (client_ca_pem.empty()) return;
  X509* ca = ReadCertificate(client_ca_pem);
  X509_STORE_add_cert(SSL_CTX_get_cert_store(context), ca);
  X509_free(ca);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
}

TlsContext::~TlsContext() { SSL_CTX_free(Ctx(context_)); }

Channel::Channel(int fd, const TlsContext* tls) : fd_(fd) {
  if (tls == nullptr) return;
  ssl_ = SSL_new(Ctx(tls->context()));
  SSL_set_fd(Ssl(ssl_), fd_);
}

Channel::~Channel() {
  if (ssl_ != nullptr) SSL_free(Ssl(ssl_));
  close(fd_);
}

bool Channel::Accept() {
  if (ssl_ == nullptr) return true;
  const bool ok = SSL_accept(Ssl(ssl_)) == 1;
  ERR_clear_error();
  return ok;
}

std::string Channel::server_name() const {
  if (ssl_ == nullptr) return {};
  const char* name = SSL_get_servername(static_cast<const SSL*>(ssl_), TLSEXT_NAMETYPE_host_name);
  return name == nullptr ? std::string() : std::string(name);
}

bool Channel::Read(std::string& buffer) {
  char bytes[kReadBytes];
  ssize_t got;
  if (ssl_ != nullptr) {
    got = SSL_read(Ssl(ssl_), bytes, static_cast<int>(sizeof(bytes)));
    ERR_clear_error();
  } else {
    do {
      got = recv(fd_, bytes, sizeof(bytes), 0);
    } while (got < 0 && errno == EINTR);
  }
  if (got <= 0) return false;
  buffer.append(bytes, static_cast<size_t>(got));
  return true;
}

bool Channel::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent;
    if (ssl_ != nullptr) {
      sent = SSL_write(Ssl(ssl_), bytes.data(), static_cast<int>(bytes.size()));
      ERR_clear_error();
    } else {
      sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
    }
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

void Channel::DrainUntilGone() {
  std::string dropped;
  while (Read(dropped)) dropped.clear();
}

bool Channel::WaitFor(int wake_fd) {
  for (;;) {
    pollfd fds[2] = {{fd_, POLLRDHUP, 0}, {wake_fd, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (fds[1].revents != 0) return true;
    if (fds[0].revents != 0) return false;
  }
}

void Channel::Close(bool reset) {
  if (closed_.exchange(true)) return;
  if (reset) {
    // Shutting down would send FIN: the reset is sent by the destructor's close().
    const linger hard{1, 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
    return;
  }
  if (ssl_ != nullptr) SSL_shutdown(Ssl(ssl_));
  shutdown(fd_, SHUT_RDWR);
}

void Channel::Interrupt() { shutdown(fd_, SHUT_RDWR); }

}  // namespace oarlock::integration
