#include "base/text/same_text.h"

#include <gtest/gtest.h>

#include <string>

namespace oarlock::base {
namespace {

TEST(SameText, SeesEveryByteOfTextsOfAnyLength) {
  for (size_t size = 0; size < 140; ++size) {
    // Of its own length, so that a sanitizer sees a read past the end.
    const std::string text(size, 'x');
    EXPECT_TRUE(SameText(text, std::string(size, 'x'))) << size;
    EXPECT_FALSE(SameText(text, std::string(size + 1, 'x'))) << size;
    for (size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = 'y';
      EXPECT_FALSE(SameText(text, other)) << size << " " << at;
      EXPECT_FALSE(SameText(other, text)) << size << " " << at;
    }
  }
}

}  // namespace
}  // namespace oarlock::base
