// What a registry says: a challenge (first line), then a manifest or index. And the name that led
// there.
#include <string>

#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/blob/blob_reference.h"
#include "oci/artifact.h"
#include "oci/challenge.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const auto [line, rest] = fuzz::SplitFirstLine(fuzz::TextOf(data, size));
  (void)oci::ParseChallenges({std::string(line)});
  const auto reference = kube::BlobReference::Parse(line);
  if (reference.ok()) {
    const auto again = kube::BlobReference::Parse(reference->ToString());
    OARLOCK_CHECK(again.ok() && again->ToString() == reference->ToString());
  }
  const auto part = oci::ReadArtifact(rest, "amd64");
  // A digest becomes a file's name.
  if (part.ok()) OARLOCK_CHECK(kube::IsBlobDigest(part->blob.digest));
  return 0;
}
