#include "kube/protobuf/special_values.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>

namespace oarlock::kube::protobuf {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
// Years 1 to 9999: what the text can say.
constexpr int64_t kSecondsLow = -62'135'596'800;
constexpr int64_t kSecondsHigh = 253'402'300'799;

// "1.5" of 1500 milliseconds: `value` in units of 10^-digits, without zeros at the end.
std::string Decimal(uint64_t value, int digits) {
  uint64_t unit = 1;
  for (int i = 0; i < digits; ++i) unit *= 10;
  std::string text = fmt::format("{}", value / unit);
  if (value % unit == 0) return text;
  text += fmt::format(".{:0{}}", value % unit, digits);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

// `count` digits of `value` and what follows them.
char* Digits(char* out, int value, int count, char next) {
  for (int i = count - 1; i >= 0; --i, value /= 10) out[i] = static_cast<char>('0' + value % 10);
  out[count] = next;
  return out + count + 1;
}

}  // namespace

std::string_view TimeText(const Timestamp& time, bool micros, TimeRoom& room) {
  if (time.seconds < kSecondsLow || time.seconds > kSecondsHigh) return {};
  if (time.nanos < 0 || time.nanos >= static_cast<int32_t>(kSecond)) return {};
  // By seconds, as the far ends of the range do not fit into nanoseconds.
  const std::chrono::sys_seconds at{std::chrono::seconds(time.seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{at - day};
  char* out = room.data();
  out = Digits(out, static_cast<int>(date.year()), 4, '-');
  out = Digits(out, static_cast<int>(static_cast<unsigned>(date.month())), 2, '-');
  out = Digits(out, static_cast<int>(static_cast<unsigned>(date.day())), 2, 'T');
  out = Digits(out, static_cast<int>(clock.hours().count()), 2, ':');
  out = Digits(out, static_cast<int>(clock.minutes().count()), 2, ':');
  out = Digits(out, static_cast<int>(clock.seconds().count()), 2, micros ? '.' : 'Z');
  if (micros) out = Digits(out, time.nanos / 1000, 6, 'Z');
  return {room.data(), static_cast<size_t>(out - room.data())};
}

std::string DurationText(int64_t nanos) {
  if (nanos == 0) return "0s";
  const bool minus = nanos < 0;
  const uint64_t left = minus ? 0 - static_cast<uint64_t>(nanos) : static_cast<uint64_t>(nanos);
  std::string text;
  if (left < 1000) {
    text = fmt::format("{}ns", left);
  } else if (left < 1'000'000) {
    text = Decimal(left, 3) + "µs";
  } else if (left < kSecond) {
    text = Decimal(left, 6) + "ms";
  } else {
    const uint64_t minutes = left / (60 * kSecond);
    if (minutes >= 60) text = fmt::format("{}h", minutes / 60);
    if (minutes > 0) text += fmt::format("{}m", minutes % 60);
    text += Decimal(left % (60 * kSecond), 9) + "s";
  }
  return minus ? "-" + text : text;
}

std::string DoubleText(double value) {
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
  char buffer[400];
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, format).ptr;
  std::string text(buffer, end);
  // "1e-07" is written "1e-7".
  const size_t exponent = text.find("e-0");
  if (exponent != std::string::npos && exponent + 4 == text.size()) text.erase(exponent + 2, 1);
  return text;
}

}  // namespace oarlock::kube::protobuf
