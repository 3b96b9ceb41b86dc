#include "client/auth/key_pair.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>

namespace oarlock::client {
namespace {

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
template <typename T>
using Owned = std::unique_ptr<T, Free>;

// Without it OpenSSL would ask the terminal for the password of an encrypted key.
int NoPassword(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) { return -1; }

Owned<BIO> Reader(const std::string& text) {
  return Owned<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

Owned<X509> ReadCertificate(const std::string& pem) {
  return Owned<X509>(PEM_read_bio_X509(Reader(pem).get(), nullptr, NoPassword, nullptr));
}

std::optional<base::UnixTime> ToUnixTime(const ASN1_TIME* time) {
  tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return base::UnixTime(std::chrono::seconds(timegm(&parts)));
}

}  // namespace

std::optional<CertificateLife> ReadCertificateLife(const std::string& certificate_pem) {
  const Owned<X509> certificate = ReadCertificate(certificate_pem);
  ERR_clear_error();
  if (!certificate) return std::nullopt;
  const auto not_before = ToUnixTime(X509_get0_notBefore(certificate.get()));
  const auto not_after = ToUnixTime(X509_get0_notAfter(certificate.get()));
  if (!not_before || !not_after) return std::nullopt;
  return CertificateLife{*not_before, *not_after};
}

base::Status CheckKeyPair(const std::string& certificate_pem, const std::string& key_pem) {
  const Owned<X509> certificate = ReadCertificate(certificate_pem);
  const Owned<EVP_PKEY> key(
      PEM_read_bio_PrivateKey(Reader(key_pem).get(), nullptr, NoPassword, nullptr));
  const bool fits = certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1;
  ERR_clear_error();
  if (!certificate) return base::InvalidArgument("the client certificate is no PEM certificate");
  if (!key) {
    return base::InvalidArgument("the client key is no PEM private key without a password");
  }
  if (!fits) return base::InvalidArgument("the client key does not belong to the certificate");
  return {};
}

}  // namespace oarlock::client
