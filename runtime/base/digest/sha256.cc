#include "base/digest/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/check.h"

namespace oarlock::base {

struct Sha256::Context {
  EVP_MD_CTX* md = EVP_MD_CTX_new();
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { EVP_MD_CTX_free(md); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  OARLOCK_CHECK(EVP_DigestInit_ex(context_->md, EVP_sha256(), nullptr) == 1);
}
Sha256::~Sha256() = default;

void Sha256::Add(std::string_view bytes) {
  OARLOCK_CHECK(EVP_DigestUpdate(context_->md, bytes.data(), bytes.size()) == 1);
}

std::string Sha256::Hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  OARLOCK_CHECK(EVP_DigestFinal_ex(context_->md, digest, &size) == 1);
  std::string hex;
  for (unsigned i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256 sha256;
  sha256.Add(bytes);
  return sha256.Hex();
}

}  // namespace oarlock::base
