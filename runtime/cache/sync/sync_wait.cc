#include "cache/sync/sync_wait.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"

namespace oarlock::cache {
namespace {

class Waiter {
 public:
  Waiter(base::Clock& clock, const std::vector<std::shared_ptr<SyncLatch>>& latches,
         const SyncWait& wait)
      : clock_(clock), latches_(latches), wait_(wait) {
    for (const auto& latch : latches_) {
      report_.results.push_back({latch->name(), false, {}, 0});
      observers_.push_back(latch->Observe([wake = wake_] { wake->Ring(); }));
    }
  }

  SyncReport Run() {
    const std::stop_callback on_stop(wait_.stop, [wake = wake_] { wake->Ring(); });
    Say(base::LogLevel::kInfo, "waiting for the first state", "", {});
    while (!Look()) {
      // Looked at once more at the end: what is done at that moment counts.
      if (!Sleep()) {
        if (!Look()) report_.end = base::DeadlineExceeded("not synced in time");
        break;
      }
      if (wait_.stop.stop_requested()) {
        if (!Look()) report_.end = base::Cancelled("the wait was cancelled");
        break;
      }
    }
    for (const SyncResult& result : report_.results) {
      if (!result.synced) {
        Say(base::LogLevel::kWarning, "has no first state", result.name, result.error);
      }
    }
    return std::move(report_);
  }

 private:
  struct Wake {
    void Ring() {
      base::MutexLock lock(mutex);
      ++rings;
      changed.NotifyAll();
    }
    base::Mutex mutex;
    base::CondVar changed;
    uint64_t rings OARLOCK_GUARDED_BY(mutex) = 0;
  };

  // True when the wait is over.
  bool Look() {
    {
      base::MutexLock lock(wake_->mutex);
      seen_ = wake_->rings;
    }
    bool all = true;
    for (size_t i = 0; i < latches_.size(); ++i) {
      SyncResult& result = report_.results[i];
      if (result.synced) continue;
      SyncLatch::View view = latches_[i]->view();
      result.synced = view.stage == SyncLatch::Stage::kOpen;
      result.attempts = view.attempts;
      result.error = std::move(view.error);
      if (result.synced) {
        Say(base::LogLevel::kInfo, "has its first state", result.name, {});
        continue;
      }
      all = false;
      const bool lost =
          view.stage == SyncLatch::Stage::kClosed || (wait_.fail_fast && view.hopeless);
      if (lost && report_.end.ok()) report_.end = result.error;
    }
    return all || !report_.end.ok();
  }

  // False when the deadline has passed.
  bool Sleep() {
    base::MutexLock lock(wake_->mutex);
    while (wake_->rings == seen_ && !wait_.stop.stop_requested()) {
      if (clock_.Now() >= wait_.deadline) return false;
      clock_.WaitUntil(wake_->changed, wake_->mutex, wait_.deadline);
    }
    return true;
  }

  void Say(base::LogLevel level, std::string_view text, std::string_view name,
           const base::Status& error) const {
    if (wait_.log == nullptr) return;
    const std::string reason = error.ok() ? "" : error.ToString();
    const base::LogField fields[] = {{"who", wait_.who}, {"of", name}, {"error", reason}};
    wait_.log->Write(level, text, fields);
  }

  base::Clock& clock_;
  const std::vector<std::shared_ptr<SyncLatch>>& latches_;
  const SyncWait& wait_;
  const std::shared_ptr<Wake> wake_ = std::make_shared<Wake>();
  std::vector<std::shared_ptr<void>> observers_;
  SyncReport report_;
  uint64_t seen_ = 0;
};

std::string Describe(const SyncResult& result) {
  std::string text = result.name;
  if (result.error.ok() && result.attempts == 0) return text;
  text += " (";
  if (!result.error.ok()) text += result.error.message();
  if (result.attempts > 0) {
    if (!result.error.ok()) text += "; ";
    text += std::to_string(result.attempts) + (result.attempts == 1 ? " attempt" : " attempts");
  }
  return text + ")";
}

}  // namespace

std::vector<std::string> SyncReport::Missing() const {
  std::vector<std::string> names;
  for (const SyncResult& result : results) {
    if (!result.synced) names.push_back(result.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

base::Status SyncReport::status() const {
  std::vector<std::string> missing;
  for (const SyncResult& result : results) {
    if (!result.synced) missing.push_back(Describe(result));
  }
  if (missing.empty()) return {};
  std::sort(missing.begin(), missing.end());
  std::string text = "not synced: " + std::to_string(missing.size()) + " of " +
                     std::to_string(results.size()) + ": ";
  for (size_t i = 0; i < missing.size(); ++i) text += (i == 0 ? "" : ", ") + missing[i];
  return {end.code(), std::move(text), end.detail()};
}

SyncReport WaitForSync(base::Clock& clock, const std::vector<std::shared_ptr<SyncLatch>>& latches,
                       const SyncWait& wait) {
  return Waiter(clock, latches, wait).Run();
}

}  // namespace oarlock::cache
