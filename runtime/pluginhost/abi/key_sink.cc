#include "pluginhost/abi/key_sink.h"

#include "pluginhost/abi/abi_convert.h"

namespace oarlock::pluginhost {
namespace {

int32_t AddKey(oar_sink handle, const oar_key* key) noexcept {
  const Pinned<KeyCollector> collector(handle.id);
  if (!collector) return OAR_E_STALE;
  const auto copy = ReadStruct(key);
  return copy ? collector->Add(*copy) : OAR_E_INVALID;
}

int32_t AddValue(oar_sink, oar_view) noexcept { return OAR_E_INVALID; }

}  // namespace

const oar_sink_api& KeyCollector::Api() {
  static constexpr oar_sink_api kApi = {sizeof(oar_sink_api), 0, AddKey, AddValue};
  return kApi;
}

int32_t KeyCollector::Add(const oar_key& key) {
  if (!declaration_.IsPrimary(key.type)) return OAR_E_UNDECLARED;
  if (FromView(key.name).empty()) return OAR_E_INVALID;
  if (++count_ > controller::kMappedKeysMax) return OAR_E_TOO_LARGE;
  sink_({key.type, key.type_index, TextOf(key.ns), TextOf(key.name)});
  return OAR_OK;
}

}  // namespace oarlock::pluginhost
