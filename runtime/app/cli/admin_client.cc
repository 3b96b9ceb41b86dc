#include "app/cli/admin_client.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace oarlock::app {
namespace {

class Connection {
 public:
  ~Connection() {
    if (fd_ >= 0) ::close(fd_);
  }

  base::Status Open(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path)) {
      return base::InvalidArgument(path + ": too long for a socket's path");
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval limit{kAdminCallTimeout.count(), 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
    if (fd_ >= 0 && ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) {
      return base::Status::Ok();
    }
    return base::Unavailable(
        fmt::format("no host answers at {}: {} (is it running, with --admin-socket {}?)", path,
                    std::strerror(errno), path));
  }

  base::Status Send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0)
        return base::Unavailable(std::string("the host hung up: ") + std::strerror(errno));
      text.remove_prefix(static_cast<size_t>(n));
    }
    return base::Status::Ok();
  }

  // Until the host closes.
  base::Result<std::string> ReadAll() const {
    std::string text;
    char buffer[16 * 1024];
    for (;;) {
      const ssize_t n = ::recv(fd_, buffer, sizeof(buffer), 0);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return base::Unavailable(std::string("no answer: ") + std::strerror(errno));
      if (n == 0) return text;
      text.append(buffer, static_cast<size_t>(n));
      if (text.size() > kAdminAnswerBytesMax) return base::DataLoss("the answer is too large");
    }
  }

 private:
  int fd_ = -1;
};

base::Result<AdminAnswer> Parse(const std::string& text) {
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  const size_t end = text.find("\r\n\r\n");
  AdminAnswer answer;
  const char* digits = text.data() + kVersion.size();
  if (end == std::string::npos || !text.starts_with(kVersion) ||
      std::from_chars(digits, text.data() + end, answer.status).ec != std::errc()) {
    return base::DataLoss("what answers is no oarlock host");
  }
  answer.body = text.substr(end + 4);
  return answer;
}

}  // namespace

base::Result<AdminAnswer> AskHost(const std::string& socket, const std::string& method,
                                  const std::string& path, const std::string& body) {
  Connection connection;
  OARLOCK_RETURN_IF_ERROR(connection.Open(socket));
  OARLOCK_RETURN_IF_ERROR(connection.Send(
      fmt::format("{} {} HTTP/1.1\r\nHost: oarlock\r\nConnection: close\r\nContent-Length: {}"
                  "\r\n\r\n{}",
                  method, path, body.size(), body)));
  OARLOCK_ASSIGN_OR_RETURN(const std::string text, connection.ReadAll());
  return Parse(text);
}

}  // namespace oarlock::app
