#pragma once
// Address: the text of a listen address, taken apart. Threads: [any].

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::server {

struct Address {
  std::string host;  // numeric; "0.0.0.0" for ":8080"
  uint16_t port = 0;
  std::string unix_path;  // not empty: a Unix socket, host and port unused

  static base::Result<Address> Parse(std::string_view text);
};

}  // namespace oarlock::server
