#include "app/admin/certificate_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace oarlock::app {
namespace {

base::Result<std::string> ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) {
    return base::InvalidArgument(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  std::string text(kCertificateBytesMax + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  const auto size = static_cast<size_t>(file.gcount());
  if (size == 0) return base::InvalidArgument(path + ": is empty, or cannot be read");
  if (size > kCertificateBytesMax) return base::InvalidArgument(path + ": is too large");
  text.resize(size);
  return text;
}

std::string SeenOf(const base::Result<server::HttpTls>& tls) {
  return tls.ok() ? tls->certificate_pem + tls->key_pem : tls.status().message();
}

}  // namespace

CertificateFiles::CertificateFiles(std::string certificate_file, std::string key_file,
                                   const Deps& deps)
    : certificate_file_(std::move(certificate_file)),
      key_file_(std::move(key_file)),
      deps_(deps),
      reads_(deps.metrics.MakeCounter("certwatcher_read_certificate_total",
                                      "Times that the serving certificate was read.")),
      errors_(deps.metrics.MakeCounter("certwatcher_read_certificate_errors_total",
                                       "Times that the serving certificate could not be used.")) {}

base::Result<server::HttpTls> CertificateFiles::ReadFiles() const {
  server::HttpTls tls;
  OARLOCK_ASSIGN_OR_RETURN(tls.certificate_pem, ReadText(certificate_file_));
  OARLOCK_ASSIGN_OR_RETURN(tls.key_pem, ReadText(key_file_));
  return tls;
}

base::Result<server::HttpTls> CertificateFiles::Read() {
  auto tls = ReadFiles();
  (tls.ok() ? reads_ : errors_)->Add();
  base::MutexLock lock(mutex_);
  seen_ = SeenOf(tls);
  return tls;
}

void CertificateFiles::Follow(std::function<base::Status(const server::HttpTls&)> use) {
  base::MutexLock lock(mutex_);
  use_ = std::move(use);
  LookLater();
}

void CertificateFiles::Stop() {
  base::MutexLock lock(mutex_);
  use_ = nullptr;
  if (timer_ != 0) deps_.clock.Cancel(std::exchange(timer_, 0));
}

// Files are not read on the timer's thread.
void CertificateFiles::LookLater() {
  timer_ = deps_.clock.ScheduleAfter(kCertificateLookTime, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->deps_.executor.Post([weak] {
      if (const auto alive = weak.lock()) alive->Look();
    });
  });
}

void CertificateFiles::Look() {
  const auto tls = ReadFiles();
  base::MutexLock lock(mutex_);
  timer_ = 0;
  if (!use_) return;
  const std::string now = SeenOf(tls);
  if (now != std::exchange(seen_, now)) {
    const base::Status used = tls.ok() ? use_(*tls) : tls.status();
    (used.ok() ? reads_ : errors_)->Add();
    if (used.ok()) {
      deps_.log.Info("the serving certificate was read anew", {{"file", certificate_file_}});
    } else {
      deps_.log.Warning("the new serving certificate cannot be used; the one before stays",
                        {{"file", certificate_file_}, {"error", used.message()}});
    }
  }
  LookLater();
}

}  // namespace oarlock::app
