#pragma once
// LastGood: the bytes and the manifest entry with which each plugin last passed its probation, in
// the cache directory, so that a host that starts with a library that was rolled back runs what ran
// before.
//
// Owned by `app`, used by the plugins' lifecycle threads, each for its own plugin. Threads: [any].
// Errors: in words; a plugin without last good bytes is degraded, the others run.

#include <optional>
#include <string>

#include "base/status.h"
#include "supervisor/library_file.h"
#include "supervisor/manifest.h"

namespace oarlock::supervisor {

class LastGood {
 public:
  explicit LastGood(std::string dir) : dir_(std::move(dir)) {}

  base::Status Save(const PluginSpec& spec, const LibraryFile& library) const;
  // The entry with `library` and `sha256` of the kept copy; kNotFound when there is none.
  base::Result<PluginSpec> Load(const std::string& plugin) const;

 private:
  std::string dir_;
};

}  // namespace oarlock::supervisor
