#pragma once
// Values whose JSON text is not that of their protobuf form. Internal to kube. Threads: [any].

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace oarlock::kube::protobuf {

// seconds = 1, nanos = 2.
struct Timestamp {
  int64_t seconds = 0;
  int32_t nanos = 0;
};
// False: malformed.
bool ReadTimestamp(std::string_view bytes, Timestamp& out);
// "2026-08-11T19:37:19Z"; with `micros` always six digits of a fraction.
std::string TimeText(const Timestamp& time, bool micros);
// "1h0m0s", "1.5s", "0s".
std::string DurationText(int64_t nanos);
// The shortest text that reads back equal: "0.1", "1e+21", "1e-7".
std::string DoubleText(double value);

}  // namespace oarlock::kube::protobuf
