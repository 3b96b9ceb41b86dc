#include "supervisor/watch/file_set.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/digest/sha256.h"
#include "kube/blob/blob_reference.h"
#include "supervisor/manifest_reader.h"
#include "supervisor/plugin_package.h"

namespace oarlock::supervisor {
namespace {

namespace fs = std::filesystem;

std::string ContentOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return fmt::format("{} unreadable\n", path.string());
  const std::string text(std::istreambuf_iterator<char>(in), {});
  return fmt::format("{} {}\n", path.string(), base::Sha256Hex(text));
}

std::string IdentityOf(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return fmt::format("{} error {}\n", path, errno);
  return fmt::format("{} {}:{} {} {}.{} {}.{}\n", path, info.st_dev, info.st_ino, info.st_size,
                     info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec,
                     info.st_ctim.tv_nsec);
}

std::vector<std::string> FilesOfPlugins(const Manifest& manifest, const std::string& plugin_dir) {
  std::vector<std::string> files;
  for (const PluginSpec& spec : manifest.plugins) {
    if (!spec.enabled) continue;
    // What is named by digest does not change.
    if (!kube::IsBlobReference(spec.library)) {
      files.push_back(LibraryPath(spec.library, plugin_dir));
    }
    if (!spec.signature.empty()) files.push_back(LibraryPath(spec.signature, plugin_dir));
  }
  return files;
}

std::string Parent(const fs::path& path) {
  const std::string parent = path.parent_path().string();
  return parent.empty() ? "." : parent;
}

// Where it lies by name, and where it really is: a link may be changed here or there.
void AddPlacesOf(const fs::path& path, FilePlaces& out) {
  out.directories.insert(Parent(path));
  out.names.insert(path.filename().string());
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return;
  out.directories.insert(Parent(real));
  out.names.insert(real.filename().string());
}

}  // namespace

std::string FingerprintOfManifest(const std::string& path) {
  const auto files = ManifestFiles(path);
  if (!files.ok()) return files.status().message() + "\n";
  std::string out;
  for (const std::string& file : *files) out += ContentOf(file);
  return out;
}

std::string FingerprintOfPlugins(const Manifest& manifest, const std::string& plugin_dir) {
  std::string out;
  for (const std::string& file : FilesOfPlugins(manifest, plugin_dir)) out += IdentityOf(file);
  return out;
}

FilePlaces PlacesOfManifest(const std::string& path) {
  FilePlaces out;
  std::error_code error;
  if (fs::is_directory(path, error)) out.directories.insert(path);
  AddPlacesOf(path, out);
  return out;
}

void AddPlacesOfPlugins(const Manifest& manifest, const std::string& plugin_dir, FilePlaces& out) {
  for (const std::string& file : FilesOfPlugins(manifest, plugin_dir)) AddPlacesOf(file, out);
}

}  // namespace oarlock::supervisor
