#pragma once
// TokenCredentials: a ServiceAccount's tokens, asked of the API server by TokenRequest as the host
// itself, so that the server sees, limits and audits the ServiceAccount.
//
// Made by RestClientFactory, one per account. A token is asked for at the first
// Get and again when four fifths of its life are over, while the old one goes on; a 401 asks at
// once. Threads: [any]. Ownership: the transport that asks is borrowed weakly.
// Errors: kUnauthenticated that names the account and what the host needs; kCancelled once the
// transport has stopped. Limits: kTokenLifetime; after a failure nothing is asked for kTokenPause;
// kTokenAnswerMax bytes of an answer.

#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "client/credentials.h"
#include "kube/client.h"

namespace oarlock::client {

class RestTransport;

inline constexpr std::chrono::seconds kTokenLifetime{3600};
inline constexpr std::chrono::seconds kTokenPause{1};
inline constexpr size_t kTokenAnswerMax = 1024 * 1024;

class TokenCredentials final : public Credentials,
                               public std::enable_shared_from_this<TokenCredentials> {
 public:
  TokenCredentials(const std::shared_ptr<RestTransport>& transport, kube::ServiceAccount account);

  void Get(Ready ready) override;
  void Invalidate(uint64_t generation) override;

 private:
  class Sink;

  void Ask();
  void OnAnswer(base::Result<std::string> body);
  base::Status Take(const std::string& body) OARLOCK_REQUIRES(mutex_);
  base::Status Failed(const base::Status& why) const;

  const std::weak_ptr<RestTransport> transport_;
  const kube::ServiceAccount account_;
  base::Clock& clock_;

  base::Mutex mutex_;
  CredentialSnapshot snapshot_ OARLOCK_GUARDED_BY(mutex_);
  base::MonoTime ends_ OARLOCK_GUARDED_BY(mutex_){};       // of the token
  base::MonoTime ask_again_ OARLOCK_GUARDED_BY(mutex_){};  // not before
  base::Status last_error_ OARLOCK_GUARDED_BY(mutex_);     // of the last answer
  bool asking_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::vector<Ready> waiting_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::client
