#include "supervisor/reload/move_together.h"

namespace oarlock::supervisor {
namespace {

constexpr base::Duration kLook = std::chrono::milliseconds(500);

}  // namespace

void MoveTogether::Begin(size_t members) {
  base::MutexLock lock(mutex_);
  members_ = members;
  changed_.NotifyAll();
}

base::Status MoveTogether::Arrive(Stage stage, const std::string& plugin, const base::Status& how,
                                  const std::function<bool()>& interrupted) {
  if (!how.ok()) Fail(plugin, how.message());
  const auto at = static_cast<size_t>(stage);
  {
    base::MutexLock lock(mutex_);
    ++arrived_[at];
    changed_.NotifyAll();
  }
  for (;;) {
    if (interrupted()) Fail(plugin, "it was changed again");
    base::MutexLock lock(mutex_);
    if (failure_) return base::FailedPrecondition(*failure_);
    if (arrived_[at] >= members_) return base::Status::Ok();
    (void)clock_.WaitUntil(changed_, mutex_, clock_.Now() + kLook);
  }
}

void MoveTogether::Fail(const std::string& plugin, const std::string& reason) {
  base::MutexLock lock(mutex_);
  if (!failure_) failure_ = "all or nothing: plugin " + plugin + ": " + reason;
  changed_.NotifyAll();
}

std::optional<std::string> MoveTogether::failure() const {
  base::MutexLock lock(mutex_);
  return failure_;
}

}  // namespace oarlock::supervisor
