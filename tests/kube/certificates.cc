#include "tests/kube/certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <memory>
#include <utility>
#include <vector>

namespace oarlock::kubetest {
namespace {

template <auto free_function>
struct Free {
  template <typename T>
  void operator()(T* value) const {
    free_function(value);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using File = std::unique_ptr<BIO, Free<BIO_free_all>>;

constexpr std::chrono::seconds kTenYears = std::chrono::hours(24 * 3650);

struct Subject {
  std::string name;
  std::string group;
  std::chrono::seconds lifetime = kTenYears;
  std::vector<std::pair<int, std::string>> extensions;
};

struct Authority {
  Key key;
  Certificate certificate;
};

void AddName(X509_NAME* to, const char* field, const std::string& value) {
  if (value.empty()) return;
  X509_NAME_add_entry_by_txt(to, field, MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(value.data()),
                             static_cast<int>(value.size()), -1, 0);
}

bool AddExtensions(X509* certificate, X509* issuer, const Subject& subject) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  for (const auto& [nid, value] : subject.extensions) {
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
    if (extension == nullptr) return false;
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
  return true;
}

// Signed by `authority`, or by itself when that is null.
Certificate MakeCertificate(EVP_PKEY* key, const Subject& subject, const Authority* authority) {
  Certificate certificate(X509_new());
  uint64_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1U);
  // Begins in the past, so that an ended one began before it ended.
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -86400);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), subject.lifetime.count());
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  AddName(name, "O", subject.group);
  AddName(name, "CN", subject.name);
  X509* issuer = authority == nullptr ? certificate.get() : authority->certificate.get();
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer));
  if (!AddExtensions(certificate.get(), issuer, subject)) return nullptr;
  EVP_PKEY* signer = authority == nullptr ? key : authority->key.get();
  if (X509_sign(certificate.get(), signer, EVP_sha256()) == 0) return nullptr;
  return certificate;
}

Key MakeKey() { return Key(EVP_EC_gen("P-256")); }

base::Status WriteKey(const std::string& path, EVP_PKEY* key) {
  const File file(BIO_new_file(path.c_str(), "w"));
  // The traditional form: the one that every reader of service account keys knows.
  if (file == nullptr || PEM_write_bio_PrivateKey_traditional(file.get(), key, nullptr, nullptr, 0,
                                                              nullptr, nullptr) != 1) {
    return base::Internal("cannot write " + path);
  }
  chmod(path.c_str(), 0600);
  return {};
}

base::Status WriteCertificate(const std::string& path, X509* certificate) {
  const File file(BIO_new_file(path.c_str(), "w"));
  if (certificate == nullptr || file == nullptr ||
      PEM_write_bio_X509(file.get(), certificate) != 1) {
    return base::Internal("cannot write " + path);
  }
  return {};
}

base::Status WritePair(const std::string& stem, const Subject& subject,
                       const Authority* authority) {
  const Key key = MakeKey();
  if (key == nullptr) return base::Internal("cannot make a key");
  OARLOCK_RETURN_IF_ERROR(WriteKey(stem + ".key", key.get()));
  return WriteCertificate(stem + ".crt", MakeCertificate(key.get(), subject, authority).get());
}

Subject AuthoritySubject(const std::string& name) {
  return {name,
          "",
          kTenYears,
          {{NID_basic_constraints, "critical,CA:TRUE"},
           {NID_key_usage, "critical,keyCertSign,cRLSign"},
           {NID_subject_key_identifier, "hash"}}};
}

base::Result<Authority> ReadAuthority(const std::string& dir) {
  const File key_file(BIO_new_file((dir + "/ca.key").c_str(), "r"));
  const File certificate_file(BIO_new_file((dir + "/ca.crt").c_str(), "r"));
  if (key_file == nullptr || certificate_file == nullptr) return base::NotFound("no ca in " + dir);
  Authority authority{
      Key(PEM_read_bio_PrivateKey(key_file.get(), nullptr, nullptr, nullptr)),
      Certificate(PEM_read_bio_X509(certificate_file.get(), nullptr, nullptr, nullptr))};
  if (authority.key == nullptr || authority.certificate == nullptr) {
    return base::DataLoss("unreadable ca in " + dir);
  }
  return authority;
}

}  // namespace

base::Status WriteClientCertificate(const std::string& dir, const std::string& name,
                                    const std::string& user, const std::string& group,
                                    std::chrono::seconds lifetime) {
  OARLOCK_ASSIGN_OR_RETURN(const Authority authority, ReadAuthority(dir));
  const Subject subject{user,
                        group,
                        lifetime,
                        {{NID_basic_constraints, "critical,CA:FALSE"},
                         {NID_key_usage, "critical,digitalSignature"},
                         {NID_ext_key_usage, "clientAuth"}}};
  return WritePair(dir + "/" + name, subject, &authority);
}

base::Status WriteCertificates(const std::string& dir) {
  OARLOCK_RETURN_IF_ERROR(WritePair(dir + "/ca", AuthoritySubject("oarlock test"), nullptr));
  OARLOCK_RETURN_IF_ERROR(WritePair(dir + "/other-ca", AuthoritySubject("another"), nullptr));
  OARLOCK_ASSIGN_OR_RETURN(const Authority authority, ReadAuthority(dir));
  const Subject server{"kube-apiserver",
                       "",
                       kTenYears,
                       {{NID_basic_constraints, "critical,CA:FALSE"},
                        {NID_key_usage, "critical,digitalSignature"},
                        {NID_ext_key_usage, "serverAuth"},
                        {NID_subject_alt_name, "IP:127.0.0.1,IP:::1,DNS:localhost"}}};
  OARLOCK_RETURN_IF_ERROR(WritePair(dir + "/server", server, &authority));
  OARLOCK_RETURN_IF_ERROR(
      WriteClientCertificate(dir, "admin", "admin", "system:masters", kTenYears));
  OARLOCK_RETURN_IF_ERROR(
      WriteClientCertificate(dir, "expired", "admin", "system:masters", -std::chrono::hours(1)));
  const Key service_account = MakeKey();
  return WriteKey(dir + "/service-account.key", service_account.get());
}

}  // namespace oarlock::kubetest
