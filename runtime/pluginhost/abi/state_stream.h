#pragma once
// StateStream: the host's side of oar_stream (oarlock/abi/state.h) for one save or load call.
//
// Made on the stack around the call, on [control]; not thread-safe. Ownership: borrows the context
// of the call and, to load, the blob. Limits: kStateBytesMax.

#include <string>

#include "oarlock/abi/abi.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/abi/handle_registry.h"
#include "pluginhost/state_blob.h"

namespace oarlock::pluginhost {

class StateStream {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kStream;

  // To save: `schema` is the only one that may be named; empty: any.
  StateStream(const Context& call, std::string_view schema) : call_(call), schema_(schema) {}
  // To load.
  StateStream(const Context& call, const StateBlob& blob) : call_(call), from_(&blob) {}

  static const oar_stream_api& Api();
  oar_stream handle() const { return {registration_.id()}; }

  int32_t Begin(const oar_state_info& info);
  int32_t Write(std::string_view bytes);
  int32_t Read(oar_text& into);
  uint64_t Left() const;
  bool begun() const { return begun_; }
  StateBlob Take() { return std::move(to_); }

 private:
  // Not OK: the call's time is over.
  int32_t Alive() const;

  const Context& call_;
  std::string_view schema_;
  const StateBlob* from_ = nullptr;
  size_t read_ = 0;
  bool begun_ = false;
  StateBlob to_;
  Registration registration_{kHandleKind, this};
};

}  // namespace oarlock::pluginhost
