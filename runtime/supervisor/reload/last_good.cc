#include "supervisor/reload/last_good.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "supervisor/atomic_file.h"
#include "supervisor/manifest_reader.h"

namespace oarlock::supervisor {
namespace {

// The first line is the digest of the library, so that entry and bytes are known to fit.
constexpr std::string_view kDigestLine = "# library ";

std::string EntryText(const PluginSpec& spec, const std::string& digest) {
  return fmt::format(
      "{}{}\n{{\"apiVersion\":\"oarlock.dev/v1alpha1\",\"kind\":\"PluginManifest\","
      "\"metadata\":{{\"name\":\"last-good\"}},\"spec\":{{\"plugins\":[{}]}}}}\n",
      kDigestLine, digest, spec.entry_json);
}

}  // namespace

base::Status LastGood::Save(const PluginSpec& spec, const LibraryFile& library) const {
  // Named by digest: what the entry names is there before it is named, and stays until after.
  const std::string bytes = fmt::format("{}/{}.{}.so", dir_, spec.name, library.sha256());
  OARLOCK_RETURN_IF_ERROR(WriteFileAtomically(bytes, library.bytes()));
  OARLOCK_RETURN_IF_ERROR(WriteFileAtomically(fmt::format("{}/{}.yaml", dir_, spec.name),
                                              EntryText(spec, library.sha256())));
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(dir_, error)) {
    const std::string name = entry.path().filename().string();
    const bool older = name.starts_with(spec.name + ".") && name.ends_with(".so");
    if (older && entry.path() != bytes) std::filesystem::remove(entry.path(), error);
  }
  return base::Status::Ok();
}

base::Result<PluginSpec> LastGood::Load(const std::string& plugin) const {
  const std::string path = fmt::format("{}/{}.yaml", dir_, plugin);
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::NotFound(path + ": no last good version is kept");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!text.starts_with(kDigestLine)) return base::DataLoss(path + ": not what was written there");
  const std::string digest = text.substr(kDigestLine.size(), 64);
  OARLOCK_ASSIGN_OR_RETURN(const Manifest manifest, ParseManifest(text, path));
  if (manifest.plugins.size() != 1 || manifest.plugins[0].name != plugin) {
    return base::DataLoss(path + ": not what was written there");
  }
  PluginSpec spec = manifest.plugins[0];
  spec.library = fmt::format("{}/{}.{}.so", dir_, plugin, digest);
  spec.sha256 = digest;
  return spec;
}

}  // namespace oarlock::supervisor
