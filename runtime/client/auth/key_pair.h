#pragma once
// Whether a certificate and a private key (PEM) belong together. Files of a pair are replaced one
// after the other; a half-replaced pair must not be used. Threads: [any].
// Errors: kInvalidArgument; it never holds any of the key.

#include <string>

#include "base/status.h"

namespace oarlock::client {

base::Status CheckKeyPair(const std::string& certificate_pem, const std::string& key_pem);

}  // namespace oarlock::client
