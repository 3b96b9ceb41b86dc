#include "client/transport/ca_source.h"

#include <utility>

#include "client/small_file.h"

namespace oarlock::client {
namespace {

constexpr base::Duration kCheckInterval = std::chrono::minutes(1);
constexpr const char* kMarker = "-----BEGIN CERTIFICATE-----";

constexpr const char* kWhat = "certificate authority file";

base::Result<std::string> ReadCa(const std::string& path) {
  const auto text = ReadSmallFile(path, kCaFileBytesMax);
  if (!text.ok()) return base::InvalidArgument(text.status().message()).WithContext(kWhat);
  return text;
}

base::Status CheckCa(const std::string& path, const std::string& text) {
  if (text.find(kMarker) != std::string::npos) return base::Status::Ok();
  return base::InvalidArgument(path + ": holds no PEM certificate").WithContext(kWhat);
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
    source.CountReloads(metrics);
    OARLOCK_ASSIGN_OR_RETURN(source.pem_, ReadCa(source.file_));
    OARLOCK_RETURN_IF_ERROR(CheckCa(source.file_, source.pem_));
  }
  return source;
}

const std::string& CaSource::Pem(base::MonoTime now) {
  if (file_.empty() || now < next_check_) return pem_;
  next_check_ = now + kCheckInterval;
  const Outcome outcome = Reload();
  reads_->Count(outcome == kUnchanged || outcome == kUpdated);
  reloads_[outcome]->Add();
  return pem_;
}

CaSource::Outcome CaSource::Reload() {
  base::Result<std::string> text = ReadCa(file_);
  const base::Status usable = text.ok() ? CheckCa(file_, *text) : text.status();
  if (!usable.ok()) {
    log_.Warning("the certificate authority that was read before stays in use",
                 {{"error", usable.message()}});
    if (!text.ok()) return kReadError;
    return text->empty() ? kEmpty : kParseError;
  }
  if (*text == pem_) return kUnchanged;
  log_.Info("a new certificate authority is used for new connections", {{"file", file_}});
  pem_ = *std::move(text);
  return kUpdated;
}

void CaSource::CountReloads(base::MetricRegistry& metrics) {
  constexpr std::array<std::pair<const char*, const char*>, kOutcomes> kLabels = {
      {{"success", "unchanged"},
       {"success", "updated"},
       {"failure", "read_error"},
       {"failure", "empty"},
       {"failure", "ca_parse_error"}}};
  for (size_t i = 0; i < kOutcomes; ++i) {
    reloads_[i] =
        metrics.MakeCounter("rest_client_transport_ca_reload_total",
                            "Times the authority's file was read again, by what came of it.",
                            {{"result", kLabels[i].first}, {"reason", kLabels[i].second}});
  }
}

}  // namespace oarlock::client
