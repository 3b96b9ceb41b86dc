#pragma once
// Whether a certificate and a private key (PEM) belong together. Files of a pair are replaced one
// after the other; a half-replaced pair must not be used. Threads: [any].
// Errors: kInvalidArgument; it never holds any of the key.

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/status.h"

namespace oarlock::client {

base::Status CheckKeyPair(const std::string& certificate_pem, const std::string& key_pem);

struct CertificateLife {
  base::UnixTime not_before;
  base::UnixTime not_after;
};
// Of the first certificate; empty when there is none.
std::optional<CertificateLife> ReadCertificateLife(const std::string& certificate_pem);

}  // namespace oarlock::client
