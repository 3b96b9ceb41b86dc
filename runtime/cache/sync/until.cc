#include "cache/sync/until.h"

#include <utility>

namespace oarlock::cache {

base::Result<std::optional<Notification>> Until(SharedInformer& informer, base::Clock& clock,
                                                const UntilOptions& options,
                                                const std::vector<Condition>& conditions) {
  OARLOCK_ASSIGN_OR_RETURN(const auto stream, EventStream::Open(informer, clock, "until"));
  if (options.precondition) {
    SyncWait wait{.deadline = options.wait.deadline};
    wait.stop = options.wait.stop;
    OARLOCK_RETURN_IF_ERROR(informer.WaitForSync(wait));
    OARLOCK_RETURN_IF_ERROR(stream->FetchInitial(options.wait));
    OARLOCK_ASSIGN_OR_RETURN(const bool holds, options.precondition(informer.store()));
    if (holds) return std::optional<Notification>();
  }
  std::optional<Notification> last;
  for (const Condition& condition : conditions) {
    if (last.has_value()) {
      OARLOCK_ASSIGN_OR_RETURN(const bool holds, condition(*last));
      if (holds) continue;
    }
    for (;;) {
      OARLOCK_ASSIGN_OR_RETURN(last, stream->Next(options.wait));
      OARLOCK_ASSIGN_OR_RETURN(const bool holds, condition(*last));
      if (holds) break;
    }
  }
  return last;
}

}  // namespace oarlock::cache
