#include "oci/registry_fetcher.h"

#include <fmt/format.h>

#include <utility>

namespace oarlock::oci {

// One fetch. The session, and with it the engine, is made when the network is needed.
class RegistryFetcher::Job {
 public:
  Job(const RegistryFetcher& fetcher, kube::BlobReference reference, const kube::CallContext& call)
      : fetcher_(fetcher),
        reference_(std::move(reference)),
        call_(call),
        cache_(fetcher.cache_dir_) {}

  base::Result<kube::FetchedBlob> Run() {
    OARLOCK_ASSIGN_OR_RETURN(ArtifactPart part, Manifest(reference_.digest));
    if (part.is_manifest) {
      OARLOCK_ASSIGN_OR_RETURN(part, Manifest(part.blob.digest));
      if (part.is_manifest) return base::InvalidArgument("an index of indices is no plugin");
    }
    const BlobDescriptor& library = part.blob;
    auto kept = cache_.Find(library.digest);
    if (!kept) {
      OARLOCK_ASSIGN_OR_RETURN(kept, Download(library));
    }
    cache_.Prune(*kept);
    return kube::FetchedBlob{*kept, library.digest.substr(library.digest.find(':') + 1)};
  }

  uint64_t bytes() const { return bytes_; }
  bool used_network() const { return session_ != nullptr; }

 private:
  base::Result<ArtifactPart> Manifest(const std::string& digest) {
    auto bytes = cache_.Read(digest, kArtifactManifestBytesMax);
    if (!bytes) {
      OARLOCK_ASSIGN_OR_RETURN(bytes, DownloadManifest(digest));
    }
    return ReadArtifact(*bytes, HostArchitecture());
  }

  base::Result<RegistrySession*> Session() {
    if (!session_) {
      OARLOCK_ASSIGN_OR_RETURN(
          session_, RegistrySession::Open(fetcher_.options_, reference_, false, fetcher_.clock_));
    }
    return session_.get();
  }

  base::Result<std::string> DownloadManifest(const std::string& digest) {
    OARLOCK_ASSIGN_OR_RETURN(RegistrySession* const session, Session());
    RegistryRequest request;
    request.url = session->Path("manifests/" + digest);
    request.headers = {fmt::format("Accept: {}, {}", kManifestType, kIndexType)};
    request.answer_max = kArtifactManifestBytesMax;
    OARLOCK_ASSIGN_OR_RETURN(HttpAnswer answer, session->Do(request, call_));
    bytes_ += answer.body.size();
    OARLOCK_ASSIGN_OR_RETURN(const auto writer, cache_.Write(digest, answer.body.size()));
    OARLOCK_RETURN_IF_ERROR(writer->Take(answer.body));
    const auto kept = writer->Commit();
    if (!kept.ok()) return kept.status().WithContext("manifest");
    return std::move(answer.body);
  }

  base::Result<std::string> Download(const BlobDescriptor& library) {
    OARLOCK_ASSIGN_OR_RETURN(RegistrySession* const session, Session());
    OARLOCK_ASSIGN_OR_RETURN(const auto writer, cache_.Write(library.digest, library.size));
    RegistryRequest request;
    request.url = session->Path("blobs/" + library.digest);
    request.taker = writer.get();
    OARLOCK_RETURN_IF_ERROR(session->Do(request, call_).status());
    bytes_ += library.size;
    return writer->Commit();
  }

  const RegistryFetcher& fetcher_;
  const kube::BlobReference reference_;
  const kube::CallContext& call_;
  const BlobCache cache_;
  std::unique_ptr<RegistrySession> session_;
  uint64_t bytes_ = 0;
};

RegistryFetcher::RegistryFetcher(RegistryOptions options, std::string cache_dir, base::Clock& clock,
                                 base::MetricRegistry& metrics)
    : options_(std::move(options)), cache_dir_(std::move(cache_dir)), clock_(clock) {
  const auto count = [&](const char* result) {
    return metrics.MakeCounter("oarlock_library_fetches_total",
                               "Fetches of libraries that are named by digest.",
                               {{"result", result}});
  };
  fetched_ = count("fetched");
  kept_ = count("kept");
  failed_ = count("failed");
  bytes_ = metrics.MakeCounter("oarlock_library_fetch_bytes_total",
                               "Bytes that came from registries.", {});
}

base::Result<kube::FetchedBlob> RegistryFetcher::Fetch(const std::string& reference,
                                                       const kube::CallContext& call) {
  OARLOCK_ASSIGN_OR_RETURN(kube::BlobReference parsed, kube::BlobReference::ParseFixed(reference));
  if (cache_dir_.empty()) {
    return base::FailedPrecondition(
        "libraries from a registry need a place to be kept: give --cache-dir");
  }
  Job job(*this, std::move(parsed), call);
  auto blob = job.Run();
  bytes_->Add(job.bytes());
  if (!blob.ok()) {
    failed_->Add();
    return blob.status().WithContext(reference);
  }
  (job.used_network() ? fetched_ : kept_)->Add();
  return blob;
}

}  // namespace oarlock::oci
