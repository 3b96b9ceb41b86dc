#pragma once
// Warn: an Event of type Warning about an object, as controllers write them.
// Threads: the controllers' strand. Errors: those of the write.

#include <string>
#include <string_view>

#include "base/clock.h"
#include "sandbox/controllers/in_process_client.h"

namespace oarlock::sandbox {

struct Warning {
  std::string_view component;
  std::string_view reason;
  std::string message;
};

// One per object and reason; a second one changes nothing.
ApiStatus Warn(InProcessClient& client, const base::Clock& clock, const Json& about,
               const Warning& warning);

}  // namespace oarlock::sandbox
