#pragma once
// RegistryPush: puts a plugin's library into a registry, as `oarlock push` does.
//
// Layer and configuration first, the manifest last, so that what has a name is whole.
// Threads: [any]; blocks. Errors: the registry's own words. Limits: kArtifactLibraryBytesMax.

#include <string>

#include "base/clock.h"
#include "base/status.h"
#include "kube/blob/blob_reference.h"
#include "kube/call_context.h"
#include "oci/artifact.h"
#include "oci/registry_session.h"

namespace oarlock::oci {

// `to` names registry, repository and perhaps a tag. What comes back names the digest, too.
base::Result<kube::BlobReference> PushPlugin(const RegistryOptions& options,
                                             const kube::BlobReference& to, std::string library,
                                             const PluginFacts& facts, base::Clock& clock,
                                             const kube::CallContext& call);

}  // namespace oarlock::oci
