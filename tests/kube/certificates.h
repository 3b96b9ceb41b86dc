#pragma once
// The keys and certificates of one test cluster (EC P-256), written as PEM files into a directory.

#include <chrono>
#include <string>

#include "base/status.h"

namespace oarlock::kubetest {

// Files written:
//   ca.crt ca.key                  the authority of servers and clients
//   other-ca.crt                   an authority that signed nothing here
//   server.crt server.key          for 127.0.0.1, ::1 and localhost
//   admin.crt admin.key            O=system:masters
//   expired.crt expired.key        O=system:masters, ended an hour ago
//   service-account.key            signs service account tokens
base::Status WriteCertificates(const std::string& dir);

// One more client certificate NAME.crt, NAME.key, signed by the ca.{crt,key} of `dir` and valid
// until `lifetime` from now (negative: it has ended). `group` may be empty.
base::Status WriteClientCertificate(const std::string& dir, const std::string& name,
                                    const std::string& user, const std::string& group,
                                    std::chrono::seconds lifetime);

}  // namespace oarlock::kubetest
