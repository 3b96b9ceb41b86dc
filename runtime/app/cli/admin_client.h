#pragma once
// AdminClient: asks a running host over its admin socket: what the sub-commands use.
//
// One request per call, over a connection of its own; blocks. Threads: [main] of a sub-command.
// Errors: kUnavailable with the socket's path when no host answers there; kDataLoss for an answer
// that is no HTTP. Limits: kAdminAnswerBytesMax; kAdminCallTimeout per call.

#include <chrono>
#include <string>

#include "base/status.h"

namespace oarlock::app {

inline constexpr size_t kAdminAnswerBytesMax = 16 * 1024 * 1024;
inline constexpr std::chrono::seconds kAdminCallTimeout{30};

struct AdminAnswer {
  int status = 0;  // HTTP
  std::string body;
};

base::Result<AdminAnswer> AskHost(const std::string& socket, const std::string& method,
                                  const std::string& path, const std::string& body = "");

}  // namespace oarlock::app
