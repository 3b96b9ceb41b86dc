#include "hash.h"

#include <algorithm>
#include <boost/uuid/detail/sha1.hpp>
#include <functional>
#include <vector>

namespace oarlock::reloader {

namespace {

// The finaliser of splitmix64: each bit of x reaches each bit of the answer.
uint64_t Mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30u)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27u)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31u);
}

uint64_t MixText(uint64_t so_far, std::string_view text) {
  return Mix(Mix(so_far ^ std::hash<std::string_view>{}(text)) + text.size());
}

// A sum: the order of keys must not matter.
uint64_t DigestOf(const sdk::Value& map, uint64_t section) {
  uint64_t sum = 0;
  for (const auto& [key, value] : sdk::Members(map)) {
    sum += MixText(MixText(Mix(section), key), value.AsString());
  }
  return sum;
}

int Base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

bool IsAlphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

std::string_view KindOf(ConfigType type) {
  return type == ConfigType::kConfigMap ? "ConfigMap" : "Secret";
}

uint64_t ContentDigest(const sdk::Object& config, ConfigType type) {
  const uint64_t data = DigestOf(config["data"], 1);
  if (type == ConfigType::kSecret) return data;
  return data + DigestOf(config["binaryData"], 2);
}

std::string PublishedHash(const sdk::Object& config, ConfigType type) {
  std::vector<std::string> entries;
  for (const auto& [key, value] : sdk::Members(config["data"])) {
    std::string entry = std::string(key) + "=";
    entry += type == ConfigType::kSecret ? DecodeBase64(value.AsString())
                                         : std::string(value.AsString());
    entries.push_back(std::move(entry));
  }
  if (type == ConfigType::kConfigMap) {
    for (const auto& [key, value] : sdk::Members(config["binaryData"])) {
      entries.push_back(std::string(key) + "=" + std::string(value.AsString()));
    }
  }
  std::sort(entries.begin(), entries.end());
  std::string all;
  for (const std::string& entry : entries) {
    if (&entry != &entries.front()) all += ';';
    all += entry;
  }
  return Sha1Hex(all);
}

std::string EnvName(ConfigType type, std::string_view name) {
  std::string out = "STAKATER_";
  for (const char c : name) {
    if (IsAlphanumeric(c)) {
      out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    } else if (out.back() != '_') {
      out += '_';
    }
  }
  if (out.back() != '_') out += '_';
  return out + (type == ConfigType::kConfigMap ? "CONFIGMAP" : "SECRET");
}

bool IsHelmRelease(const sdk::Object& config, ConfigType type) {
  return type == ConfigType::kSecret && config["type"].AsString() == "helm.sh/release.v1";
}

std::string Sha1Hex(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  boost::uuids::detail::sha1 sha1;
  sha1.process_bytes(bytes.data(), bytes.size());
  boost::uuids::detail::sha1::digest_type words;
  sha1.get_digest(words);
  std::string out;
  for (const unsigned int word : words) {
    for (int shift = 28; shift >= 0; shift -= 4) out += kHex[(word >> shift) & 15u];
  }
  return out;
}

std::string DecodeBase64(std::string_view text) {
  std::string out;
  uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const int digit = Base64Digit(c);
    if (digit < 0) break;
    bits = (bits << 6u) | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> count) & 0xffu);
  }
  return out;
}

}  // namespace oarlock::reloader
