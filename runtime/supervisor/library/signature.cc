#include "supervisor/library/signature.h"

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "kube/text/base64.h"

namespace oarlock::supervisor {
namespace {

constexpr size_t kKeyBytes = 32;
constexpr size_t kSignatureBytes = 64;
constexpr size_t kFileBytes = 64 * 1024;

struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

base::Result<std::string> ReadSmallFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::InvalidArgument(path + ": cannot be read");
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (text.size() > kFileBytes) return base::InvalidArgument(path + ": too large");
  return text;
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

bool Verify(std::string_view bytes, std::string_view signature, std::string_view raw_key) {
  const Key key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, Bytes(raw_key), raw_key.size()));
  const std::unique_ptr<EVP_MD_CTX, FreeKey> context(EVP_MD_CTX_new());
  return key && context &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(bytes),
                          bytes.size()) == 1;
}

}  // namespace

base::Result<std::string> ReadPublicKey(const std::string& path) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string text, ReadSmallFile(path));
  const std::unique_ptr<BIO, FreeKey> bio(
      BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  const Key key(PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr));
  std::string raw(kKeyBytes, '\0');
  size_t size = raw.size();
  if (!key || EVP_PKEY_id(key.get()) != EVP_PKEY_ED25519 ||
      EVP_PKEY_get_raw_public_key(key.get(), reinterpret_cast<unsigned char*>(raw.data()), &size) !=
          1 ||
      size != kKeyBytes) {
    return base::InvalidArgument(path + ": no Ed25519 public key in PEM (BEGIN PUBLIC KEY)");
  }
  return raw;
}

base::Result<std::string> ReadSignature(const std::string& path) {
  OARLOCK_ASSIGN_OR_RETURN(std::string text, ReadSmallFile(path));
  if (text.size() == kSignatureBytes) return text;
  auto decoded = kube::DecodeBase64(text);
  if (!decoded || decoded->size() != kSignatureBytes) {
    return base::InvalidArgument(path + ": no Ed25519 signature (64 bytes, raw or in base64)");
  }
  return *std::move(decoded);
}

base::Status VerifySignature(std::string_view bytes, std::string_view signature,
                             const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (Verify(bytes, signature, key)) return base::Status::Ok();
  }
  return base::InvalidArgument(keys.empty()
                                   ? "it is signed, but this host trusts no key (--signature-key)"
                                   : "its signature is of none of the keys that this host trusts");
}

}  // namespace oarlock::supervisor
