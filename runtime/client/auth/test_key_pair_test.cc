#include "client/auth/test_key_pair.h"

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "base/check.h"
#include "client/auth/key_pair.h"

namespace oarlock::client {
namespace {

std::string TakeText(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string text(data, static_cast<size_t>(size));
  BIO_free(bio);
  return text;
}

}  // namespace

TestKeyPair MakeTestKeyPair() {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  OARLOCK_CHECK(key != nullptr && certificate != nullptr);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  OARLOCK_CHECK(X509_set_pubkey(certificate, key) == 1);
  OARLOCK_CHECK(X509_sign(certificate, key, EVP_sha256()) > 0);
  BIO* certificate_out = BIO_new(BIO_s_mem());
  BIO* key_out = BIO_new(BIO_s_mem());
  OARLOCK_CHECK(PEM_write_bio_X509(certificate_out, certificate) == 1);
  OARLOCK_CHECK(PEM_write_bio_PrivateKey(key_out, key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return {TakeText(certificate_out), TakeText(key_out)};
}

namespace {

TEST(KeyPair, BelongsTogetherOrNot) {
  const TestKeyPair one = MakeTestKeyPair();
  const TestKeyPair two = MakeTestKeyPair();
  EXPECT_TRUE(CheckKeyPair(one.certificate, one.key).ok());
  EXPECT_NE(CheckKeyPair(one.certificate, two.key).message().find("does not belong"),
            std::string::npos);
  EXPECT_FALSE(CheckKeyPair("", one.key).ok());
  EXPECT_FALSE(CheckKeyPair(one.certificate, one.certificate).ok());
}

TEST(KeyPair, EncryptedKeyIsAnErrorAndNoPrompt) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  BIO* out = BIO_new(BIO_s_mem());
  char password[] = "secret";
  ASSERT_EQ(
      PEM_write_bio_PKCS8PrivateKey(out, key, EVP_aes_128_cbc(), password, 6, nullptr, nullptr), 1);
  EVP_PKEY_free(key);
  const base::Status status = CheckKeyPair(MakeTestKeyPair().certificate, TakeText(out));
  EXPECT_NE(status.message().find("without a password"), std::string::npos);
}

}  // namespace
}  // namespace oarlock::client
