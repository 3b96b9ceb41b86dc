#pragma once
// StaticCredentials: what never changes: a token, username and password, an inline certificate, or
// nothing at all. Made by CredentialsFactory. Owns its text. Threads: [any] (immutable).
// A 401 cannot be helped here: Invalidate does nothing.

#include <string>

#include "client/config.h"
#include "client/credentials.h"

namespace oarlock::client {

// "Bearer …" or "Basic …" from the inline fields; empty when there are none.
std::string StaticAuthorization(const AuthConfig& auth);

class StaticCredentials final : public Credentials {
 public:
  explicit StaticCredentials(const ClientConfig& config);
  void Get(Ready ready) override;
  void Invalidate(uint64_t generation) override;

 private:
  const CredentialSnapshot snapshot_;
};

}  // namespace oarlock::client
