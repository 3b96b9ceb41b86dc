#pragma once
// SHA-256 as lower-case hex: the identity of library bytes and configurations. Threads: [any].

#include <string>
#include <string_view>

namespace oarlock::supervisor {

std::string Sha256Hex(std::string_view bytes);

}  // namespace oarlock::supervisor
