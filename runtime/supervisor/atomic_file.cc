#include "supervisor/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace oarlock::supervisor {
namespace {

base::Status Errno(const std::string& path) {
  return base::Unavailable(path + ": " + std::strerror(errno));
}

base::Status WriteAndSync(int fd, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Errno(path);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return ::fsync(fd) == 0 ? base::Status::Ok() : Errno(path);
}

}  // namespace

base::Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (error) return base::Unavailable(path + ": " + error.message());
  const std::string beside = path + std::string(kUnfinished);
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return Errno(beside);
  const base::Status written = WriteAndSync(fd, beside, bytes);
  ::close(fd);
  OARLOCK_RETURN_IF_ERROR(written);
  return ::rename(beside.c_str(), path.c_str()) == 0 ? base::Status::Ok() : Errno(path);
}

}  // namespace oarlock::supervisor
