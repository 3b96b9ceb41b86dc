// Paths: Get is the first of what ForEach visits.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"
#include "kube/path.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  static const kube::Object object =
      kube::DocumentFromJson(R"({"a":[{"k":"v","n":1},{"k":true,"n":[2,{"":3}]}],"*":{"~/":4},)"
                             R"("metadata":{"labels":{"a":"b"}}})")
          .value();
  const auto path = kube::Path::Parse(fuzz::TextOf(data, size));
  if (!path.ok()) return 0;
  uint32_t first = 0;
  path->ForEach(object.root(), [&](kube::Value value) {
    OARLOCK_CHECK(value.exists());
    if (first == 0) first = value.node();
    return true;
  });
  OARLOCK_CHECK(path->Get(object.root()).node() == first);
  OARLOCK_CHECK(kube::Path::Parse(path->text()).ok());
  return 0;
}
