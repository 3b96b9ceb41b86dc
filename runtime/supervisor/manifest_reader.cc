#include "supervisor/manifest_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "kube/yaml.h"
#include "supervisor/manifest/manifest_document.h"

namespace oarlock::supervisor {
namespace {

namespace fs = std::filesystem;

base::Status CheckNamesAreUnique(const Manifest& manifest) {
  std::map<std::string, std::string> seen;
  for (const PluginSpec& plugin : manifest.plugins) {
    const auto [it, is_new] = seen.emplace(plugin.name, plugin.position);
    if (is_new) continue;
    return base::InvalidArgument(
        fmt::format("{}: spec.plugins: the name \"{}\" is already used at {}; plugin names are "
                    "unique over all files",
                    plugin.position, plugin.name, it->second));
  }
  return base::Status::Ok();
}

void Append(Manifest& to, Manifest from) {
  if (to.name.empty()) to.name = from.name;
  to.all_or_nothing = to.all_or_nothing || from.all_or_nothing;
  std::move(from.plugins.begin(), from.plugins.end(), std::back_inserter(to.plugins));
}

base::Result<std::string> ReadFile(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return base::InvalidArgument(path.string() + ": " + error.message());
  if (size > kube::kYamlBytesMax) {
    return base::InvalidArgument(
        fmt::format("{}: {} bytes, at most {} are read", path.string(), size, kube::kYamlBytesMax));
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.good() && !in.eof()) return base::InvalidArgument(path.string() + ": cannot be read");
  return text;
}

}  // namespace

base::Result<std::vector<std::string>> ManifestFiles(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return base::InvalidArgument(path + ": " +
                                 (error ? error.message() : "No such file or directory") +
                                 "; a manifest is a file or a directory of *.yaml");
  }
  if (!fs::is_directory(status)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (entry.path().extension() == ".yaml" && !fs::is_directory(entry.path())) {
      files.push_back(entry.path().string());
    }
  }
  if (error) return base::InvalidArgument(path + ": " + error.message());
  if (files.size() > kManifestFilesMax) {
    return base::InvalidArgument(fmt::format("{}: more than {} files", path, kManifestFilesMax));
  }
  std::sort(files.begin(), files.end());
  return files;
}

base::Result<Manifest> ParseManifest(std::string_view text, const std::string& file) {
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(text, file));
  if (documents.empty()) {
    return base::InvalidArgument(file + ": no PluginManifest in it; it has no document");
  }
  Manifest manifest;
  for (const kube::YamlDocument& document : documents) {
    OARLOCK_ASSIGN_OR_RETURN(Manifest one,
                             ReadManifestDocument(document.root(), ManifestOrigin(document)));
    Append(manifest, std::move(one));
  }
  OARLOCK_RETURN_IF_ERROR(CheckNamesAreUnique(manifest));
  return manifest;
}

base::Result<Manifest> ManifestFromObject(const kube::Object& object) {
  const std::string name =
      fmt::format("{}{}/{}", kClusterManifestPrefix, object.ns(), object.name());
  OARLOCK_ASSIGN_OR_RETURN(Manifest manifest,
                           ReadManifestDocument(object.root(), ManifestOrigin(name)));
  OARLOCK_RETURN_IF_ERROR(CheckNamesAreUnique(manifest));
  return manifest;
}

base::Result<Manifest> ReadManifest(const std::string& path) {
  if (path.starts_with(kClusterManifestPrefix)) {
    return base::InvalidArgument(
        path +
        ": an object of the cluster, which is for \"oarlock run\" alone; here a file or a "
        "directory is needed (kubectl get pluginmanifest NAME -o yaml writes one)");
  }
  OARLOCK_ASSIGN_OR_RETURN(const auto files, ManifestFiles(path));
  Manifest manifest;
  for (const std::string& file : files) {
    OARLOCK_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
    OARLOCK_ASSIGN_OR_RETURN(Manifest one, ParseManifest(text, file));
    Append(manifest, std::move(one));
  }
  OARLOCK_RETURN_IF_ERROR(CheckNamesAreUnique(manifest));
  return manifest;
}

}  // namespace oarlock::supervisor
