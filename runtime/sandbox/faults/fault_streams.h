#pragma once
// Streams that bodies with faults are made of: a text as a stream, the events of a watch altered,
// bytes cut into pieces, slowed down or broken off, and nothing at all.
//
// Put around an answer by fault_injector.h. Threads: as BodyStream says. Ownership: each owns what
// it wraps; the clock outlives them. Errors: none. Limits: one pull of what is wrapped is buffered.

#include <memory>
#include <string>

#include "base/clock.h"
#include "sandbox/faults/fault_script.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

using StreamPtr = std::shared_ptr<server::BodyStream>;

StreamPtr TextStream(std::string text);
// Nothing, then `ending`; with kWait: nothing, for ever.
StreamPtr NoStream(server::BodyStream::State ending);
// `error_object`: the object of the ERROR event, as JSON.
StreamPtr WithEventFaults(StreamPtr inner, const EventFaults& faults, std::string error_object);
StreamPtr WithByteFaults(StreamPtr inner, const ByteFaults& faults, base::Clock& clock);

}  // namespace oarlock::sandbox
