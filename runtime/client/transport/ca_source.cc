#include "client/transport/ca_source.h"

#include "client/small_file.h"

namespace oarlock::client {
namespace {

constexpr base::Duration kCheckInterval = std::chrono::minutes(1);
constexpr const char* kMarker = "-----BEGIN CERTIFICATE-----";

base::Result<std::string> ReadCa(const std::string& path) {
  constexpr const char* kWhat = "certificate authority file";
  const auto text = ReadSmallFile(path, kCaFileBytesMax);
  if (!text.ok()) return base::InvalidArgument(text.status().message()).WithContext(kWhat);
  if (text->find(kMarker) == std::string::npos) {
    return base::InvalidArgument(path + ": holds no PEM certificate").WithContext(kWhat);
  }
  return text;
}

}  // namespace

base::Result<CaSource> CaSource::Load(const TlsConfig& tls, base::MetricRegistry& metrics,
                                      const base::Log& log) {
  CaSource source(log);
  if (!tls.ca_data.empty()) {
    source.pem_ = tls.ca_data;
    if (source.pem_.find(kMarker) == std::string::npos) {
      return base::InvalidArgument("certificate authority data holds no PEM certificate");
    }
  } else if (!tls.ca_file.empty()) {
    source.file_ = tls.ca_file;
    source.reads_.emplace(metrics, "authority");
    OARLOCK_ASSIGN_OR_RETURN(source.pem_, ReadCa(source.file_));
  }
  return source;
}

const std::string& CaSource::Pem(base::MonoTime now) {
  if (file_.empty() || now < next_check_) return pem_;
  next_check_ = now + kCheckInterval;
  base::Result<std::string> text = ReadCa(file_);
  reads_->Count(text.ok());
  if (!text.ok()) {
    log_.Warning("the certificate authority that was read before stays in use",
                 {{"error", text.status().message()}});
  } else if (*text != pem_) {
    log_.Info("a new certificate authority is used for new connections", {{"file", file_}});
    pem_ = *std::move(text);
  }
  return pem_;
}

}  // namespace oarlock::client
