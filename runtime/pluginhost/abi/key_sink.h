#pragma once
// KeyCollector: the host's side of oar_sink for one callback mapper call: keys of primary types go
// on to the controller's sink. Lives for that call; not thread-safe.
// Errors: a key of a type that is no primary one is OAR_E_UNDECLARED.

#include "controller/mapper.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/handle_registry.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

class KeyCollector {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kSink;

  KeyCollector(const Declaration& declaration, const controller::KeySink& sink)
      : declaration_(declaration), sink_(sink), registration_(kHandleKind, this) {}
  static const oar_sink_api& Api();
  oar_sink handle() const { return {registration_.id()}; }
  int32_t Add(const oar_key& key);

 private:
  const Declaration& declaration_;
  const controller::KeySink& sink_;
  size_t count_ = 0;
  Registration registration_;
};

}  // namespace oarlock::pluginhost
