#pragma once
// LibraryFile: the bytes of a plugin library, copied, sealed and inspected, before any of its code
// runs. What was hashed is byte for byte what will be mapped.
//
// Opened once by path, copied into a memfd and sealed against every change, so that replacing,
// overwriting or truncating the file on disk cannot touch a running plugin, and a noexec mount does
// not matter. Made on [control] of a new generation; immutable, shared. The descriptor lives until
// the library is proven unloaded (its number is part of the loader's idea of a name).
// Errors: kInvalidArgument, always with the path: missing, directory, empty, no library for this
// machine, wrong digest, growing while read. Limits: kLibraryBytesMax.

#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "supervisor/elf_image.h"

namespace oarlock::supervisor {

inline constexpr size_t kLibraryBytesMax = 512 * 1024 * 1024;

class LibraryFile {
 public:
  // `label` names the memfd ("reloader@3") in /proc/PID/maps; `sha256` may be empty. With `root`,
  // `path` lies in it by name, and links on the way may not lead out of it.
  static base::Result<std::shared_ptr<const LibraryFile>> Open(const std::string& path,
                                                               const std::string& label,
                                                               const std::string& sha256,
                                                               const std::string& root = "");
  ~LibraryFile();
  LibraryFile(const LibraryFile&) = delete;
  LibraryFile& operator=(const LibraryFile&) = delete;

  const std::string& path() const { return path_; }      // as opened, for messages
  const std::string& sha256() const { return sha256_; }  // lower-case hex
  const ElfImage& image() const { return image_; }
  // All of the sealed copy; pages that were looked at stay in memory until ReleasePages.
  std::string_view bytes() const { return {static_cast<const char*>(mapping_), size_}; }
  void ReleasePages() const;
  // What the loader opens: "/proc/self/fd/N".
  std::string load_path() const;

 private:
  LibraryFile() = default;
  base::Status CopyAndSeal(int source, const std::string& label);
  base::Status Inspect(const std::string& sha256);

  std::string path_;
  std::string sha256_;
  int fd_ = -1;
  void* mapping_ = nullptr;
  size_t size_ = 0;
  ElfImage image_;
};

}  // namespace oarlock::supervisor
