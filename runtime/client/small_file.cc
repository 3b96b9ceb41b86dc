#include "client/small_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace oarlock::client {
namespace {

class FileHandle {
 public:
  explicit FileHandle(int fd) : fd_(fd) {}
  ~FileHandle() {
    if (fd_ >= 0) close(fd_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  int fd() const { return fd_; }

 private:
  const int fd_;
};

base::Status FileError(const std::string& path, int error) {
  base::StatusCode code = base::StatusCode::kInvalidArgument;
  if (error == ENOENT || error == ENOTDIR) code = base::StatusCode::kNotFound;
  if (error == EACCES || error == EPERM) code = base::StatusCode::kPermissionDenied;
  return {code, path + ": " + std::strerror(error)};
}

}  // namespace

base::Result<std::string> ReadSmallFile(const std::string& path, size_t bytes_max, FileKind kind) {
  // Without O_NONBLOCK even opening a FIFO waits for its writer.
  const int flags = O_RDONLY | O_CLOEXEC | (kind == FileKind::kRegular ? O_NONBLOCK : 0);
  const FileHandle file(open(path.c_str(), flags));
  if (file.fd() < 0) return FileError(path, errno);
  struct stat info {};
  if (fstat(file.fd(), &info) != 0) return FileError(path, errno);
  if (S_ISDIR(info.st_mode)) return FileError(path, EISDIR);
  if (kind == FileKind::kRegular && !S_ISREG(info.st_mode)) {
    return base::InvalidArgument(path + ": not a regular file");
  }
  std::string text;
  char buffer[16 * 1024];
  for (;;) {
    const ssize_t got = read(file.fd(), buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(path, errno);
    if (got == 0) return text;
    text.append(buffer, static_cast<size_t>(got));
    if (text.size() > bytes_max) {
      return base::Status(base::StatusCode::kTooLarge,
                          path + ": larger than " + std::to_string(bytes_max) + " bytes");
    }
  }
}

}  // namespace oarlock::client
