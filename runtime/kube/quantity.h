#pragma once
// Quantity: a Kubernetes quantity ("250m", "1Gi", "1e3") as the API server reads it: a decimal
// number whose digits below 10^-9 are rounded up (away from zero) and whose magnitude is cut at
// 2^63-1.
// Values; threads [any]. Errors: kInvalidArgument. Limits: kQuantityTextMax.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::kube {

inline constexpr size_t kQuantityTextMax = 512;  // bytes

class Quantity {
 public:
  enum class Format : uint8_t { kDecimal = 1, kBinary = 2, kExponent = 3 };

  static base::Result<Quantity> Parse(std::string_view text);

  Format format() const { return format_; }
  // In whole units, and in thousandths: rounded up (away from zero), cut at the ends of int64.
  int64_t Value() const { return Scaled(kNanosPerUnit); }
  int64_t MilliValue() const { return Scaled(kNanosPerUnit / 1000); }
  // Value() is all of it: nothing was rounded.
  bool IsWhole() const { return !rounded_ && nanos_ % kNanosPerUnit == 0; }
  double ToDouble() const;
  // As the server stores it: no fraction, and the largest suffix that needs none.
  std::string Canonical() const;

  friend auto operator<=>(const Quantity& a, const Quantity& b) { return a.nanos_ <=> b.nanos_; }
  friend bool operator==(const Quantity& a, const Quantity& b) { return a.nanos_ == b.nanos_; }

 private:
  __extension__ using Wide = __int128;
  static constexpr int64_t kNanosPerUnit = 1'000'000'000;
  int64_t Scaled(int64_t nanos_each) const;

  Wide nanos_ = 0;  // 10^-9 units
  Format format_ = Format::kDecimal;
  bool rounded_ = false;
};

}  // namespace oarlock::kube
