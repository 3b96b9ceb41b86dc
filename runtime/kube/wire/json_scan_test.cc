#include "kube/wire/json_scan.h"

#include <gtest/gtest.h>

#include <string>

#include "base/random.h"

namespace oarlock::kube {
namespace {

// Where the value that begins at 0 ends when the text comes in pieces of `size`; 0: it does not.
size_t EndOf(const std::string& text, size_t size) {
  JsonNesting nesting;
  const char* const begin = text.data();
  for (size_t at = 0; at < text.size(); at += size) {
    const char* const after = nesting.Scan(begin + at, begin + std::min(at + size, text.size()));
    if (after != nullptr) return static_cast<size_t>(after - begin);
  }
  return 0;
}

TEST(JsonNesting, FindsTheEndWhereverABlockBegins) {
  for (size_t pad = 0; pad < 200; ++pad) {
    const std::string value =
        R"({"a":")" + std::string(pad, 'x') + R"(\\\"}]{","b":[{"c":"\\"},{}]})";
    for (const char* behind : {"", "}", R"(,{"a":1})"}) {
      EXPECT_EQ(EndOf(value + behind + std::string(pad, ' '), SIZE_MAX / 2), value.size()) << pad;
    }
    EXPECT_EQ(EndOf(value.substr(0, value.size() - 1), SIZE_MAX / 2), 0u) << pad;
  }
}

// Well-formed or not: the way through whole blocks gives what the way through bytes gives.
TEST(JsonNesting, BlocksAndBytesAgreeOnAnyText) {
  const uint64_t seed = 20261129;
  SCOPED_TRACE(seed);
  base::Random random(seed);
  constexpr std::string_view kAlphabets[] = {"\"\\{}[]ax", "\"aaaaaaa{}", "\\\\\\\"{}",
                                             "{[\"]}:,1"};
  for (int round = 0; round < 3000; ++round) {
    const std::string_view alphabet = kAlphabets[random.Next() % std::size(kAlphabets)];
    std::string text = std::string(1 + random.Next() % 40, '{');
    const size_t size = random.Next() % 700;
    while (text.size() < size) text += alphabet[random.Next() % alphabet.size()];
    const size_t expected = EndOf(text, 1);
    EXPECT_EQ(EndOf(text, SIZE_MAX / 2), expected) << text;
    EXPECT_EQ(EndOf(text, 64 + random.Next() % 100), expected) << text;
  }
}

}  // namespace
}  // namespace oarlock::kube
