#include "client/auth/kubeconfig_credentials.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "base/mutex.h"
#include "client/auth/read_counter.h"

namespace oarlock::client {
namespace {

constexpr base::Duration kCheckInterval = std::chrono::minutes(1);

// Changes whenever one of the files is written, replaced, made or removed. A pipe never does: what
// it said cannot be read again.
std::string Signature(const std::vector<std::string>& files) {
  std::string out;
  for (const std::string& file : files) {
    struct stat info {};
    if (stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      for (const auto part : {static_cast<int64_t>(info.st_ino), info.st_size, info.st_mtim.tv_sec,
                              info.st_mtim.tv_nsec}) {
        out += std::to_string(part) + ",";
      }
    }
    out += ";";
  }
  return out;
}

// Whatever a running transport cannot change.
std::string Fixed(const ClientConfig& config) {
  const TlsConfig& tls = config.tls;
  const Impersonation& who = config.auth.impersonate;
  std::string out;
  for (const std::string* part : {&config.server, &config.proxy_url, &tls.ca_data, &tls.ca_file,
                                  &tls.server_name, &who.user, &who.uid}) {
    out += *part + "\n";
  }
  out += tls.insecure ? "insecure" : "";
  for (const std::string& group : who.groups) out += "\ngroup " + group;
  for (const auto& [key, values] : who.extra) {
    out += "\nextra " + key;
    for (const std::string& value : values) out += "\n" + value;
  }
  return out;
}

}  // namespace

// Outlives the KubeconfigCredentials while an answer is on its way.
class KubeconfigCredentials::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(const ClientConfig& config, std::unique_ptr<Credentials> inner, Parts parts)
      : parts_(std::move(parts)),
        files_(config.files),
        fixed_(Fixed(config)),
        reads_(parts_.metrics, "kubeconfig"),
        inner_(std::move(inner)),
        signature_(Signature(files_)),
        next_check_(parts_.clock.Now() + kCheckInterval) {}

  void Get(Ready ready) {
    std::shared_ptr<Credentials> old;
    std::shared_ptr<Credentials> inner;
    {
      base::MutexLock lock(mutex_);
      if (!stopped_ && parts_.clock.Now() >= next_check_) old = Follow();
      inner = inner_;
    }
    if (old != nullptr) old->Stop();
    inner->Get([self = shared_from_this(), inner,
                ready = std::move(ready)](base::Result<CredentialSnapshot> answer) mutable {
      self->Answer(inner, std::move(answer), std::move(ready));
    });
  }

  void Invalidate(uint64_t generation) {
    std::shared_ptr<Credentials> inner;
    uint64_t inside = 0;
    {
      base::MutexLock lock(mutex_);
      if (generation != last_) return;
      next_check_ = {};
      inner = inner_;
      inside = generation - before_;
    }
    inner->Invalidate(inside);
  }

  void Stop() {
    std::shared_ptr<Credentials> inner;
    {
      base::MutexLock lock(mutex_);
      stopped_ = true;
      inner = inner_;
    }
    inner->Stop();
  }

 private:
  void Answer(const std::shared_ptr<Credentials>& from, base::Result<CredentialSnapshot> answer,
              Ready ready) {
    bool replaced = false;
    {
      base::MutexLock lock(mutex_);
      replaced = from != inner_ && !stopped_;
      if (!replaced && answer.ok()) {
        answer->generation += before_;
        last_ = std::max(last_, answer->generation);
      }
    }
    if (replaced) {
      Get(std::move(ready));  // of those that were replaced while this waited
    } else {
      ready(std::move(answer));
    }
  }

  // What is replaced; null = nothing.
  std::shared_ptr<Credentials> Follow() OARLOCK_REQUIRES(mutex_) {
    next_check_ = parts_.clock.Now() + kCheckInterval;
    std::string signature = Signature(files_);
    if (signature == signature_) return nullptr;
    const base::Result<ClientConfig> config = parts_.load();
    auto made = config.ok() ? parts_.make(*config)
                            : base::Result<std::unique_ptr<Credentials>>(config.status());
    reads_.Count(made.ok());
    if (!made.ok()) {  // perhaps half written: looked at again in a minute
      parts_.log.Warning("the kubeconfig changed and cannot be used; what was read before stays",
                         {{"error", made.status().message()}});
      return nullptr;
    }
    signature_ = std::move(signature);
    if (Fixed(*config) != fixed_) {
      parts_.log.Warning(
          "the kubeconfig changed and names another server or identity: restart to use it",
          {{"now", Redacted(*config)}});
      return nullptr;
    }
    parts_.log.Info("the kubeconfig changed: its credentials are used from now on",
                    {{"now", Redacted(*config)}});
    before_ = last_;
    return std::exchange(inner_, *std::move(made));
  }

  const Parts parts_;
  const std::vector<std::string> files_;
  const std::string fixed_;
  ReadCounter reads_;

  base::Mutex mutex_;
  std::shared_ptr<Credentials> inner_ OARLOCK_GUARDED_BY(mutex_);
  std::string signature_ OARLOCK_GUARDED_BY(mutex_);
  base::MonoTime next_check_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t before_ OARLOCK_GUARDED_BY(mutex_) = 0;  // generations of those that were replaced
  uint64_t last_ OARLOCK_GUARDED_BY(mutex_) = 0;    // newest that was given out
  bool stopped_ OARLOCK_GUARDED_BY(mutex_) = false;
};

KubeconfigCredentials::KubeconfigCredentials(const ClientConfig& config,
                                             std::unique_ptr<Credentials> inner, Parts parts)
    : core_(std::make_shared<Core>(config, std::move(inner), std::move(parts))) {}

KubeconfigCredentials::~KubeconfigCredentials() { core_->Stop(); }

void KubeconfigCredentials::Get(Ready ready) { core_->Get(std::move(ready)); }

void KubeconfigCredentials::Invalidate(uint64_t generation) { core_->Invalidate(generation); }

void KubeconfigCredentials::Stop() { core_->Stop(); }

}  // namespace oarlock::client
