#pragma once
// Certificates for tests: an authority and what it issues, EC P-256, valid around now, as PEM.
// Made anew in each test run; nothing is stored. Threads: [any]. Aborts on failure (tests only).

#include <string>
#include <vector>

namespace oarlock::sandbox {

struct Certificate {
  std::string certificate_pem;
  std::string key_pem;
};

struct CertificateRequest {
  std::string common_name;
  std::string organization;            // the group for an API server
  std::vector<std::string> alt_names;  // "DNS:api.internal", "IP:127.0.0.1"
};

Certificate MakeAuthority(const std::string& common_name);
Certificate IssueCertificate(const Certificate& authority, const CertificateRequest& request);

}  // namespace oarlock::sandbox
