#pragma once
// Reads whole small files: configurations, tokens, certificates. Threads: [any]; blocks on the
// disk. Errors name the path and the reason: kNotFound, kPermissionDenied, kTooLarge, else
// kInvalidArgument (a directory, a read error, something that is no file).

#include <cstddef>
#include <string>

#include "base/status.h"

namespace oarlock::client {

inline constexpr size_t kKubeconfigBytesMax = 4 * 1024 * 1024;
inline constexpr size_t kCredentialFileBytesMax = 1024 * 1024;

enum class FileKind {
  kRegular,  // anything else is refused, so that a FIFO cannot block the caller
  kStream,   // pipes too: `--kubeconfig <(command)`
};

base::Result<std::string> ReadSmallFile(const std::string& path, size_t bytes_max,
                                        FileKind kind = FileKind::kRegular);

}  // namespace oarlock::client
