// Label selectors: the canonical text of one means the same and is its own canonical text.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"
#include "kube/selector.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  static const kube::Object labels =
      kube::DocumentFromJson(R"({"a":"x","b":"","app":"web","n":"7","tier":"front"})").value();
  const std::string_view text = fuzz::TextOf(data, size);
  const auto document = kube::DocumentFromJson(text);
  const auto selector = document.ok() ? kube::LabelSelector::FromValue(document->root())
                                      : kube::LabelSelector::Parse(text);
  if (!selector.ok()) return 0;
  const std::string canonical = selector->ToString();
  const auto again = kube::LabelSelector::Parse(canonical);
  OARLOCK_CHECK(again.ok());
  OARLOCK_CHECK(again->ToString() == canonical);
  OARLOCK_CHECK(again->Matches(labels.root()) == selector->Matches(labels.root()));
  OARLOCK_CHECK(again->Matches({}) == selector->Matches({}));
  return 0;
}
