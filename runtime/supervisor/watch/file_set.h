#pragma once
// FileSet: the files that decide what runs, as one comparable text: the manifest's files by
// content, the libraries and signatures that it names by identity, size and times.
//
// Asked by ManifestFollower to find out whether anything changed at all: a change notice alone
// never reloads anything. Reads files; pure otherwise. Threads: [any].

#include <set>
#include <string>

#include "supervisor/manifest.h"

namespace oarlock::supervisor {

// `manifest`: the last one that could be read; its libraries are looked at. Unreadable files count
// as such, with the reason.
std::string FingerprintOf(const std::string& manifest_path, const Manifest& manifest,
                          const std::string& plugin_dir);

// The directories in which a change of any of these files shows, and their names there.
struct FilePlaces {
  std::set<std::string> directories;
  std::set<std::string> names;
};
FilePlaces PlacesOf(const std::string& manifest_path, const Manifest& manifest,
                    const std::string& plugin_dir);

}  // namespace oarlock::supervisor
