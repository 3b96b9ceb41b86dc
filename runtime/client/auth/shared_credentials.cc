#include "client/auth/shared_credentials.h"

#include <map>
#include <utility>

namespace oarlock::client {
namespace {

base::Status Stopped() { return base::Cancelled("the credentials were stopped"); }

}  // namespace

// Who waits for an answer through this share; the inner credentials may answer after its end.
struct SharedCredentials::Waiting {
  base::Mutex mutex;
  std::map<uint64_t, Ready> callers OARLOCK_GUARDED_BY(mutex);
  uint64_t next OARLOCK_GUARDED_BY(mutex) = 1;
  bool stopped OARLOCK_GUARDED_BY(mutex) = false;

  // 0 = stopped, and `ready` is as it was.
  uint64_t Add(Ready& ready) {
    base::MutexLock lock(mutex);
    if (stopped) return 0;
    callers.emplace(next, std::move(ready));
    return next++;
  }

  void Answer(uint64_t id, base::Result<CredentialSnapshot> answer) {
    Ready ready;
    {
      base::MutexLock lock(mutex);
      const auto found = callers.find(id);
      if (found == callers.end()) return;
      ready = std::move(found->second);
      callers.erase(found);
    }
    ready(std::move(answer));
  }

  std::map<uint64_t, Ready> Stop() {
    base::MutexLock lock(mutex);
    stopped = true;
    return std::exchange(callers, {});
  }
};

SharedCredentials::SharedCredentials(std::shared_ptr<Credentials> inner)
    : waiting_(std::make_shared<Waiting>()), inner_(std::move(inner)) {}

SharedCredentials::~SharedCredentials() { SharedCredentials::Stop(); }

std::shared_ptr<Credentials> SharedCredentials::inner() const {
  base::MutexLock lock(mutex_);
  return inner_;
}

void SharedCredentials::Get(Ready ready) {
  const std::shared_ptr<Credentials> credentials = inner();
  const uint64_t id = credentials == nullptr ? 0 : waiting_->Add(ready);
  if (id == 0) {
    ready(Stopped());
    return;
  }
  credentials->Get([waiting = waiting_, id](base::Result<CredentialSnapshot> answer) {
    waiting->Answer(id, std::move(answer));
  });
}

void SharedCredentials::Invalidate(uint64_t generation) {
  if (const auto credentials = inner()) credentials->Invalidate(generation);
}

void SharedCredentials::Stop() {
  std::shared_ptr<Credentials> last;
  {
    base::MutexLock lock(mutex_);
    last = std::exchange(inner_, nullptr);
  }
  for (auto& [id, ready] : waiting_->Stop()) ready(Stopped());
  // `last` may be the last share: then the plugin that runs is ended here.
}

}  // namespace oarlock::client
