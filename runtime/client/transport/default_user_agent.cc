#include <sys/utsname.h>

#include "client/transport_options.h"

namespace oarlock::client {

std::string DefaultUserAgent() {
  utsname system{};
  std::string machine = uname(&system) == 0 ? system.machine : "unknown";
  if (machine == "x86_64") machine = "amd64";
  if (machine == "aarch64") machine = "arm64";
  return "oarlock/" OARLOCK_VERSION " (linux/" + machine + ") kubernetes/unknown";
}

}  // namespace oarlock::client
