#include "client/transport/ca_source.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace oarlock::client {
namespace {

constexpr base::Duration kCheckInterval = std::chrono::minutes(1);
constexpr const char* kMarker = "-----BEGIN CERTIFICATE-----";

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

base::Result<std::string> ReadCa(const std::string& path) {
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rbe"));
  const auto fail = [&](const std::string& why) {
    return base::InvalidArgument("certificate authority file \"" + path + "\": " + why);
  };
  if (!file) return fail(std::strerror(errno));
  std::string text;
  char buffer[16 * 1024];
  while (const size_t got = std::fread(buffer, 1, sizeof(buffer), file.get())) {
    text.append(buffer, got);
    if (text.size() > kCaFileBytesMax) return fail("larger than 4 MiB");
  }
  if (std::ferror(file.get()) != 0) return fail("cannot be read");
  if (text.find(kMarker) == std::string::npos) return fail("holds no PEM certificate");
  return text;
}

}  // namespace

base::Result<CaSource> CaSource::Load(const TlsConfig& tls) {
  CaSource source;
  if (!tls.ca_data.empty()) {
    source.pem_ = tls.ca_data;
    if (source.pem_.find(kMarker) == std::string::npos) {
      return base::InvalidArgument("certificate authority data holds no PEM certificate");
    }
  } else if (!tls.ca_file.empty()) {
    source.file_ = tls.ca_file;
    OARLOCK_ASSIGN_OR_RETURN(source.pem_, ReadCa(source.file_));
  }
  return source;
}

const std::string& CaSource::Pem(base::MonoTime now) {
  if (file_.empty() || now < next_check_) return pem_;
  next_check_ = now + kCheckInterval;
  base::Result<std::string> text = ReadCa(file_);
  if (text.ok()) pem_ = *std::move(text);
  return pem_;
}

}  // namespace oarlock::client
