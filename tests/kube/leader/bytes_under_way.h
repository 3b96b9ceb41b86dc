#pragma once
// BytesUnderWay: what a process has written to TCP connections on this machine and its peers have
// not read yet, as the kernel's tables say (/proc/PID/fd, /proc/net/tcp and tcp6).
//
// For a stopped process: it writes nothing more, so once there is nothing, there stays nothing.
// Bytes that have come but are not acknowledged count twice.
// Threads: any. Errors: an empty answer when the process has no connection (or is gone).

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace oarlock::kubetest {

std::optional<uint64_t> BytesUnderWay(pid_t pid);

}  // namespace oarlock::kubetest
