#pragma once
// Values whose JSON text is not that of their protobuf form. Internal to kube. Threads: [any].

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace oarlock::kube::protobuf {

struct Timestamp {
  int64_t seconds = 0;
  int32_t nanos = 0;
};
using TimeRoom = std::array<char, 32>;
// "2026-08-11T19:37:19Z"; with `micros` always six digits of a fraction. In `room`; empty for what
// is no time of the years 1 to 9999.
std::string_view TimeText(const Timestamp& time, bool micros, TimeRoom& room);
// "1h0m0s", "1.5s", "0s".
std::string DurationText(int64_t nanos);
// The shortest text that reads back equal: "0.1", "1e+21", "1e-7".
std::string DoubleText(double value);

}  // namespace oarlock::kube::protobuf
