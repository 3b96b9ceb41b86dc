#include "kube/timestamp.h"

#include <gtest/gtest.h>

#include "kube/resource_version.h"

namespace oarlock::kube {
namespace {

std::string Again(std::string_view text) {
  const auto time = ParseTimestamp(text);
  return time ? FormatMicroTime(*time) : "none";
}

TEST(Timestamp, ReadsFractionsAndOffsets) {
  EXPECT_EQ(Again("2026-08-11T19:37:19Z"), "2026-08-11T19:37:19.000000Z");
  EXPECT_EQ(Again("2026-08-11T19:37:19.1Z"), "2026-08-11T19:37:19.100000Z");
  EXPECT_EQ(Again("2026-08-11T19:37:19.1234567891234Z"), "2026-08-11T19:37:19.123456Z");
  EXPECT_EQ(Again("2026-01-01T00:30:00+01:30"), "2025-12-31T23:00:00.000000Z");
  EXPECT_EQ(Again("2024-02-28T23:00:00-02:00"), "2024-02-29T01:00:00.000000Z");
  EXPECT_EQ(Again("1969-12-31T23:59:59.5Z"), "1969-12-31T23:59:59.500000Z");
  EXPECT_EQ(ParseTimestamp("1970-01-01T00:00:01.000000009Z")->time_since_epoch().count(),
            1'000'000'009);
}

TEST(Timestamp, RefusesEverythingElse) {
  for (const char* bad : {"",
                          "2026",
                          "2026-08-11",
                          "2026-08-11T19:37:19",
                          "2026-08-11 19:37:19Z",
                          "2026-13-11T19:37:19Z",
                          "2026-02-29T00:00:00Z",
                          "2026-00-01T00:00:00Z",
                          "2026-08-11T24:00:00Z",
                          "2026-08-11T19:60:19Z",
                          "2026-08-11T19:37:60Z",
                          "2026-08-11T19:37:19.Z",
                          "2026-08-11T19:37:19Zx",
                          "2026-08-11T19:37:19+0100",
                          "2026-08-11T19:37:19+24:00",
                          "0001-01-01T00:00:00Z",
                          "9999-12-31T23:59:59Z",
                          "-026-08-11T19:37:19Z",
                          "2026-8-11T19:37:19Z",
                          "2026-08-11t19:37:19z"}) {
    EXPECT_EQ(Again(bad), "none") << bad;
  }
}

TEST(Timestamp, C_LE_01_MicroTimeAlwaysHasSixDigits) {
  const auto time = *ParseTimestamp("2026-08-11T19:37:19.103Z");
  EXPECT_EQ(FormatMicroTime(time), "2026-08-11T19:37:19.103000Z");
  EXPECT_EQ(FormatTime(time), "2026-08-11T19:37:19Z");
}

TEST(ResourceVersion, RV_1_ComparesByLengthThenText) {
  const auto less = std::strong_ordering::less;
  EXPECT_EQ(CompareResourceVersions("9", "10"), less);
  EXPECT_EQ(CompareResourceVersions("10", "9"), std::strong_ordering::greater);
  EXPECT_EQ(CompareResourceVersions("42", "42"), std::strong_ordering::equal);
  EXPECT_EQ(CompareResourceVersions("99999999999999999998", "99999999999999999999"), less);
  EXPECT_EQ(CompareResourceVersions("18446744073709551615", "100000000000000000000000"), less);
}

TEST(ResourceVersion, RV_1_EverythingElseIsOpaque) {
  for (const char* odd : {"", "0", "007", "8a", "-1", "+1", " 1", "1 ", "1.0", "abc"}) {
    EXPECT_FALSE(CompareResourceVersions(odd, "5").has_value()) << odd;
    EXPECT_FALSE(CompareResourceVersions("5", odd).has_value()) << odd;
  }
}

}  // namespace
}  // namespace oarlock::kube
