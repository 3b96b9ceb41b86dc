// What an API server answers: the first line is the HTTP code, the rest the body. Never OK.
#include <charconv>

#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/api_status.h"
#include "kube/decode.h"

namespace {

void Check(const oarlock::base::Status& status) {
  using namespace oarlock;
  OARLOCK_CHECK(!status.ok());
  OARLOCK_CHECK(status.message().size() <= 2 * kube::kErrorMessageBytesMax);
  OARLOCK_CHECK(status.detail().causes.size() <= kube::kErrorCausesMax);
  (void)kube::IsExpired(status);
  (void)kube::IsTooLargeResourceVersion(status);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const auto [code, body] = fuzz::SplitFirstLine(fuzz::TextOf(data, size));
  int http = 500;
  std::from_chars(code.data(), code.data() + code.size(), http);
  Check(kube::StatusFromResponse(http < 400 || http > 999 ? 500 : http, body));
  if (const auto object = kube::DocumentFromJson(body); object.ok()) {
    Check(kube::StatusFromObject(object->root()));
  }
  return 0;
}
