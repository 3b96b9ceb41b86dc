#include "kube/protobuf/special_values.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace oarlock::kube::protobuf {
namespace {

TEST(DurationText, IsWrittenAsGoWritesIt) {
  constexpr int64_t kSecond = 1'000'000'000;
  EXPECT_EQ(DurationText(0), "0s");
  EXPECT_EQ(DurationText(1), "1ns");
  EXPECT_EQ(DurationText(1100), "1.1µs");
  EXPECT_EQ(DurationText(2'200'000), "2.2ms");
  EXPECT_EQ(DurationText(1'500'000'000), "1.5s");
  EXPECT_EQ(DurationText(60 * kSecond), "1m0s");
  EXPECT_EQ(DurationText(3600 * kSecond), "1h0m0s");
  EXPECT_EQ(DurationText(-90 * kSecond), "-1m30s");
  EXPECT_EQ(DurationText(5 * 60 * kSecond + 5 * kSecond + 1'000'000), "5m5.001s");
  EXPECT_EQ(DurationText(std::numeric_limits<int64_t>::min()), "-2562047h47m16.854775808s");
}

TEST(DoubleText, IsWrittenAsGoWritesIt) {
  EXPECT_EQ(DoubleText(0), "0");
  EXPECT_EQ(DoubleText(-0.5), "-0.5");
  EXPECT_EQ(DoubleText(0.1), "0.1");
  EXPECT_EQ(DoubleText(1e20), "100000000000000000000");
  EXPECT_EQ(DoubleText(1e21), "1e+21");
  EXPECT_EQ(DoubleText(1e-6), "0.000001");
  EXPECT_EQ(DoubleText(1e-7), "1e-7");
  EXPECT_EQ(DoubleText(1.5e-10), "1.5e-10");
}

std::string Text(const Timestamp& time, bool micros) {
  TimeRoom room;
  return std::string(TimeText(time, micros, room));
}

TEST(TimeText, CoversTheYearsOneToNineThousand) {
  EXPECT_EQ(Text({0, 0}, false), "1970-01-01T00:00:00Z");
  EXPECT_EQ(Text({1'786'477'039, 103'000'999}, true), "2026-08-11T19:37:19.103000Z");
  EXPECT_EQ(Text({-62'135'596'800, 0}, false), "0001-01-01T00:00:00Z");
  EXPECT_EQ(Text({253'402'300'799, 999'999'999}, true), "9999-12-31T23:59:59.999999Z");
}

TEST(TimeText, IsEmptyForWhatItCannotSay) {
  EXPECT_EQ(Text({-62'135'596'801, 0}, false), "");
  EXPECT_EQ(Text({253'402'300'800, 0}, false), "");
  EXPECT_EQ(Text({1, 1'000'000'000}, true), "");
  EXPECT_EQ(Text({1, -1}, true), "");
}

}  // namespace
}  // namespace oarlock::kube::protobuf
