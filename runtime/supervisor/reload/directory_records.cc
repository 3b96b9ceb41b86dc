#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "supervisor/atomic_file.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor {
namespace {

namespace fs = std::filesystem;

class DirectoryRecords final : public RecordStore {
 public:
  explicit DirectoryRecords(std::string dir) : dir_(std::move(dir)) {}

  base::Result<std::map<std::string, std::string>> ReadAll() override {
    std::map<std::string, std::string> records;
    std::error_code error;
    fs::directory_iterator entries(dir_, error);
    if (error == std::errc::no_such_file_or_directory) return records;
    if (error) return base::Unavailable(dir_ + ": " + error.message());
    for (const fs::directory_entry& entry : entries) {
      if (!entry.is_regular_file(error) || entry.path().extension() == kUnfinished) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      records[entry.path().filename().string()] =
          std::string(std::istreambuf_iterator<char>(in), {});
    }
    return records;
  }

  base::Status Put(const std::string& key, const std::string& text) override {
    if (text.empty()) {
      std::error_code error;
      fs::remove(dir_ + "/" + key, error);
      return error ? base::Unavailable(dir_ + "/" + key + ": " + error.message())
                   : base::Status::Ok();
    }
    return WriteFileAtomically(dir_ + "/" + key, text);
  }

  std::string name() const override { return dir_; }

 private:
  std::string dir_;
};

}  // namespace

std::unique_ptr<RecordStore> MakeDirectoryRecords(std::string dir) {
  return std::make_unique<DirectoryRecords>(std::move(dir));
}

}  // namespace oarlock::supervisor
