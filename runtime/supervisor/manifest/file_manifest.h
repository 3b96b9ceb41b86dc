#pragma once
// FileManifest: the manifest as a file or a directory of files. See manifest_source.h.

#include <memory>
#include <string>

#include "supervisor/manifest/manifest_source.h"

namespace oarlock::supervisor {

std::unique_ptr<ManifestSource> MakeFileManifest(std::string path);

}  // namespace oarlock::supervisor
