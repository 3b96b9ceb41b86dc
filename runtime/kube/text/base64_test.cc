#include "kube/text/base64.h"

#include <gtest/gtest.h>

namespace oarlock::kube {
namespace {

TEST(Base64, KnownPairs) {
  const std::pair<const char*, const char*> pairs[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"},
                                                       {"\xff\xfe\xfd", "//79"}};
  for (const auto& [bytes, text] : pairs) {
    EXPECT_EQ(EncodeBase64(bytes), text);
    EXPECT_EQ(DecodeBase64(text), std::string(bytes));
  }
}

TEST(Base64, SkipsLineBreaksAndRefusesWhatIsNone) {
  EXPECT_EQ(DecodeBase64("Zm9v\r\nYm\n Fy\n"), "foobar");
  for (const char* bad :
       {"Z", "Zg", "Zg=", "Zg===", "Zm9v=", "Zg==Zg==", "Z-_=", "====", "Zm9vY"}) {
    EXPECT_EQ(DecodeBase64(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace oarlock::kube
