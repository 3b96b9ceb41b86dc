#include "oci/blob_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "oci/artifact.h"

namespace oarlock::oci {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinishedEnd = ".unfinished";
constexpr std::chrono::hours kUnfinishedAge{1};
constexpr size_t kHashPiece = 256 * 1024;

base::Status FileError(const std::string& path) {
  return {base::StatusCode::kFailedPrecondition, path + ": " + std::strerror(errno)};
}

std::string DigestOfFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return "";
  base::Sha256 sha256;
  std::vector<char> piece(kHashPiece);
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    sha256.Add({piece.data(), static_cast<size_t>(in.gcount())});
  }
  return DigestOf(sha256);
}

}  // namespace

std::string BlobCache::PathOf(const std::string& digest) const {
  return dir_ + "/" + digest.substr(digest.find(':') + 1);
}

std::optional<std::string> BlobCache::Find(const std::string& digest) const {
  const std::string path = PathOf(digest);
  const std::string there = DigestOfFile(path);
  if (there.empty()) return std::nullopt;
  if (there != digest) {
    ::unlink(path.c_str());
    return std::nullopt;
  }
  // Its time says when it was used last.
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return path;
}

std::optional<std::string> BlobCache::Read(const std::string& digest, size_t bytes_max) const {
  const std::string path = PathOf(digest);
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size > bytes_max) return std::nullopt;
  std::string bytes(size, '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size)) || DigestOf(bytes) != digest) {
    ::unlink(path.c_str());
    return std::nullopt;
  }
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return bytes;
}

base::Result<std::unique_ptr<BlobCache::Writer>> BlobCache::Write(const std::string& digest,
                                                                  uint64_t size) const {
  std::error_code error;
  fs::create_directories(dir_, error);
  if (error) return base::FailedPrecondition(dir_ + ": " + error.message());
  std::unique_ptr<Writer> writer(new Writer(PathOf(digest), digest, size));
  // A name of its own: another process may fetch the same.
  std::string name = writer->path_ + ".XXXXXX" + std::string(kUnfinishedEnd);
  writer->fd_ = ::mkostemps(name.data(), static_cast<int>(kUnfinishedEnd.size()), O_CLOEXEC);
  if (writer->fd_ < 0) return FileError(name);
  writer->unfinished_ = name;
  return writer;
}

BlobCache::Writer::Writer(std::string path, std::string digest, uint64_t size)
    : path_(std::move(path)), digest_(std::move(digest)), size_(size) {}

BlobCache::Writer::~Writer() {
  if (fd_ >= 0) ::close(fd_);
  if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
}

base::Status BlobCache::Writer::Take(std::string_view bytes) {
  if (bytes.size() > size_ - taken_) {
    return base::DataLoss(fmt::format("more than the {} bytes that {} has", size_, digest_));
  }
  taken_ += bytes.size();
  sha256_.Add(bytes);
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return FileError(unfinished_);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

base::Result<std::string> BlobCache::Writer::Commit() {
  const std::string there = DigestOf(sha256_);
  if (there != digest_) {
    return base::DataLoss(fmt::format("the bytes that came are {}, wanted was {}", there, digest_));
  }
  if (::fchmod(fd_, 0644) != 0) return FileError(unfinished_);
  if (::rename(unfinished_.c_str(), path_.c_str()) != 0) return FileError(path_);
  unfinished_.clear();
  return path_;
}

void BlobCache::Prune(const std::string& keep, uint64_t bytes_max) const {
  struct File {
    fs::file_time_type used;
    uint64_t size;
    fs::path path;
  };
  std::vector<File> files;
  uint64_t total = 0;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (const auto& entry : fs::directory_iterator(dir_, error)) {
    const auto used = fs::last_write_time(entry.path(), error);
    const bool unfinished = entry.path().extension() == kUnfinishedEnd;
    if (unfinished && !error && now - used > kUnfinishedAge) fs::remove(entry.path(), error);
    if (unfinished || entry.path() == keep) continue;
    files.push_back({used, fs::file_size(entry.path(), error), entry.path()});
    if (error) files.pop_back();
    if (!error) total += files.back().size;
  }
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.used < b.used; });
  for (const File& file : files) {
    if (total <= bytes_max) return;
    fs::remove(file.path, error);
    total -= file.size;
  }
}

}  // namespace oarlock::oci
