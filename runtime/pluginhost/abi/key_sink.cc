#include "pluginhost/abi/key_sink.h"

#include <algorithm>
#include <utility>

#include "cache/index.h"
#include "pluginhost/abi/abi_convert.h"

namespace oarlock::pluginhost {
namespace {

int32_t AddKeyThunk(oar_sink handle, const oar_key* key) noexcept {
  const Pinned<CallbackSink> sink(handle.id);
  if (!sink) return OAR_E_STALE;
  const auto copy = ReadStruct(key);
  return copy ? sink->AddKey(*copy) : OAR_E_INVALID;
}

int32_t AddValueThunk(oar_sink handle, oar_view value) noexcept {
  const Pinned<CallbackSink> sink(handle.id);
  if (!sink) return OAR_E_STALE;
  return IsView(value) ? sink->AddValue(FromView(value)) : OAR_E_INVALID;
}

}  // namespace

const oar_sink_api& CallbackSink::Api() {
  static constexpr oar_sink_api kApi = {sizeof(oar_sink_api), 0, AddKeyThunk, AddValueThunk};
  return kApi;
}

int32_t KeyCollector::AddKey(const oar_key& key) {
  if (!instance_.HasKeysOf(key.type, key.type_index)) return OAR_E_UNDECLARED;
  if (!IsView(key.ns) || FromView(key.name).empty()) return OAR_E_INVALID;
  if (++count_ > controller::kMappedKeysMax) return OAR_E_TOO_LARGE;
  sink_({key.type, key.type_index, FromView(key.ns), FromView(key.name)});
  return OAR_OK;
}

int32_t ValueCollector::AddValue(std::string_view value) {
  if (values_.size() >= cache::kIndexValuesMax) return OAR_E_TOO_LARGE;
  values_.emplace_back(value);
  return OAR_OK;
}

std::vector<std::string> ValueCollector::Take() {
  std::sort(values_.begin(), values_.end());
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  return std::move(values_);
}

}  // namespace oarlock::pluginhost
