// A plugin manifest: read, or refused with one line per fault.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"
#include "supervisor/manifest_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const auto manifest = supervisor::ParseManifest(fuzz::TextOf(data, size), "fuzz.yaml");
  if (!manifest.ok()) {
    OARLOCK_CHECK(!manifest.status().message().empty());
    return 0;
  }
  for (const supervisor::PluginSpec& plugin : manifest->plugins) {
    OARLOCK_CHECK(!plugin.name.empty());
    OARLOCK_CHECK(kube::DocumentFromJson(plugin.config_json).ok());
  }
  return 0;
}
