#include "sandbox/access/certificates.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <memory>

#include "base/check.h"

namespace oarlock::sandbox {
namespace {

struct Free {
  void operator()(X509* p) const { X509_free(p); }
  void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
  void operator()(BIO* p) const { BIO_free(p); }
};
using X509Ptr = std::unique_ptr<X509, Free>;
using KeyPtr = std::unique_ptr<EVP_PKEY, Free>;
using BioPtr = std::unique_ptr<BIO, Free>;

constexpr long kDay = 24 * 3600;

std::string Text(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<size_t>(size)};
}

BioPtr Reader(const std::string& pem) {
  return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

Certificate ToPem(X509* certificate, EVP_PKEY* key) {
  const BioPtr certificate_text(BIO_new(BIO_s_mem()));
  OARLOCK_CHECK(PEM_write_bio_X509(certificate_text.get(), certificate) == 1);
  const BioPtr key_text(BIO_new(BIO_s_mem()));
  OARLOCK_CHECK(PEM_write_bio_PKCS8PrivateKey(key_text.get(), key, nullptr, nullptr, 0, nullptr,
                                              nullptr) == 1);
  return {Text(certificate_text.get()), Text(key_text.get())};
}

void AddName(X509_NAME* name, const char* field, const std::string& value) {
  if (value.empty()) return;
  const auto* bytes = static_cast<const unsigned char*>(static_cast<const void*>(value.data()));
  OARLOCK_CHECK(X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, bytes,
                                           static_cast<int>(value.size()), -1, 0) == 1);
}

void AddExtension(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
  OARLOCK_CHECK(extension != nullptr);
  OARLOCK_CHECK(X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

X509Ptr Blank(EVP_PKEY* key, const CertificateRequest& request) {
  X509Ptr certificate(X509_new());
  X509_set_version(certificate.get(), X509_VERSION_3);
  unsigned char serial[8];
  OARLOCK_CHECK(RAND_bytes(serial, sizeof(serial)) == 1);
  uint64_t number = 0;
  for (const unsigned char byte : serial) number = number << 8 | byte;
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), number >> 1 | 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kDay);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  AddName(name, "O", request.organization);
  AddName(name, "CN", request.common_name);
  return certificate;
}

}  // namespace

Certificate MakeAuthority(const std::string& common_name) {
  const KeyPtr key(EVP_EC_gen("P-256"));
  OARLOCK_CHECK(key != nullptr);
  const X509Ptr certificate = Blank(key.get(), {.common_name = common_name});
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get()));
  AddExtension(certificate.get(), certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate.get(), certificate.get(), NID_key_usage,
               "critical,keyCertSign,cRLSign,digitalSignature");
  AddExtension(certificate.get(), certificate.get(), NID_subject_key_identifier, "hash");
  OARLOCK_CHECK(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);
  return ToPem(certificate.get(), key.get());
}

Certificate IssueCertificate(const Certificate& authority, const CertificateRequest& request) {
  const BioPtr ca_text = Reader(authority.certificate_pem);
  const X509Ptr ca(PEM_read_bio_X509(ca_text.get(), nullptr, nullptr, nullptr));
  const BioPtr ca_key_text = Reader(authority.key_pem);
  const KeyPtr ca_key(PEM_read_bio_PrivateKey(ca_key_text.get(), nullptr, nullptr, nullptr));
  const KeyPtr key(EVP_EC_gen("P-256"));
  OARLOCK_CHECK(ca != nullptr && ca_key != nullptr && key != nullptr);
  const X509Ptr certificate = Blank(key.get(), request);
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(ca.get()));
  AddExtension(certificate.get(), ca.get(), NID_ext_key_usage, "serverAuth,clientAuth");
  std::string names;
  for (const std::string& name : request.alt_names) names += (names.empty() ? "" : ",") + name;
  if (!names.empty()) AddExtension(certificate.get(), ca.get(), NID_subject_alt_name, names);
  OARLOCK_CHECK(X509_sign(certificate.get(), ca_key.get(), EVP_sha256()) > 0);
  return ToPem(certificate.get(), key.get());
}

}  // namespace oarlock::sandbox
