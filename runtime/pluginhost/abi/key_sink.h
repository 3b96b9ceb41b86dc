#pragma once
// The host's side of oar_sink for one call of a callback: KeyCollector takes the keys of a mapper
// on to the controller's sink, ValueCollector the values of an indexer. Live for that call; not
// thread-safe. Their handles are of those kept for callbacks.
// Errors: a key that can be none of the controller's is OAR_E_UNDECLARED; what does not belong into
// the sink is OAR_E_INVALID.
// Limits: controller::kMappedKeysMax keys, cache::kIndexValuesMax values.

#include <string>
#include <vector>

#include "controller/sources/mapper.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/handle_registry.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {

class CallbackSink {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kSink;

  virtual ~CallbackSink() = default;
  CallbackSink(const CallbackSink&) = delete;
  CallbackSink& operator=(const CallbackSink&) = delete;
  static const oar_sink_api& Api();
  oar_sink handle() const { return {registration_.id()}; }

  virtual int32_t AddKey(const oar_key&) { return OAR_E_INVALID; }
  virtual int32_t AddValue(std::string_view) { return OAR_E_INVALID; }

 protected:
  CallbackSink() : registration_(kHandleKind, this, HandleShare::kReserved) {}

 private:
  Registration registration_;
};

class KeyCollector final : public CallbackSink {
 public:
  KeyCollector(const Instance& instance, const controller::KeySink& sink)
      : instance_(instance), sink_(sink) {}
  int32_t AddKey(const oar_key& key) override;

 private:
  const Instance& instance_;
  const controller::KeySink& sink_;
  size_t count_ = 0;
};

class ValueCollector final : public CallbackSink {
 public:
  int32_t AddValue(std::string_view value) override;
  // Each once, in order.
  std::vector<std::string> Take();

 private:
  std::vector<std::string> values_;
};

}  // namespace oarlock::pluginhost
