#include "kube/quantity.h"

#include <gtest/gtest.h>

namespace oarlock::kube {
namespace {

Quantity Of(std::string_view text) {
  auto quantity = Quantity::Parse(text);
  EXPECT_TRUE(quantity.ok()) << text;
  return quantity.ok() ? *quantity : Quantity();
}

TEST(Quantity, CanonicalTextHasNoFractionAndTheLargestSuffix) {
  const std::pair<const char*, const char*> cases[] = {
      {"0", "0"},           {"0Ki", "0"},       {"-0", "0"},          {"1", "1"},
      {"1.5", "1500m"},     {"0.5Gi", "512Mi"}, {"1.5Gi", "1536Mi"},  {"1024Mi", "1Gi"},
      {"1000m", "1"},       {"250m", "250m"},   {"1000k", "1M"},      {"100k", "100k"},
      {"1e3", "1e3"},       {"1E3", "1e3"},     {"12e2", "1200"},     {"1200e3", "1200e3"},
      {"1e6", "1e6"},       {"1e-3", "1e-3"},   {"10e-1", "1"},       {"1E", "1E"},
      {"512Ki", "512Ki"},   {"0.5Ki", "512"},   {"1000Ki", "1000Ki"}, {"-2Ki", "-2Ki"},
      {".5", "500m"},       {"5.", "5"},        {"+5", "5"},          {"0.1m", "100u"},
      {"1.0001Ki", "1025"}, {"-250m", "-250m"}, {"1000000n", "1m"},   {"2048", "2048"},
  };
  for (const auto& [text, canonical] : cases) EXPECT_EQ(Of(text).Canonical(), canonical) << text;
}

TEST(Quantity, WhatIsTooFineIsRoundedUpAndWhatIsTooLargeIsCut) {
  EXPECT_EQ(Of("0.0000000001").Canonical(), "1n");
  EXPECT_EQ(Of("-0.0000000001").Canonical(), "-1n");
  EXPECT_EQ(Of("1e-100000").Canonical(), "1e-9");
  EXPECT_EQ(Of("1.0000000001").Canonical(), "1000000001n");
  EXPECT_EQ(Of("9223372036854775807").Value(), INT64_MAX);
  EXPECT_EQ(Of("9223372036854775808").Value(), INT64_MAX);
  EXPECT_EQ(Of("-1e100000").Value(), -INT64_MAX);
  EXPECT_EQ(Of("100Ei").Value(), INT64_MAX);
  EXPECT_EQ(Of(std::string(400, '9')).Value(), INT64_MAX);
  EXPECT_EQ(Of("0." + std::string(400, '0') + "1").Canonical(), "1n");
}

TEST(Quantity, ValuesAreRoundedAwayFromZero) {
  EXPECT_EQ(Of("1.2").Value(), 2);
  EXPECT_EQ(Of("-1.2").Value(), -2);
  EXPECT_EQ(Of("1.2").MilliValue(), 1200);
  EXPECT_EQ(Of("1u").MilliValue(), 1);
  EXPECT_EQ(Of("1E").MilliValue(), INT64_MAX) << "cut";
  EXPECT_TRUE(Of("1Gi").IsWhole());
  EXPECT_FALSE(Of("1.2").IsWhole());
  EXPECT_FALSE(Of("1.00000000001").IsWhole());
  EXPECT_DOUBLE_EQ(Of("1.25").ToDouble(), 1.25);
}

TEST(Quantity, ComparesByValueWhateverTheFormat) {
  EXPECT_EQ(Of("1Ki"), Of("1024"));
  EXPECT_LT(Of("1k"), Of("1Ki"));
  EXPECT_LT(Of("-1"), Of("1m"));
  EXPECT_GT(Of("1e3"), Of("999"));
  EXPECT_EQ(Of("1Gi").format(), Quantity::Format::kBinary);
  EXPECT_EQ(Of("1e3").format(), Quantity::Format::kExponent);
  EXPECT_EQ(Of("1k").format(), Quantity::Format::kDecimal);
}

TEST(Quantity, AnythingElseIsNone) {
  for (const char* text : {"", "-", ".", "a", "1a", "1KI", "1ki", "1 Gi", " 1", "1e", "1e1.5",
                           "1..2", "1.2.3", "--1", "1K", "1Kii", "0x10", "1e99999999999"}) {
    EXPECT_FALSE(Quantity::Parse(text).ok()) << text;
  }
  EXPECT_FALSE(Quantity::Parse(std::string(kQuantityTextMax + 1, '1')).ok());
}

}  // namespace
}  // namespace oarlock::kube
