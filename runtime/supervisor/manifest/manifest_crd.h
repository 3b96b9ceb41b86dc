#pragma once
// ManifestCrd: the CustomResourceDefinition of PluginManifest, made of the one schema
// (manifest_schema.h). Printed by `oarlock crds --own`; manifests/crds has the same text.
// Pure. Threads: [any].

#include <string>

namespace oarlock::supervisor {

// YAML.
std::string ManifestCrd();

}  // namespace oarlock::supervisor
