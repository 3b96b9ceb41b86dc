#include "app/admin/admin_listeners.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace oarlock::app {
namespace {

// One request that waits for the API server does not hold up the next.
constexpr size_t kAccessThreads = 2;

}  // namespace

void AddAdminFlags(CLI::App& run, AdminFlags& flags) {
  run.add_option("--admin-socket", flags.socket,
                 "Unix socket of the admin API, mode 0600 (default: none)");
  run.add_option("--admin-listen", flags.listen,
                 "Address of the admin API and the metrics over TLS, for users whom the API server "
                 "lets (default: none)");
  run.add_option("--tls-cert-file", flags.certificate_file,
                 "Certificate of --admin-listen (PEM, with its chain); read anew when it changes");
  run.add_option("--tls-private-key-file", flags.key_file, "Key of --tls-cert-file (PEM)");
}

base::Result<std::unique_ptr<AdminListeners>> AdminListeners::Start(const AdminFlags& flags,
                                                                    const server::Router& router,
                                                                    const Deps& deps) {
  std::unique_ptr<AdminListeners> made(new AdminListeners);
  if (!flags.socket.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(made->socket_,
                             server::HttpServer::Start("unix:" + flags.socket, router, deps.log));
  }
  const bool has_files = !flags.certificate_file.empty() && !flags.key_file.empty();
  if (flags.listen.empty() && flags.certificate_file.empty() && flags.key_file.empty()) return made;
  if (flags.listen.empty() || !has_files) {
    return base::InvalidArgument(
        "--admin-listen, --tls-cert-file and --tls-private-key-file belong together");
  }
  OARLOCK_RETURN_IF_ERROR(made->ServeSecurely(flags, router, deps));
  return made;
}

base::Status AdminListeners::ServeSecurely(const AdminFlags& flags, const server::Router& router,
                                           const Deps& deps) {
  pool_ = std::make_unique<base::ThreadPool>("access", kAccessThreads);
  certificates_ = std::make_shared<CertificateFiles>(
      flags.certificate_file, flags.key_file,
      CertificateFiles::Deps{*pool_, deps.clock, deps.metrics, deps.log});
  server::HttpOptions options;
  OARLOCK_ASSIGN_OR_RETURN(options.tls, certificates_->Read());
  options.thread_name = "admin";
  auto filter = std::make_shared<AccessFilter>(
      server::HttpServer::HandlerOf(router),
      AccessFilter::Deps{deps.client, *pool_, deps.clock, deps.metrics, deps.log});
  auto secure = server::HttpServer::Start(flags.listen, options, std::move(filter), deps.log);
  if (!secure.ok()) return secure.status().WithContext("--admin-listen");
  secure_ = *std::move(secure);
  certificates_->Follow([this](const server::HttpTls& tls) { return secure_->SetTls(tls); });
  deps.log.Info("serving the admin API over TLS", {{"address", secure_->address()}});
  return base::Status::Ok();
}

AdminListeners::~AdminListeners() { Stop(); }

void AdminListeners::Stop() {
  if (certificates_) certificates_->Stop();
  if (secure_) secure_->Stop();
  if (socket_) socket_->Stop();
  if (pool_) pool_->Stop();
}

}  // namespace oarlock::app
