#pragma once
// SharedCredentials: one client's share of credentials that several clients use (XP-5). Stopping it
// ends only what this client waits for; the credentials themselves end with their last share.
//
// Made by CredentialsFactory. Threads: [any]. Errors: those of the inner credentials; kCancelled
// after Stop. Limits: those of the inner credentials.

#include <memory>

#include "base/mutex.h"
#include "client/credentials.h"

namespace oarlock::client {

class SharedCredentials final : public Credentials {
 public:
  explicit SharedCredentials(std::shared_ptr<Credentials> inner);
  ~SharedCredentials() override;

  void Get(Ready ready) override;
  void Invalidate(uint64_t generation) override;
  void Stop() override;

 private:
  struct Waiting;

  std::shared_ptr<Credentials> inner() const;

  const std::shared_ptr<Waiting> waiting_;
  mutable base::Mutex mutex_;
  std::shared_ptr<Credentials> inner_ OARLOCK_GUARDED_BY(mutex_);  // null once stopped
};

}  // namespace oarlock::client
