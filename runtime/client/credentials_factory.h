#pragma once
// CredentialsFactory: the one place that decides which Credentials fit a ClientConfig, and owner of
// what those of a process share: one authenticator per exec configuration (XP-5), the policy for
// exec plugins, metrics.
//
// One per process, made by `app`; Make is called before RestClientFactory::Create. Static token,
// basic authentication and client certificates win over an exec plugin (XP-6, C-KC-06); files are
// re-read (TP-3, TP-4). Credentials may outlive the factory, not its borrowed clock and registry.
// Threads: [any]. Errors of Make: kInvalidArgument for a config that can never work (token and
// basic at once, a key that does not fit its certificate, a plugin version nobody knows).

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"
#include "client/environment.h"
#include "client/exec_policy.h"

namespace oarlock::client {

struct CredentialsDeps {
  base::Clock& clock;
  base::MetricRegistry& metrics;
  base::Log log;
  Environment environment;  // what exec plugins inherit
  ExecPolicy exec_policy{};
};

class ExecCredentials;
class ExecMetrics;

class CredentialsFactory {
 public:
  explicit CredentialsFactory(CredentialsDeps deps);
  ~CredentialsFactory();
  CredentialsFactory(const CredentialsFactory&) = delete;
  CredentialsFactory& operator=(const CredentialsFactory&) = delete;

  base::Result<std::unique_ptr<Credentials>> Make(const ClientConfig& config);
  // The same, and follows changes of the kubeconfig files (KC-13): `load` reads them again. The
  // factory and what `load` refers to outlive the result.
  base::Result<std::unique_ptr<Credentials>> MakeFollowing(
      const ClientConfig& config, std::function<base::Result<ClientConfig>()> load);

 private:
  std::shared_ptr<Credentials> Exec(const ClientConfig& config);

  const CredentialsDeps deps_;
  const std::shared_ptr<ExecMetrics> metrics_;
  base::Mutex mutex_;
  // By ExecKey; entries whose last user is gone are dropped at the next Make.
  std::map<std::string, std::weak_ptr<ExecCredentials>> exec_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::client
