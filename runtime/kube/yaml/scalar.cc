#include "kube/yaml/scalar.h"

#include <algorithm>
#include <array>

#include "base/text/lower_case.h"

namespace oarlock::kube {
namespace {

using Type = YamlScalar::Type;

constexpr size_t kBasedDigitsMax = 64;  // 0x…: conversion is quadratic
constexpr size_t kPlainTextMax = 512;   // longer strings are written with quotes

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

template <size_t N>
bool OneOf(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

YamlScalar Invalid(std::string why) { return {Type::kInvalid, false, std::move(why)}; }
YamlScalar Number(std::string digits) { return {Type::kNumber, false, std::move(digits)}; }

unsigned DigitValue(char c) {
  if (IsDigit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 99;
}

std::string ToDecimal(std::string_view digits, unsigned base) {
  std::string decimal = "0";  // least significant digit first
  for (const char c : digits) {
    unsigned carry = DigitValue(c);
    for (char& digit : decimal) {
      carry += static_cast<unsigned>(digit - '0') * base;
      digit = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    for (; carry != 0; carry /= 10) decimal += static_cast<char>('0' + carry % 10);
  }
  std::reverse(decimal.begin(), decimal.end());
  return decimal;
}

bool IsBased(std::string_view text, unsigned base) {
  return text.size() > 2 &&
         std::all_of(text.begin() + 2, text.end(), [base](char c) { return DigitValue(c) < base; });
}

// The parts of [-+]?[0-9]*(\.[0-9]*)?([eE][-+]?[0-9]+)?; `whole` says whether all text was used.
struct NumberParts {
  bool negative = false;
  std::string_view integer;
  bool has_point = false;
  std::string_view fraction;
  std::string_view exponent;  // with its e
  bool whole = false;
};

std::string_view TakeDigits(std::string_view& rest) {
  const auto end = std::find_if_not(rest.begin(), rest.end(), IsDigit);
  const auto digits = rest.substr(0, static_cast<size_t>(end - rest.begin()));
  rest.remove_prefix(digits.size());
  return digits;
}

NumberParts SplitNumber(std::string_view rest) {
  NumberParts parts;
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) {
    parts.negative = rest.front() == '-';
    rest.remove_prefix(1);
  }
  parts.integer = TakeDigits(rest);
  if (!rest.empty() && rest.front() == '.') {
    parts.has_point = true;
    rest.remove_prefix(1);
    parts.fraction = TakeDigits(rest);
  }
  if (!rest.empty() && (rest.front() == 'e' || rest.front() == 'E')) {
    const std::string_view start = rest;
    rest.remove_prefix(1);
    if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
    if (TakeDigits(rest).empty()) return parts;
    parts.exponent = start.substr(0, start.size() - rest.size());
  }
  parts.whole = rest.empty() && (!parts.integer.empty() || !parts.fraction.empty());
  return parts;
}

YamlScalar FromNumber(const NumberParts& parts, std::string_view text) {
  std::string_view integer = parts.integer;
  const bool leading_zero = integer.size() > 1 && integer.front() == '0';
  if (leading_zero && !parts.has_point && parts.exponent.empty()) {
    return Invalid("\"" + std::string(text) +
                   "\" starts with 0, which is octal in YAML 1.1 and decimal in 1.2; write it in "
                   "decimal, as 0o…, or quoted");
  }
  integer.remove_prefix(std::min(integer.find_first_not_of('0'), integer.size()));
  std::string digits = parts.negative ? "-" : "";
  digits.append(integer.empty() ? "0" : integer);
  if (parts.has_point) digits.append(".").append(parts.fraction.empty() ? "0" : parts.fraction);
  return Number(digits.append(parts.exponent));
}

bool IsInfinityOrNan(std::string_view text) {
  static constexpr std::array<std::string_view, 3> kNan = {".nan", ".NaN", ".NAN"};
  static constexpr std::array<std::string_view, 3> kInf = {".inf", ".Inf", ".INF"};
  if (OneOf(text, kNan)) return true;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return OneOf(text, kInf);
}

YamlScalar ResolveBased(std::string_view text, unsigned base) {
  if (text.size() > kBasedDigitsMax) return Invalid("this number has too many digits");
  return Number(ToDecimal(text.substr(2), base));
}

}  // namespace

YamlScalar ResolvePlain(std::string_view text) {
  static constexpr std::array<std::string_view, 5> kNull = {"", "~", "null", "Null", "NULL"};
  static constexpr std::array<std::string_view, 3> kTrue = {"true", "True", "TRUE"};
  static constexpr std::array<std::string_view, 3> kFalse = {"false", "False", "FALSE"};
  if (OneOf(text, kNull)) return {Type::kNull, false, {}};
  if (OneOf(text, kTrue)) return {Type::kBool, true, {}};
  if (OneOf(text, kFalse)) return {Type::kBool, false, {}};
  if (text.starts_with("0x") && IsBased(text, 16)) return ResolveBased(text, 16);
  if (text.starts_with("0o") && IsBased(text, 8)) return ResolveBased(text, 8);
  if (IsInfinityOrNan(text)) {
    return Invalid("\"" + std::string(text) +
                   "\" is a number that JSON cannot hold; quote it if "
                   "it is meant as text");
  }
  if (const NumberParts parts = SplitNumber(text); parts.whole) return FromNumber(parts, text);
  return {Type::kString, false, std::string(text)};
}

YamlScalar ResolveTagged(std::string_view tag, std::string_view text) {
  constexpr std::string_view kPrefix = "tag:yaml.org,2002:";
  if (!tag.starts_with(kPrefix))
    return Invalid("the tag " + std::string(tag) + " is not supported");
  const std::string_view name = tag.substr(kPrefix.size());
  if (name == "str") return {Type::kString, false, std::string(text)};
  YamlScalar scalar = ResolvePlain(text);
  const bool fraction = scalar.text.find_first_of(".eE") != std::string::npos;
  const bool fits = (name == "null" && scalar.type == Type::kNull) ||
                    (name == "bool" && scalar.type == Type::kBool) ||
                    (name == "int" && scalar.type == Type::kNumber && !fraction) ||
                    (name == "float" && scalar.type == Type::kNumber);
  if (fits || scalar.type == Type::kInvalid) return scalar;
  return Invalid("the tag !!" + std::string(name) + " does not fit this value or is not supported");
}

bool IsSafePlain(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kWords = {"y",  "n",   "yes",  "no",
                                                             "on", "off", "true", "false"};
  if (text.empty() || text.size() > kPlainTextMax) return false;
  if (!IsLetter(text.front()) && text.front() != '/' && text.front() != '_') return false;
  if (text.back() == ' ' || text.back() == ':') return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ':' && text[i + 1] == ' ') return false;
    if (!IsLetter(c) && !IsDigit(c) &&
        std::string_view("_-./@+ :()").find(c) == std::string_view::npos) {
      return false;
    }
  }
  const std::string lower = base::LowerCase(text);
  return lower != "null" && !OneOf(std::string_view(lower), kWords);
}

}  // namespace oarlock::kube
