// Objects from protobuf, enveloped and as items of lists: whatever is read is valid JSON that reads
// back equal. The first byte chooses the type of the items.
#include <array>

#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"

namespace oarlock {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 8> kTypes{{
    {"", ""},  // metadata only
    {"v1", "Pod"},
    {"v1", "ConfigMap"},
    {"v1", "Service"},
    {"v1", "ResourceQuota"},
    {"apps/v1", "ControllerRevision"},
    {"autoscaling/v2", "HorizontalPodAutoscaler"},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition"},
}};

void RoundTrip(std::string_view bytes, const kube::DecodeOptions& options) {
  const auto read = kube::DecodeObject({kube::ContentType::kProtobuf, bytes}, options);
  kube::NamesInProtobuf(bytes);
  if (!read.ok()) return;
  const std::string text = read->ToJson();
  const auto again = kube::ObjectFromJson(text, {.drop_managed_fields = false});
  OARLOCK_CHECK(again.ok());
  // Keys that were no UTF-8 may have become the same.
  if (text.find("\xEF\xBF\xBD") != std::string::npos) return;
  OARLOCK_CHECK(again->ToJson() == text);
}

}  // namespace
}  // namespace oarlock

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  if (size == 0) return 0;
  const auto& [api_version, kind] = kTypes[data[0] % kTypes.size()];
  const kube::DecodeOptions options{.drop_managed_fields = (data[0] & 0x80) != 0,
                                    .default_api_version = api_version,
                                    .default_kind = kind};
  RoundTrip(fuzz::TextOf(data + 1, size - 1), options);
  return 0;
}
