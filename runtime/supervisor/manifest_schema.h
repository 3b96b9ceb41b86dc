#pragma once
// The schema of a PluginManifest: every key of the design, as a Kubernetes structural schema (it is
// also the schema of the CRD). Threads: [any].

#include <string_view>

namespace oarlock::supervisor {

// JSON text, compiled by kube::StructuralSchema.
extern const std::string_view kManifestSchemaJson;

}  // namespace oarlock::supervisor
