#include "kube/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <vector>

namespace oarlock::kube {
namespace {

using Format = Quantity::Format;
__extension__ using Wide = __int128;

struct Suffix {
  std::string_view text;
  int tens;  // times 10^tens
  int kibs;  // times 1024^kibs
};
constexpr std::array<Suffix, 16> kSuffixes = {{{"n", -9, 0},
                                               {"u", -6, 0},
                                               {"m", -3, 0},
                                               {"", 0, 0},
                                               {"k", 3, 0},
                                               {"M", 6, 0},
                                               {"G", 9, 0},
                                               {"T", 12, 0},
                                               {"P", 15, 0},
                                               {"E", 18, 0},
                                               {"Ki", 0, 1},
                                               {"Mi", 0, 2},
                                               {"Gi", 0, 3},
                                               {"Ti", 0, 4},
                                               {"Pi", 0, 5},
                                               {"Ei", 0, 6}}};
constexpr size_t kNone = 3;    // where the empty suffix stands
constexpr size_t kBinary = 9;  // 1024^i stands at kBinary + i
// Beyond these powers of ten a number is cut, or rounded up to the smallest one.
constexpr int64_t kTensMost = 1000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The digits of a number, and by what it is scaled.
struct Parts {
  bool negative = false;
  std::string digits;
  int64_t tens = 0;
  int kibs = 0;
  Format format = Format::kDecimal;
};

std::optional<Parts> Split(std::string_view text) {
  Parts out;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    out.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  bool fraction = false;
  while (!text.empty() && (IsDigit(text[0]) || (text[0] == '.' && !fraction))) {
    if (text[0] == '.') {
      fraction = true;
    } else {
      out.digits += text[0];
      if (fraction) --out.tens;
    }
    text.remove_prefix(1);
  }
  if (out.digits.empty()) return std::nullopt;
  for (const Suffix& suffix : kSuffixes) {
    if (text != suffix.text) continue;
    out.tens += suffix.tens;
    out.kibs = suffix.kibs;
    if (suffix.kibs > 0) out.format = Format::kBinary;
    return out;
  }
  if (text[0] != 'e' && text[0] != 'E') return std::nullopt;
  text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  int32_t exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  out.format = Format::kExponent;
  out.tens += exponent;
  return out;
}

// A natural number of any length, little end first.
class Natural {
 public:
  explicit Natural(std::string_view digits) {
    for (const char digit : digits) Multiply(10, static_cast<uint32_t>(digit - '0'));
  }
  void Multiply(uint32_t by, uint32_t add = 0) {
    uint64_t carry = add;
    for (uint32_t& limb : limbs_) {
      carry += uint64_t{limb} * by;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry > 0) limbs_.push_back(static_cast<uint32_t>(carry));
  }
  // True where something was left over.
  bool Divide(uint32_t by) {
    uint64_t rest = 0;
    for (size_t i = limbs_.size(); i-- > 0;) {
      rest = rest << 32 | limbs_[i];
      limbs_[i] = static_cast<uint32_t>(rest / by);
      rest %= by;
    }
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    return rest != 0;
  }
  bool zero() const { return limbs_.empty(); }
  // At most `most`.
  Wide Cut(Wide most) const {
    if (limbs_.size() > 3) return most;
    Wide out = 0;
    for (size_t i = limbs_.size(); i-- > 0;) out = out << 32 | limbs_[i];
    return std::min(out, most);
  }

 private:
  std::vector<uint32_t> limbs_;
};

std::string Digits(Wide number) {
  const bool negative = number < 0;
  std::string out;
  do {
    const int digit = static_cast<int>(number % 10);
    out += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    number /= 10;
  } while (number != 0);
  if (negative) out += '-';
  std::reverse(out.begin(), out.end());
  return out;
}

Wide DivideUp(Wide number, Wide by) {
  const Wide whole = number / by;
  if (number % by == 0) return whole;
  return number < 0 ? whole - 1 : whole + 1;
}

}  // namespace

base::Result<Quantity> Quantity::Parse(std::string_view text) {
  const auto parts = text.size() <= kQuantityTextMax ? Split(text) : std::nullopt;
  if (!parts) {
    return base::InvalidArgument("\"" + std::string(text.substr(0, 64)) + "\" is no quantity");
  }
  Natural number(parts->digits);
  Quantity out;
  out.format_ = parts->format;
  if (number.zero()) return out;
  for (int i = 0; i < parts->kibs; ++i) number.Multiply(1024);
  int64_t tens = std::clamp<int64_t>(parts->tens + 9, -kTensMost, kTensMost);
  for (; tens > 0; --tens) number.Multiply(10);
  for (; tens < 0; ++tens) out.rounded_ = number.Divide(10) || out.rounded_;
  constexpr Wide kMost = Wide{std::numeric_limits<int64_t>::max()} * kNanosPerUnit;
  out.nanos_ = number.Cut(kMost);
  if (out.rounded_ && out.nanos_ < kMost) ++out.nanos_;
  if (out.format_ == Format::kBinary && out.nanos_ < kNanosPerUnit) out.format_ = Format::kDecimal;
  if (parts->negative) out.nanos_ = -out.nanos_;
  return out;
}

int64_t Quantity::Scaled(int64_t nanos_each) const {
  using Limits = std::numeric_limits<int64_t>;
  const Wide scaled = DivideUp(nanos_, nanos_each);
  return static_cast<int64_t>(std::clamp<Wide>(scaled, Limits::min(), Limits::max()));
}

double Quantity::ToDouble() const { return static_cast<double>(nanos_) / 1e9; }

std::string Quantity::Canonical() const {
  if (nanos_ == 0) return "0";
  constexpr Wide kKib = Wide{1024} * kNanosPerUnit;
  if (format_ == Format::kBinary && (nanos_ <= -kKib || nanos_ >= kKib)) {
    Wide number = DivideUp(nanos_, kNanosPerUnit);
    size_t kibs = 0;
    for (; number % 1024 == 0 && kibs < 6; ++kibs) number /= 1024;
    return Digits(number) + std::string(kSuffixes[kibs == 0 ? kNone : kBinary + kibs].text);
  }
  Wide number = nanos_;
  size_t suffix = 0;
  for (; number % 1000 == 0 && suffix < kBinary; ++suffix) number /= 1000;
  if (format_ != Format::kExponent || suffix == kNone) {
    return Digits(number) + std::string(kSuffixes[suffix].text);
  }
  return Digits(number) + "e" + std::to_string(kSuffixes[suffix].tens);
}

}  // namespace oarlock::kube
