#pragma once
// Free loopback ports. They are taken from below the range of outgoing connections, so that a
// stopped server finds its port again; between the choice and the server's bind another program
// may still take one: whoever starts a server tries again with new ports.

#include <cstdint>
#include <vector>

#include "base/status.h"

namespace oarlock::kubetest {

// `count` different ports of 127.0.0.1 on which nobody listens now.
base::Result<std::vector<uint16_t>> FreePorts(size_t count);

}  // namespace oarlock::kubetest
