#include "oci/registry_push.h"

#include <memory>
#include <utility>

#include "client/url.h"
#include "oci/artifact.h"

namespace oarlock::oci {
namespace {

constexpr size_t kAnswerBytes = 64 * 1024;

// In two steps, as every registry knows them: ask for a place, put all bytes there.
base::Result<BlobDescriptor> PutBlob(RegistrySession& session, std::string_view media_type,
                                     std::string bytes, const kube::CallContext& call) {
  BlobDescriptor blob{std::string(media_type), DigestOf(bytes), bytes.size()};
  RegistryRequest begin;
  begin.method = "POST";
  begin.url = session.Path("blobs/uploads/");
  begin.body = std::make_shared<const std::string>();
  begin.answer_max = kAnswerBytes;
  OARLOCK_ASSIGN_OR_RETURN(const HttpAnswer place, session.Do(begin, call));
  const std::string& location = place.head.location;
  if (location.empty()) return base::FailedPrecondition("the registry gave no place to upload to");
  RegistryRequest put;
  put.method = "PUT";
  const char joint = location.find('?') == std::string::npos ? '?' : '&';
  put.url = location + joint + "digest=" + client::EscapeUrl(blob.digest);
  put.headers = {"Content-Type: application/octet-stream"};
  put.body = std::make_shared<const std::string>(std::move(bytes));
  put.answer_max = kAnswerBytes;
  OARLOCK_RETURN_IF_ERROR(session.Do(put, call).status());
  return blob;
}

}  // namespace

base::Result<kube::BlobReference> PushPlugin(const RegistryOptions& options,
                                             const kube::BlobReference& to, std::string library,
                                             const PluginFacts& facts, base::Clock& clock,
                                             const kube::CallContext& call) {
  if (library.size() > kArtifactLibraryBytesMax) {
    return base::InvalidArgument("the library is larger than " +
                                 std::to_string(kArtifactLibraryBytesMax) + " bytes");
  }
  OARLOCK_ASSIGN_OR_RETURN(const auto session, RegistrySession::Open(options, to, true, clock));
  OARLOCK_ASSIGN_OR_RETURN(const BlobDescriptor layer,
                           PutBlob(*session, kPluginLibraryType, std::move(library), call));
  OARLOCK_ASSIGN_OR_RETURN(const BlobDescriptor config,
                           PutBlob(*session, kPluginConfigType, PluginConfigJson(facts), call));
  const std::string manifest = PluginManifestJson(facts, config, layer);
  kube::BlobReference pushed = to;
  pushed.digest = DigestOf(manifest);
  RegistryRequest put;
  put.method = "PUT";
  put.url = session->Path("manifests/" + (to.tag.empty() ? pushed.digest : to.tag));
  put.headers = {"Content-Type: " + std::string(kManifestType)};
  put.body = std::make_shared<const std::string>(manifest);
  put.answer_max = kAnswerBytes;
  OARLOCK_RETURN_IF_ERROR(session->Do(put, call).status());
  return pushed;
}

}  // namespace oarlock::oci
