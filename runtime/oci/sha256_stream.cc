#include "oci/sha256_stream.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/check.h"

namespace oarlock::oci {

struct Sha256Stream::Context {
  EVP_MD_CTX* md = EVP_MD_CTX_new();
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { EVP_MD_CTX_free(md); }
};

Sha256Stream::Sha256Stream() : context_(std::make_unique<Context>()) {
  OARLOCK_CHECK(EVP_DigestInit_ex(context_->md, EVP_sha256(), nullptr) == 1);
}
Sha256Stream::~Sha256Stream() = default;

void Sha256Stream::Add(std::string_view bytes) {
  OARLOCK_CHECK(EVP_DigestUpdate(context_->md, bytes.data(), bytes.size()) == 1);
}

std::string Sha256Stream::Digest() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  OARLOCK_CHECK(EVP_DigestFinal_ex(context_->md, digest, &size) == 1);
  std::string out = "sha256:";
  for (unsigned i = 0; i < size; ++i) out += fmt::format("{:02x}", digest[i]);
  return out;
}

std::string DigestOf(std::string_view bytes) {
  Sha256Stream stream;
  stream.Add(bytes);
  return stream.Digest();
}

}  // namespace oarlock::oci
