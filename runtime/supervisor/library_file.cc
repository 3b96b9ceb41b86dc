#include "supervisor/library_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/digest/sha256.h"

namespace oarlock::supervisor {
namespace {

base::Status Errno(const std::string& what) {
  return base::InvalidArgument(what + ": " + std::strerror(errno));
}

struct Descriptor {
  explicit Descriptor(int value) : fd(value) {}
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int fd;
};

constexpr int kOpenFlags = O_RDONLY | O_CLOEXEC | O_NOCTTY;

// The kernel follows links, and stops with EXDEV at one that leads out of the root.
int OpenIn(const std::string& root, const std::string& path) {
  if (root.empty()) return ::open(path.c_str(), kOpenFlags);
  const Descriptor directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (directory.fd < 0) return -1;
  open_how how{};
  how.flags = kOpenFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const std::string name = path.substr(root.size() + 1);
  const long fd = ::syscall(SYS_openat2, directory.fd, name.c_str(), &how, sizeof(how));
  // An old kernel, or a filter that does not know the call.
  const bool unknown = fd < 0 && (errno == ENOSYS || errno == EPERM);
  return unknown ? ::open(path.c_str(), kOpenFlags | O_NOFOLLOW) : static_cast<int>(fd);
}

base::Status WriteAll(int fd, const char* data, size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Errno("cannot write the private copy");
    data += n;
    size -= static_cast<size_t>(n);
  }
  return base::Status::Ok();
}

// Copies at most kLibraryBytesMax; returns how much there was.
base::Result<size_t> Copy(int from, int to) {
  std::vector<char> buffer(256 * 1024);
  size_t total = 0;
  for (;;) {
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Errno("cannot read");
    if (n == 0) return total;
    total += static_cast<size_t>(n);
    if (total > kLibraryBytesMax) {
      return base::InvalidArgument(fmt::format("larger than {} bytes", kLibraryBytesMax));
    }
    OARLOCK_RETURN_IF_ERROR(WriteAll(to, buffer.data(), static_cast<size_t>(n)));
  }
}

}  // namespace

base::Result<std::shared_ptr<const LibraryFile>> LibraryFile::Open(const std::string& path,
                                                                   const std::string& label,
                                                                   const std::string& sha256,
                                                                   const std::string& root) {
  const Descriptor source(OpenIn(root, path));
  if (source.fd < 0 && errno == EXDEV) {
    return base::InvalidArgument(path + ": a link leads out of the plugin directory " + root);
  }
  if (source.fd < 0) return Errno(path);
  std::shared_ptr<LibraryFile> file(new LibraryFile());
  file->path_ = path;
  if (base::Status s = file->CopyAndSeal(source.fd, label); !s.ok()) return s.WithContext(path);
  if (base::Status s = file->Inspect(sha256); !s.ok()) return s.WithContext(path);
  file->ReleasePages();
  return std::shared_ptr<const LibraryFile>(std::move(file));
}

LibraryFile::~LibraryFile() {
  if (mapping_ != nullptr) ::munmap(mapping_, size_);
  if (fd_ >= 0) ::close(fd_);
}

base::Status LibraryFile::CopyAndSeal(int source, const std::string& label) {
  struct stat info {};
  if (::fstat(source, &info) != 0) return Errno("cannot stat");
  if (S_ISDIR(info.st_mode)) {
    return base::InvalidArgument("this is a directory; a shared library (.so) is needed");
  }
  if (!S_ISREG(info.st_mode)) {
    return base::InvalidArgument("this is no regular file; a shared library (.so) is needed");
  }
  fd_ = ::memfd_create(label.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd_ < 0) return Errno("cannot make a private copy");
  OARLOCK_ASSIGN_OR_RETURN(size_, Copy(source, fd_));
  if (size_ != static_cast<size_t>(info.st_size)) {
    return base::InvalidArgument("the file changed while it was read (still being copied?)");
  }
  if (::fcntl(fd_, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
    return Errno("cannot seal the private copy");
  }
  return base::Status::Ok();
}

base::Status LibraryFile::Inspect(const std::string& sha256) {
  std::string_view bytes;
  if (size_ > 0) {
    mapping_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd_, 0);
    if (mapping_ == MAP_FAILED) {
      mapping_ = nullptr;
      return Errno("cannot map the private copy");
    }
    bytes = {static_cast<const char*>(mapping_), size_};
  }
  sha256_ = base::Sha256Hex(bytes);
  if (!sha256.empty() && sha256 != sha256_) {
    return base::InvalidArgument(
        fmt::format("its SHA-256 is {}, the manifest wants {}: another build, or a tampered file",
                    sha256_, sha256));
  }
  OARLOCK_ASSIGN_OR_RETURN(image_, ElfImage::Parse(bytes));
  return base::Status::Ok();
}

// They stay in the sealed copy; this mapping of them need not stay in memory as well.
void LibraryFile::ReleasePages() const {
  if (mapping_ != nullptr) ::madvise(mapping_, size_, MADV_DONTNEED);
}

std::string LibraryFile::load_path() const { return fmt::format("/proc/self/fd/{}", fd_); }

}  // namespace oarlock::supervisor
