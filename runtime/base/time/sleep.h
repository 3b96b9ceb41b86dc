#pragma once
// SleepUntil: for a thread that does something from time to time until it is told to end.
//
// Threads: any. Cancellation: by the token of whoever ends the thread.

#include <stop_token>

#include "base/clock.h"

namespace oarlock::base {

// Blocks until then. False: a stop was requested, before or meanwhile.
bool SleepUntil(Clock& clock, MonoTime until, const std::stop_token& stop);

}  // namespace oarlock::base
