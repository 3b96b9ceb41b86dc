#include "kube/timestamp.h"

#include <array>
#include <cstdio>

namespace oarlock::kube {
namespace {

using std::chrono::days;
using std::chrono::seconds;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads from the front of a text; every method says whether it was there.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool Number(size_t digits, int& out) {
    if (text_.size() < digits) return false;
    out = 0;
    for (size_t i = 0; i < digits; ++i) {
      if (!IsDigit(text_[i])) return false;
      out = out * 10 + (text_[i] - '0');
    }
    text_.remove_prefix(digits);
    return true;
  }
  bool Char(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  // ".123": nanoseconds; digits past the ninth are cut off.
  bool Fraction(int64_t& nanos) {
    size_t digits = 0;
    int64_t scale = 1'000'000'000;
    while (digits < text_.size() && IsDigit(text_[digits])) {
      scale /= 10;
      nanos += scale * (text_[digits] - '0');
      ++digits;
    }
    text_.remove_prefix(digits);
    return digits > 0;
  }
  // "Z" or "+01:30".
  bool Offset(seconds& offset) {
    if (Char('Z')) return true;
    const bool minus = Char('-');
    int hours = 0;
    int minutes = 0;
    if (!minus && !Char('+')) return false;
    if (!Number(2, hours) || !Char(':') || !Number(2, minutes)) return false;
    if (hours > 23 || minutes > 59) return false;
    offset = seconds((hours * 60 + minutes) * 60 * (minus ? -1 : 1));
    return true;
  }
  bool at_end() const { return text_.empty(); }

 private:
  std::string_view text_;
};

// Seconds since 1970 that leave room for any fraction in 64 bits of nanoseconds.
constexpr int64_t kSecondsMax = INT64_MAX / 1'000'000'000 - 1;

struct Parts {
  std::array<char, 32> text{};
  int64_t nanos = 0;
};

Parts Split(base::UnixTime time) {
  const auto day = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date(day);
  const int64_t rest = (time - day).count();
  const int64_t second = rest / 1'000'000'000;
  Parts parts;
  parts.nanos = rest % 1'000'000'000;
  std::snprintf(parts.text.data(), parts.text.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(second / 3600),
                static_cast<int>(second / 60 % 60), static_cast<int>(second % 60));
  return parts;
}

}  // namespace

std::optional<base::UnixTime> ParseTimestamp(std::string_view text) {
  Reader in(text);
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!in.Number(4, year) || !in.Char('-') || !in.Number(2, month) || !in.Char('-') ||
      !in.Number(2, day) || !in.Char('T') || !in.Number(2, hour) || !in.Char(':') ||
      !in.Number(2, minute) || !in.Char(':') || !in.Number(2, second)) {
    return std::nullopt;
  }
  int64_t nanos = 0;
  seconds offset{0};
  if (in.Char('.') && !in.Fraction(nanos)) return std::nullopt;
  if (!in.Offset(offset) || !in.at_end()) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const auto since_epoch = std::chrono::sys_days(date).time_since_epoch();
  const seconds total = seconds(since_epoch) + seconds((hour * 60 + minute) * 60 + second) - offset;
  if (total.count() > kSecondsMax || total.count() < -kSecondsMax) return std::nullopt;
  return base::UnixTime(std::chrono::nanoseconds(total) + std::chrono::nanoseconds(nanos));
}

std::string FormatTime(base::UnixTime time) { return std::string(Split(time).text.data()) + "Z"; }

std::string FormatMicroTime(base::UnixTime time) {
  const Parts parts = Split(time);
  std::array<char, 16> fraction{};
  std::snprintf(fraction.data(), fraction.size(), ".%06dZ", static_cast<int>(parts.nanos / 1000));
  return std::string(parts.text.data()) + fraction.data();
}

}  // namespace oarlock::kube
