#include "supervisor/manifest/file_manifest.h"

#include <utility>

#include "supervisor/manifest_reader.h"

namespace oarlock::supervisor {
namespace {

constexpr int kReadTries = 5;

class FileManifest final : public ManifestSource {
 public:
  explicit FileManifest(std::string path) : path_(std::move(path)) {}

  void Start(std::function<void()>) override {}
  void Stop() override {}
  FilePlaces Places() const override { return PlacesOfManifest(path_); }
  std::string Fingerprint() const override { return FingerprintOfManifest(path_); }
  // A set of files that was swapped while it was read is read again.
  base::Result<Manifest> Read() override {
    for (int i = 0;; ++i) {
      const std::string before = Fingerprint();
      auto manifest = ReadManifest(path_);
      if (i == kReadTries || Fingerprint() == before) return manifest;
    }
  }
  void Ended(const base::Status&, uint64_t) override {}

 private:
  const std::string path_;
};

}  // namespace

std::unique_ptr<ManifestSource> MakeFileManifest(std::string path) {
  return std::make_unique<FileManifest>(std::move(path));
}

}  // namespace oarlock::supervisor
