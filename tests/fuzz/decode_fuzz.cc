// Objects and documents from JSON: what was read, written and read again is the same.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"

namespace oarlock {
namespace {

void RoundTrip(const base::Result<kube::Object>& read, const kube::DecodeOptions* options) {
  if (!read.ok()) return;
  const std::string text = read->ToJson();
  const auto again =
      options != nullptr ? kube::ObjectFromJson(text, *options) : kube::DocumentFromJson(text);
  OARLOCK_CHECK(again.ok());
  OARLOCK_CHECK(DeepEqual(read->root(), again->root()));
  OARLOCK_CHECK(again->ToJson() == text);
  OARLOCK_CHECK(again->key() == read->key());
  OARLOCK_CHECK(again->is_deleting() == read->is_deleting());
  OARLOCK_CHECK(again->creation_time() == read->creation_time());
}

}  // namespace
}  // namespace oarlock

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const std::string_view text = fuzz::TextOf(data, size);
  const kube::DecodeOptions all{.drop_managed_fields = false};
  const kube::DecodeOptions item{.default_api_version = "v1", .default_kind = "Pod"};
  RoundTrip(kube::ObjectFromJson(text, all), &all);
  RoundTrip(kube::ObjectFromJson(text, item), &item);
  RoundTrip(kube::DocumentFromJson(text), nullptr);
  return 0;
}
