#include "kube/text/utf8.h"

#include <gtest/gtest.h>

namespace oarlock::kube {
namespace {

TEST(Utf8, ReadsBackEveryScalarValueItWrites) {
  for (char32_t point = 0; point <= 0x10FFFF; point += point < 0x11000 ? 1 : 97) {
    if (point >= 0xD800 && point <= 0xDFFF) continue;
    std::string text;
    AppendUtf8(point, text);
    const Utf8Step step = Utf8At(text, 0);
    ASSERT_EQ(step.point, point);
    ASSERT_EQ(step.width, text.size());
  }
}

TEST(Utf8, RefusesMalformedSequences) {
  for (std::string_view bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5", "\xE2\x82", "\xFF", "\xC3("}) {
    EXPECT_EQ(Utf8At(bad, 0).width, 0U) << testing::PrintToString(bad);
  }
  EXPECT_EQ(Utf8At("", 0).width, 0U);
}

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(Utf8Length("aé€🙂"), 4U);
  EXPECT_EQ(Utf8Length("a\xFFz"), 3U);
}

}  // namespace
}  // namespace oarlock::kube
