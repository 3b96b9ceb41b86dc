#pragma once
// BlobCache: blobs on disk, each in a file named by its digest, for one process or several.
//
// A file appears by a rename, so it is whole or not there; its bytes are hashed whenever it is
// used, and one whose bytes are others is removed. Past kBlobCacheBytesMax the ones that were not
// used for the longest time go. Threads: [any]; a Writer is one thread's. Blocks on the disk.
// Errors: of the file system, with the path. Limits: kBlobCacheBytesMax.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest/sha256.h"
#include "base/status.h"
#include "oci/http_exchange.h"

namespace oarlock::oci {

inline constexpr uint64_t kBlobCacheBytesMax = uint64_t{1} << 30;

class BlobCache {
 public:
  explicit BlobCache(std::string dir) : dir_(std::move(dir)) {}

  // The file's path, if it is there with just these bytes.
  std::optional<std::string> Find(const std::string& digest) const;
  // Its bytes, if so and not more than `bytes_max`.
  std::optional<std::string> Read(const std::string& digest, size_t bytes_max) const;

  class Writer final : public BodyTaker {
   public:
    ~Writer() override;
    base::Status Take(std::string_view bytes) override;
    // The path under which it is kept. kDataLoss: other bytes than promised.
    base::Result<std::string> Commit();

   private:
    friend class BlobCache;
    Writer(std::string path, std::string digest, uint64_t size);

    const std::string path_;
    const std::string digest_;
    const uint64_t size_;
    std::string unfinished_;
    int fd_ = -1;
    uint64_t taken_ = 0;
    base::Sha256 sha256_;
  };
  // For a blob of that digest and size; more bytes are refused at once.
  base::Result<std::unique_ptr<Writer>> Write(const std::string& digest, uint64_t size) const;

  // Removes what is over the limit, and what was begun and not finished long ago; never `keep`.
  void Prune(const std::string& keep, uint64_t bytes_max = kBlobCacheBytesMax) const;

 private:
  std::string PathOf(const std::string& digest) const;

  const std::string dir_;
};

}  // namespace oarlock::oci
