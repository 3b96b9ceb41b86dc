#pragma once
// CaSource: the certificate authority to trust, as PEM text; a file is read again now and then, so
// that a rotated CA is trusted by new connections (TP-5).
// Owned by RestTransport, used on [io] after Load. Errors: Load → kInvalidArgument when the file
// cannot be read or holds no certificate; later a bad file leaves the text that was good.
// Limits: kCaFileBytesMax.

#include <string>

#include "base/clock.h"
#include "base/status.h"
#include "client/config.h"

namespace oarlock::client {

inline constexpr size_t kCaFileBytesMax = 4 * 1024 * 1024;

class CaSource {
 public:
  static base::Result<CaSource> Load(const TlsConfig& tls);
  // Empty = the system's authorities.
  const std::string& Pem(base::MonoTime now);

 private:
  std::string file_;
  std::string pem_;
  base::MonoTime next_check_{};
};

}  // namespace oarlock::client
