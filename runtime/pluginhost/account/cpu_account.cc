#include "pluginhost/account/cpu_account.h"

#include <pthread.h>

#include <utility>
#include <vector>

#include "base/check.h"

namespace oarlock::pluginhost {
namespace {

base::Duration Read(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

// A thread's place in the account; ends with the thread.
class CpuAccount::Share {
 public:
  explicit Share(std::shared_ptr<CpuAccount> account)
      : account_(std::move(account)), began_(Read(CLOCK_THREAD_CPUTIME_ID)) {
    clockid_t clock{};
    OARLOCK_CHECK(::pthread_getcpuclockid(::pthread_self(), &clock) == 0);
    base::MutexLock lock(account_->mutex_);
    account_->ended_ -= began_;  // what it used before is nobody's
    place_ = account_->running_.insert(account_->running_.end(), clock);
  }
  ~Share() {
    base::MutexLock lock(account_->mutex_);
    account_->running_.erase(place_);
    account_->ended_ += Read(CLOCK_THREAD_CPUTIME_ID);
  }
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

 private:
  const std::shared_ptr<CpuAccount> account_;
  const base::Duration began_;
  std::list<clockid_t>::iterator place_;
};

std::shared_ptr<CpuAccount> CpuAccount::Make(const std::string& plugin,
                                             base::MetricRegistry& metrics) {
  std::shared_ptr<CpuAccount> account(new CpuAccount);
  account->collector_ = metrics.AddCollector(
      [plugin, weak = std::weak_ptr<CpuAccount>(account)](std::vector<base::MetricFamily>& out) {
        const auto self = weak.lock();
        if (!self) return;
        const double seconds = std::chrono::duration<double>(self->Used()).count();
        out.push_back({"oarlock_plugin_cpu_seconds_total",
                       "CPU time of the threads on which the plugin runs.",
                       base::MetricType::kCounter,
                       {{{{"plugin", plugin}}, seconds, {}, {}, 0}}});
      });
  return account;
}

void CpuAccount::Enter() {
  thread_local std::unique_ptr<Share> share;
  share = std::make_unique<Share>(shared_from_this());
}

base::Duration CpuAccount::Used() const {
  base::MutexLock lock(mutex_);
  base::Duration used = ended_;
  for (const clockid_t clock : running_) used += Read(clock);
  return used;
}

}  // namespace oarlock::pluginhost
