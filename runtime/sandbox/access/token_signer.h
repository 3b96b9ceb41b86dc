#pragma once
// TokenSigner: tokens of ServiceAccounts: JSON Web Tokens that only their sandbox accepts, signed
// by a key (HMAC with SHA-256) that it makes when it starts and tells nobody.
//
// Made by the token subresource of ServiceAccounts, read by AccessControl. Says who signed and
// until when; whether the account is still there is for the caller. Threads: [any], no state but
// the key. Errors: Read gives nothing for a token that is not its own, is not yet or no longer
// valid.

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sandbox/types/json.h"

namespace oarlock::sandbox {

class TokenSigner {
 public:
  explicit TokenSigner(const base::Clock& clock);
  // `claims` with the times of issue and end.
  std::string Sign(Json claims, base::Duration lifetime) const;
  std::optional<Json> Read(std::string_view token) const;

 private:
  std::string Signature(std::string_view text) const;
  const base::Clock& clock_;
  const std::string key_;
};

}  // namespace oarlock::sandbox
