#pragma once
// Detached Ed25519 signatures over a library's bytes, and the public keys that are trusted.
//
// `openssl pkeyutl -sign -rawin -inkey key.pem -in x.so -out x.sig` makes one. A signature file has
// the 64 bytes or their base64 text. Threads: [any]. Errors: kInvalidArgument.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::supervisor {

// The 32 bytes of an Ed25519 public key in PEM.
base::Result<std::string> ReadPublicKey(const std::string& path);
base::Result<std::string> ReadSignature(const std::string& path);
// OK when one of `keys` made `signature` over `bytes`.
base::Status VerifySignature(std::string_view bytes, std::string_view signature,
                             const std::vector<std::string>& keys);

}  // namespace oarlock::supervisor
