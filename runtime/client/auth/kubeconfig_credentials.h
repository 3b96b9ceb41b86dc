#pragma once
// KubeconfigCredentials: credentials of a kubeconfig that others rewrite while we run: a new token
// or certificate in it is used without a restart (KC-13).
//
// Made by CredentialsFactory around the credentials that fit the configuration. Its files are
// looked at every minute, and at once after a 401; when one changed, the configuration is read
// again and its user's credentials replace the old ones. A file that cannot be used leaves what was
// good, with a log line. Another server, authority, proxy or impersonation is not followed: a log
// line says that it needs a restart.
// Threads: [any]; Get looks at local files on the caller's thread. `clock` is borrowed, and what
// the functions refer to outlives this. Errors: those of the credentials inside.

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"

namespace oarlock::client {

class KubeconfigCredentials final : public Credentials {
 public:
  using Load = std::function<base::Result<ClientConfig>()>;
  using MakeInner =
      std::function<base::Result<std::unique_ptr<Credentials>>(const ClientConfig& config)>;
  struct Parts {
    base::Clock& clock;
    base::MetricRegistry& metrics;
    base::Log log;
    Load load;
    MakeInner make;
  };
  KubeconfigCredentials(const ClientConfig& config, std::unique_ptr<Credentials> inner,
                        Parts parts);
  ~KubeconfigCredentials() override;

  void Get(Ready ready) override;
  void Invalidate(uint64_t generation) override;
  void Stop() override;

 private:
  class Core;
  const std::shared_ptr<Core> core_;
};

}  // namespace oarlock::client
