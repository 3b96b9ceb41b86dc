#include "client/auth/exec_credentials.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/thread_name.h"

namespace oarlock::client {
namespace {

constexpr base::Duration kRefreshEarly = std::chrono::seconds(10);
constexpr base::Duration kHold = std::chrono::seconds(1);

base::Status Stopped() { return base::Cancelled("the credentials were stopped"); }

}  // namespace

// Outlives the ExecCredentials while its thread runs.
class ExecCredentials::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(const ClientConfig& config, const ExecDeps& deps)
      : clock_(deps.clock), log_(deps.log), metrics_(deps.metrics), runner_(config, deps) {}
  ~Core() { metrics_->SetCertificate(this, {}); }
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  void Get(Ready ready) {
    std::optional<base::Result<CredentialSnapshot>> answer;
    {
      base::MutexLock lock(mutex_);
      answer = AnswerNow();
      if (!answer) waiters_.push_back(std::move(ready));
    }
    if (answer) ready(*std::move(answer));
  }

  void Invalidate(uint64_t generation) {
    base::MutexLock lock(mutex_);
    if (generation == snapshot_.generation) refused_ = true;
  }

  void Stop() {
    std::thread thread;
    {
      base::MutexLock lock(mutex_);
      stopped_ = true;
      if (child_ != nullptr) child_->Cancel();
      thread = std::exchange(thread_, {});
    }
    if (!thread.joinable()) return;
    if (thread.get_id() == std::this_thread::get_id()) {
      thread.detach();  // it is in a callback below RunLoop, which ends next
    } else {
      thread.join();
    }
  }

 private:
  // Empty: the caller has to wait for the run.
  std::optional<base::Result<CredentialSnapshot>> AnswerNow() OARLOCK_REQUIRES(mutex_) {
    if (stopped_) return Stopped();
    const base::UnixTime now = clock_.UnixNow();
    const bool usable = snapshot_.generation > 0 && !refused_ && now < expires_;
    const bool held = clock_.Now() < hold_until_;
    if ((!usable || now >= refresh_at_) && !running_ && !held) {
      const base::Status started = StartRun();
      if (!started.ok() && !usable) return started;
    }
    if (usable) return snapshot_;
    if (!running_) return last_;
    if (waiters_.size() < kExecWaitersMax) return std::nullopt;
    return base::Status(base::StatusCode::kResourceExhausted,
                        "too many requests wait for the exec plugin");
  }

  base::Status StartRun() OARLOCK_REQUIRES(mutex_) {
    running_ = true;
    if (looping_) return {};  // the thread is still calling those who waited: it goes on
    if (thread_.joinable()) thread_.join();  // past its last use of the lock
    try {
      thread_ = std::thread([self = shared_from_this()] { self->RunLoop(); });
    } catch (const std::system_error& error) {
      running_ = false;
      return base::Unavailable(std::string("no thread for the exec plugin: ") + error.what());
    }
    looping_ = true;
    return {};
  }

  void RunLoop() {
    base::SetThisThreadName("exec-plugin");
    for (;;) {
      const auto child = std::make_shared<ChildRun>();
      {
        base::MutexLock lock(mutex_);
        child_ = child;
        if (stopped_) child->Cancel();
      }
      Deliver(runner_.Run(child));
      base::MutexLock lock(mutex_);
      if (running_) continue;
      looping_ = false;
      return;
    }
  }

  void Deliver(base::Result<ExecAnswer> answer) {
    std::vector<Ready> waiters;
    std::optional<base::Result<CredentialSnapshot>> result;
    bool said = false;
    {
      base::MutexLock lock(mutex_);
      child_ = nullptr;
      running_ = false;
      said = stopped_;
      result = stopped_ ? base::Result<CredentialSnapshot>(Stopped()) : Accept(std::move(answer));
      waiters.swap(waiters_);
    }
    if (!said && !result->ok()) {
      log_.Warning("an exec plugin gave no credentials", {{"error", result->status().message()}});
    }
    for (Ready& ready : waiters) std::exchange(ready, {})(*result);
  }

  base::Result<CredentialSnapshot> Accept(base::Result<ExecAnswer> answer)
      OARLOCK_REQUIRES(mutex_) {
    const base::MonoTime hold = clock_.Now() + kHold;
    if (!answer.ok()) {
      hold_until_ = hold;
      last_ = answer.status();
      return last_;
    }
    CredentialSnapshot& fresh = answer->credentials;
    const bool same = snapshot_.generation > 0 && fresh.authorization == snapshot_.authorization &&
                      fresh.client_cert_pem == snapshot_.client_cert_pem &&
                      fresh.client_key_pem == snapshot_.client_key_pem;
    fresh.generation = snapshot_.generation + (same ? 0 : 1);
    const base::UnixTime now = clock_.UnixNow();
    expires_ = answer->expires.value_or(base::UnixTime::max());
    // A short life is used for its first half at least.
    const base::Duration left = expires_ > now ? expires_ - now : base::Duration::zero();
    refresh_at_ = answer->expires ? expires_ - std::min(kRefreshEarly, left / 2) : expires_;
    if ((same && refused_) || expires_ <= now) hold_until_ = hold;
    refused_ = false;
    if (fresh.client_cert_pem != snapshot_.client_cert_pem) {
      metrics_->SetCertificate(this, fresh.client_cert_pem);
    }
    snapshot_ = std::move(fresh);
    last_ = snapshot_;
    return last_;
  }

  base::Clock& clock_;
  const base::Log log_;
  const std::shared_ptr<ExecMetrics> metrics_;
  ExecRunner runner_;  // used by the loop's thread only

  base::Mutex mutex_;
  std::thread thread_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<Ready> waiters_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<ChildRun> child_ OARLOCK_GUARDED_BY(mutex_);
  bool stopped_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool looping_ OARLOCK_GUARDED_BY(mutex_) = false;  // the thread will look at running_ again
  bool running_ OARLOCK_GUARDED_BY(mutex_) = false;  // a run goes on or is about to
  bool refused_ OARLOCK_GUARDED_BY(mutex_) = false;  // snapshot_ got a 401
  CredentialSnapshot snapshot_ OARLOCK_GUARDED_BY(mutex_);  // generation 0: none yet
  base::UnixTime expires_ OARLOCK_GUARDED_BY(mutex_){};
  base::UnixTime refresh_at_ OARLOCK_GUARDED_BY(mutex_){};
  base::MonoTime hold_until_ OARLOCK_GUARDED_BY(mutex_){};
  base::Result<CredentialSnapshot> last_ OARLOCK_GUARDED_BY(mutex_) =
      base::Internal("the exec plugin did not run yet");
};

ExecCredentials::ExecCredentials(const ClientConfig& config, const ExecDeps& deps)
    : core_(std::make_shared<Core>(config, deps)) {}

ExecCredentials::~ExecCredentials() { core_->Stop(); }

void ExecCredentials::Get(Ready ready) { core_->Get(std::move(ready)); }

void ExecCredentials::Invalidate(uint64_t generation) { core_->Invalidate(generation); }

void ExecCredentials::Stop() { core_->Stop(); }

}  // namespace oarlock::client
