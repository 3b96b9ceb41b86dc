#pragma once
// RegistrySession: requests to one repository of one registry, with its login, its token and its
// redirects.
//
// A 401 is answered once by what the registry asks for: a user and password, or a token of the
// server it names. Passwords go to the registry and to that server only, tokens to the registry
// only: whatever a redirect leads to gets neither. From https nothing leads to http. What is in a
// login or token is never in a message.
// Made for one fetch or push, used by one thread, which blocks. Errors: of HttpExchange and of
// StatusOf, each with the registry's name. Limits: kRedirectsMax, kTokenAnswerBytesMax.

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "kube/blob/blob_reference.h"
#include "kube/call_context.h"
#include "oci/challenge.h"
#include "oci/http_exchange.h"
#include "oci/registry_login.h"

namespace oarlock::oci {

inline constexpr int kRedirectsMax = 5;
inline constexpr size_t kTokenAnswerBytesMax = 1024 * 1024;

struct RegistryOptions {
  // A login file named by hand; empty: `default_login_files`.
  std::string login_file;
  std::vector<std::string> default_login_files;
  // Registries (as in references) that are spoken to without TLS.
  std::vector<std::string> plain_http;
  std::string ca_file;  // trusted in place of the system's authorities; empty: those
};

struct RegistryRequest {
  std::string method = "GET";
  std::string url;  // a path of the registry, or a whole URL
  std::vector<std::string> headers = {};
  std::shared_ptr<const std::string> body = {};
  size_t answer_max = 0;
  BodyTaker* taker = nullptr;
};

// The registry's own words about an answer that is no 2xx.
base::Status StatusOf(const HttpAnswer& answer);

class RegistrySession {
 public:
  static base::Result<std::unique_ptr<RegistrySession>> Open(const RegistryOptions& options,
                                                             const kube::BlobReference& reference,
                                                             bool push, base::Clock& clock);

  // An answer with a 2xx status, or why there is none.
  base::Result<HttpAnswer> Do(const RegistryRequest& request, const kube::CallContext& call);
  // "/v2/REPOSITORY/" + below
  std::string Path(const std::string& below) const;

 private:
  RegistrySession(const RegistryOptions& options, const kube::BlobReference& reference, bool push,
                  base::Clock& clock)
      : options_(options), reference_(reference), push_(push), exchange_(clock) {}

  base::Result<HttpAnswer> Follow(const RegistryRequest& request, const kube::CallContext& call);
  client::TransferSpec MakeSpec(const RegistryRequest& request, const std::string& url) const;
  base::Result<std::string> Redirected(const std::string& from, const std::string& location) const;
  base::Status Authorize(const HttpAnswer& answer, const kube::CallContext& call);
  base::Status FetchToken(const Challenge& challenge, const RegistryLogins& logins,
                          const kube::CallContext& call);
  base::Result<client::TransferSpec> TokenRequest(const Challenge& challenge,
                                                  const RegistryLogins& logins) const;

  const RegistryOptions options_;
  const kube::BlobReference reference_;
  const bool push_;
  std::string origin_;         // "https://registry.example:5000"
  std::string ca_pem_;         // empty: the system's
  std::string authorization_;  // header line for the registry; empty: none yet
  HttpExchange exchange_;
};

}  // namespace oarlock::oci
