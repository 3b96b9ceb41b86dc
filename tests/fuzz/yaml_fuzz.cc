// YAML: what was read can be written, and reads as the same again.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const std::string_view text = fuzz::TextOf(data, size);
  for (const bool anchors : {false, true}) {
    const auto documents = kube::ReadYaml(text, "fuzz.yaml", {.allow_anchors = anchors});
    if (!documents.ok()) continue;
    for (const kube::YamlDocument& document : *documents) {
      (void)document.PositionOf(document.root());
      const std::string written = kube::WriteYaml(document.root());
      const auto again = kube::ReadYaml(written, "again.yaml");
      OARLOCK_CHECK(again.ok());
      if (document.root().is_null()) continue;  // an empty document is none
      OARLOCK_CHECK(again->size() == 1);
      OARLOCK_CHECK(DeepEqual(document.root(), again->front().root()));
    }
  }
  return 0;
}
