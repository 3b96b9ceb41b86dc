#include "app/version.h"

#include <fmt/core.h>

#include "oarlock/abi/abi.h"

namespace oarlock::app {

std::string Version() { return OARLOCK_VERSION; }

std::string VersionText() {
  return fmt::format("oarlock {} (plugin ABI {}.{})", Version(), OAR_ABI_MAJOR, OAR_ABI_MINOR);
}

}  // namespace oarlock::app
