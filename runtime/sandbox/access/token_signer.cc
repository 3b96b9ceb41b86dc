#include "sandbox/access/token_signer.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "kube/text/base64.h"

namespace oarlock::sandbox {
namespace {

constexpr int kKeyBytes = 32;

std::string RandomKey() {
  std::array<unsigned char, kKeyBytes> bytes{};
  OARLOCK_CHECK(RAND_bytes(bytes.data(), kKeyBytes) == 1);
  return {bytes.begin(), bytes.end()};
}

// Base64 with the alphabet for addresses, without padding.
std::string Encode(std::string_view bytes) {
  std::string out = kube::EncodeBase64(bytes);
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  while (out.ends_with('=')) out.pop_back();
  return out;
}

std::optional<std::string> Decode(std::string_view text) {
  std::string padded(text);
  std::replace(padded.begin(), padded.end(), '-', '+');
  std::replace(padded.begin(), padded.end(), '_', '/');
  while (padded.size() % 4 != 0) padded += '=';
  return kube::DecodeBase64(padded);
}

int64_t Seconds(base::UnixTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

bool IsWithin(const Json& claims, int64_t now) {
  const Json& start = Member(claims, "nbf");
  const Json& end = Member(claims, "exp");
  return start.is_number_integer() && end.is_number_integer() && start.get<int64_t>() <= now &&
         now < end.get<int64_t>();
}

}  // namespace

TokenSigner::TokenSigner(const base::Clock& clock) : clock_(clock), key_(RandomKey()) {}

std::string TokenSigner::Sign(Json claims, base::Duration lifetime) const {
  const int64_t now = Seconds(clock_.UnixNow());
  claims["iat"] = claims["nbf"] = now;
  claims["exp"] = now + std::chrono::duration_cast<std::chrono::seconds>(lifetime).count();
  const std::string text =
      Encode(WriteJson({{"alg", "HS256"}, {"typ", "JWT"}})) + "." + Encode(WriteJson(claims));
  return text + "." + Encode(Signature(text));
}

std::optional<Json> TokenSigner::Read(std::string_view token) const {
  const size_t dot = token.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view text = token.substr(0, dot);
  const std::string wanted = Signature(text);
  const auto given = Decode(token.substr(dot + 1));
  if (!given || given->size() != wanted.size() ||
      CRYPTO_memcmp(given->data(), wanted.data(), wanted.size()) != 0) {
    return std::nullopt;
  }
  const auto claims = Decode(text.substr(text.find('.') + 1));
  if (!claims) return std::nullopt;
  Json read = ParseTrustedJson(*claims);  // it is of ours: the signature says so
  if (!IsWithin(read, Seconds(clock_.UnixNow()))) return std::nullopt;
  return read;
}

std::string TokenSigner::Signature(std::string_view text) const {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned int size = 0;
  OARLOCK_CHECK(HMAC(EVP_sha256(), key_.data(), kKeyBytes,
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), bytes.data(),
                     &size) != nullptr);
  return {bytes.begin(), bytes.begin() + size};
}

}  // namespace oarlock::sandbox
