#include "client/auth/file_credentials.h"

#include "client/auth/key_pair.h"
#include "client/auth/static_credentials.h"
#include "client/small_file.h"
#include "client/trim.h"

namespace oarlock::client {
namespace {

constexpr base::Duration kTokenReadInterval = std::chrono::seconds(50);
constexpr base::Duration kTokenRetryDelay = std::chrono::seconds(10);
constexpr base::Duration kPairReadInterval = std::chrono::seconds(10);
constexpr base::MonoTime kAtOnce{};

base::Result<std::string> ReadTokenFile(const std::string& path) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string text, ReadSmallFile(path, kCredentialFileBytesMax));
  std::string token = Trimmed(text);
  if (token.empty()) return base::InvalidArgument(path + ": the token file is empty");
  if (token.find_first_of("\r\n") != std::string::npos) {
    return base::InvalidArgument(path + ": the token file has more than one line");
  }
  return token;
}

base::Status Unusable(std::string_view what, const base::Status& status) {
  return {base::StatusCode::kUnauthenticated, std::string(what) + ": " + status.message()};
}

}  // namespace

FileCredentials::FileCredentials(const ClientConfig& config, base::Clock& clock,
                                 base::MetricRegistry& metrics, const base::Log& log)
    : tls_(config.tls),
      token_file_(config.auth.token_file),
      has_pair_(!tls_.client_cert_data.empty() || !tls_.client_cert_file.empty()),
      clock_(clock),
      log_(log),
      token_reads_(metrics, "token"),
      pair_reads_(metrics, "certificate") {
  snapshot_.authorization = StaticAuthorization(config.auth);
  snapshot_.generation = 1;
}

void FileCredentials::Get(Ready ready) {
  base::Result<CredentialSnapshot> answer = [this] {
    base::MutexLock lock(mutex_);
    return Current();
  }();
  ready(std::move(answer));
}

void FileCredentials::Invalidate(uint64_t generation) {
  base::MutexLock lock(mutex_);
  if (generation != snapshot_.generation) return;
  next_token_read_ = kAtOnce;
  next_pair_read_ = kAtOnce;
}

base::Result<CredentialSnapshot> FileCredentials::Current() {
  const base::MonoTime now = clock_.Now();
  if (!token_file_.empty() && now >= next_token_read_) ReadToken(now);
  if (has_pair_ && now >= next_pair_read_) ReadPair(now);
  if (!token_status_.ok()) return token_status_;
  if (!pair_status_.ok()) return pair_status_;
  return snapshot_;
}

void FileCredentials::ReadToken(base::MonoTime now) {
  const base::Result<std::string> token = ReadTokenFile(token_file_);
  token_reads_.Count(token.ok());
  next_token_read_ = now + (token.ok() ? kTokenReadInterval : kTokenRetryDelay);
  if (!token.ok()) {
    log_.Warning("the token file cannot be used", {{"error", token.status().message()}});
    if (snapshot_.authorization.empty()) token_status_ = Unusable("token file", token.status());
    return;
  }
  token_status_ = {};
  std::string authorization = "Bearer " + *token;
  if (authorization == snapshot_.authorization) return;
  snapshot_.authorization = std::move(authorization);
  ++snapshot_.generation;
}

void FileCredentials::ReadPair(base::MonoTime now) {
  next_pair_read_ = now + kPairReadInterval;
  std::string certificate = tls_.client_cert_data;
  std::string key = tls_.client_key_data;
  const base::Status status = LoadPair(certificate, key);
  pair_reads_.Count(status.ok());
  if (!status.ok()) {
    log_.Warning("the client certificate files cannot be used", {{"error", status.message()}});
    if (snapshot_.client_cert_pem.empty()) pair_status_ = Unusable("client certificate", status);
    return;
  }
  pair_status_ = {};
  if (certificate == snapshot_.client_cert_pem && key == snapshot_.client_key_pem) return;
  snapshot_.client_cert_pem = std::move(certificate);
  snapshot_.client_key_pem = std::move(key);
  ++snapshot_.generation;
}

base::Status FileCredentials::LoadPair(std::string& certificate, std::string& key) const {
  if (certificate.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(certificate,
                             ReadSmallFile(tls_.client_cert_file, kCredentialFileBytesMax));
  }
  if (key.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(key, ReadSmallFile(tls_.client_key_file, kCredentialFileBytesMax));
  }
  return CheckKeyPair(certificate, key)
      .WithContext(tls_.client_cert_file.empty() ? "inline certificate" : tls_.client_cert_file);
}

}  // namespace oarlock::client
