#pragma once
// RegistryFetcher: libraries from OCI registries, by digest, kept in a directory.
//
// Fetch finds what is kept without the network; else it asks the registry, follows manifest (or
// index) to the layer, and believes no byte whose digest is not the one it was named by. Nothing is
// kept open between two calls. Two processes may share the directory.
// Built by `app`; a fetch blocks its caller's thread and starts an engine for its time. Threads:
// [any], several at once. Errors: see kube/blob/blob_fetcher.h. Limits: those of artifact.h,
// blob_cache.h and registry_session.h.
// Metrics: oarlock_library_fetches_total{result}, oarlock_library_fetch_bytes_total.

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/metrics.h"
#include "kube/blob/blob_fetcher.h"
#include "oci/artifact.h"
#include "oci/blob_cache.h"
#include "oci/registry_session.h"

namespace oarlock::oci {

class RegistryFetcher final : public kube::BlobFetcher {
 public:
  // `cache_dir` empty: every fetch fails and says which flag is missing.
  RegistryFetcher(RegistryOptions options, std::string cache_dir, base::Clock& clock,
                  base::MetricRegistry& metrics);

  base::Result<kube::FetchedBlob> Fetch(const std::string& reference,
                                        const kube::CallContext& call) override;

 private:
  class Job;

  const RegistryOptions options_;
  const std::string cache_dir_;
  base::Clock& clock_;
  std::shared_ptr<base::Counter> fetched_;
  std::shared_ptr<base::Counter> kept_;
  std::shared_ptr<base::Counter> failed_;
  std::shared_ptr<base::Counter> bytes_;
};

}  // namespace oarlock::oci
