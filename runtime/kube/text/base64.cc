#include "kube/text/base64.h"

#include <cstdint>

namespace oarlock::kube {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    out += kAlphabet[group >> 18];
    out += kAlphabet[group >> 12 & 63];
    out += i + 1 < bytes.size() ? kAlphabet[group >> 6 & 63] : '=';
    out += i + 2 < bytes.size() ? kAlphabet[group & 63] : '=';
  }
  return out;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  uint32_t group = 0;
  size_t digits = 0;
  size_t padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == ' ' || c == '\t') continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos || padding > 0) return std::nullopt;
    group = group << 6 | static_cast<uint32_t>(digit);
    if (++digits % 4 != 0) continue;
    out += static_cast<char>(group >> 16 & 255);
    out += static_cast<char>(group >> 8 & 255);
    out += static_cast<char>(group & 255);
  }
  const size_t rest = digits % 4;
  if (rest == 1 || padding != (rest == 0 ? 0 : 4 - rest)) return std::nullopt;
  if (rest == 2) out += static_cast<char>(group >> 4 & 255);
  if (rest == 3) {
    out += static_cast<char>(group >> 10 & 255);
    out += static_cast<char>(group >> 2 & 255);
  }
  return out;
}

}  // namespace oarlock::kube
