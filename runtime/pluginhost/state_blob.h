#pragma once
// StateBlob: what one controller of a generation left for the next one. Values; threads [any].
// Limits: kStateBytesMax per controller.

#include <cstdint>
#include <map>
#include <string>

namespace oarlock::pluginhost {

inline constexpr size_t kStateBytesMax = 16 * 1024 * 1024;

struct StateBlob {
  std::string schema;
  uint32_t version = 0;
  std::string bytes;
  std::string digest;          // lower-case hex SHA-256 of bytes; empty: not known
  std::string plugin_version;  // of the generation that saved it
};

using SavedState = std::map<std::string, StateBlob>;  // by controller id

}  // namespace oarlock::pluginhost
