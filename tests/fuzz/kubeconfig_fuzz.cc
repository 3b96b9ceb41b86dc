// A kubeconfig file, and every context of it resolved. Relative paths lead to no file.
#include "client/kubeconfig.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const auto config =
      client::ParseKubeconfig(fuzz::TextOf(data, size), "/nonexistent-oarlock-fuzz/config");
  if (!config.ok()) return 0;
  (void)client::ResolveKubeconfig(*config, {});
  for (const auto& context : config->contexts) {
    (void)client::ResolveKubeconfig(*config, {.context = context.first});
  }
  return 0;
}
