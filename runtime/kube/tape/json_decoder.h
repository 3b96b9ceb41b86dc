#pragma once
// JsonDecoder: feeds JSON text to a TapeBuilder. Internal to kube; decode.h is the door.
//
// Errors: kDataLoss with the byte position, kTooLarge past a limit; the builder is then of no use
// until its Reset. Threads: [any]; scratch memory is kept per thread, so a call must not happen
// inside another one.

#include <string_view>

#include "base/status.h"
#include "kube/decode.h"
#include "kube/tape/tape_builder.h"

namespace oarlock::kube {

// One object, by the options.
base::Status AppendJsonObject(std::string_view json, const DecodeOptions& options,
                              TapeBuilder& builder);
// Any value, as it is.
base::Status AppendJson(std::string_view json, TapeBuilder& builder);

}  // namespace oarlock::kube
