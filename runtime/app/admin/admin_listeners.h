#pragma once
// AdminListeners: where the admin API is served: on a Unix socket for whoever may open it, and over
// TLS for whoever the API server lets (access_filter.h).
//
// Built by Host with the routes of both. Threads: Start and Stop [main]. Ownership: owns listeners,
// the threads that ask for reviews, and the files that are followed.
// Errors: Start → kInvalidArgument for flags and certificates, kUnavailable for an address.

#include <memory>
#include <string>

#include "app/admin/access_filter.h"
#include "app/admin/certificate_files.h"
#include "base/executor.h"
#include "server/http_server.h"

namespace CLI {
class App;
}  // namespace CLI

namespace oarlock::app {

struct AdminFlags {
  std::string socket;  // empty: none
  std::string listen;  // empty: none
  std::string certificate_file;
  std::string key_file;
};

// `flags` lives until the command runs.
void AddAdminFlags(CLI::App& run, AdminFlags& flags);

class AdminListeners {
 public:
  struct Deps {
    std::shared_ptr<kube::Client> client;  // as the host itself
    base::Clock& clock;
    base::MetricRegistry& metrics;
    base::Log log;
  };
  static base::Result<std::unique_ptr<AdminListeners>> Start(const AdminFlags& flags,
                                                             const server::Router& router,
                                                             const Deps& deps);
  ~AdminListeners();  // Stop
  void Stop();
  // Of the one with TLS, with its real port; "" = there is none.
  std::string address() const { return secure_ ? secure_->address() : std::string(); }

 private:
  AdminListeners() = default;
  base::Status ServeSecurely(const AdminFlags& flags, const server::Router& router,
                             const Deps& deps);

  std::unique_ptr<server::HttpServer> socket_;
  std::unique_ptr<base::ThreadPool> pool_;
  std::shared_ptr<CertificateFiles> certificates_;
  std::unique_ptr<server::HttpServer> secure_;
};

}  // namespace oarlock::app
