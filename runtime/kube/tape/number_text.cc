#include "kube/tape/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace oarlock::kube {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

size_t SkipDigits(std::string_view text, size_t at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
  return at;
}

// A decimal number as its significant digits and the power of ten of the digit before the point.
struct Decimal {
  std::string digits;  // no zeros at either end; empty for zero
  int64_t exponent = 0;
  bool negative = false;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

Decimal Normalise(std::string_view text) {
  Decimal out;
  size_t at = 0;
  if (at < text.size() && text[at] == '-') {
    out.negative = true;
    ++at;
  }
  int64_t point = 0;
  bool after_point = false;
  for (; at < text.size() && (IsDigit(text[at]) || text[at] == '.'); ++at) {
    if (text[at] == '.') {
      after_point = true;
      continue;
    }
    out.digits.push_back(text[at]);
    if (!after_point) ++point;
  }
  int64_t exponent = 0;
  if (at < text.size()) {  // 'e' or 'E'
    at += text[at + 1] == '+' ? 2u : 1u;
    std::from_chars(text.data() + at, text.data() + text.size(), exponent);
  }
  const size_t lead = std::min(out.digits.find_first_not_of('0'), out.digits.size());
  out.digits.erase(0, lead);
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  if (!out.digits.empty()) out.exponent = exponent + point - static_cast<int64_t>(lead);
  return out;
}

// Whether a double holds exactly what the text says, so that printing it again loses nothing.
bool FitsDouble(std::string_view text) {
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc()) return false;
  std::array<char, 64> buffer{};
  const auto printed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific);
  if (printed.ec != std::errc()) return false;
  return Normalise(text) == Normalise({buffer.data(), printed.ptr});
}

}  // namespace

ValueType ClassifyNumber(std::string_view text) {
  const char* const end = text.data() + text.size();
  if (text.find_first_of(".eE") == std::string_view::npos && text != "-0") {
    int64_t i = 0;
    if (std::from_chars(text.data(), end, i).ec == std::errc()) return ValueType::kInt;
    uint64_t u = 0;
    const auto parsed = std::from_chars(text.data(), end, u);
    if (parsed.ec == std::errc() && parsed.ptr == end) return ValueType::kUint;
  }
  return FitsDouble(text) ? ValueType::kDouble : ValueType::kNumberText;
}

bool IsJsonNumber(std::string_view text) {
  size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  size_t end = SkipDigits(text, at);
  if (end == at || (text[at] == '0' && end - at > 1)) return false;
  if (end < text.size() && text[end] == '.') {
    at = end + 1;
    end = SkipDigits(text, at);
    if (end == at) return false;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    at = end + 1;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    end = SkipDigits(text, at);
    if (end == at) return false;
  }
  return end == text.size();
}

}  // namespace oarlock::kube
