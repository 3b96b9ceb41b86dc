#include "server/http_peer.h"

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <string>

namespace oarlock::server {
namespace {

std::string TextOf(X509_NAME* name, int at) {
  const ASN1_STRING* text = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at));
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<size_t>(ASN1_STRING_length(text))};
}

}  // namespace

std::shared_ptr<const HttpPeer> PeerOf(ssl_st* ssl) {
  X509* certificate = SSL_get1_peer_certificate(ssl);
  if (certificate == nullptr) return nullptr;
  auto peer = std::make_shared<HttpPeer>();
  X509_NAME* name = X509_get_subject_name(certificate);
  for (int at = -1; (at = X509_NAME_get_index_by_NID(name, NID_commonName, at)) >= 0;) {
    peer->common_name = TextOf(name, at);
  }
  for (int at = -1; (at = X509_NAME_get_index_by_NID(name, NID_organizationName, at)) >= 0;) {
    peer->organizations.push_back(TextOf(name, at));
  }
  X509_free(certificate);
  return peer;
}

}  // namespace oarlock::server
