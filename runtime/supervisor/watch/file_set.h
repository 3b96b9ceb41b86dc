#pragma once
// FileSet: the files that decide what runs, as one comparable text: the manifest's files by
// content, the libraries and signatures that it names by identity, size and times.
//
// Asked by ManifestFollower and FileManifest to find out whether anything changed at all: a change
// notice alone never reloads anything. Reads files; pure otherwise. Threads: [any].

#include <set>
#include <string>

#include "supervisor/manifest.h"

namespace oarlock::supervisor {

// The manifest's files by content. Unreadable ones count as such, with the reason.
std::string FingerprintOfManifest(const std::string& path);
// The files that `manifest` names.
std::string FingerprintOfPlugins(const Manifest& manifest, const std::string& plugin_dir);

// The directories in which a change of any of these files shows, and their names there.
struct FilePlaces {
  std::set<std::string> directories;
  std::set<std::string> names;
};
FilePlaces PlacesOfManifest(const std::string& path);
void AddPlacesOfPlugins(const Manifest& manifest, const std::string& plugin_dir, FilePlaces& out);

}  // namespace oarlock::supervisor
