#include "base/digest/sha256.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

// FIPS 180-2's examples.
TEST(Sha256, IsTheStandardsAndAsHex) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PiecesAreAsGoodAsTheWhole) {
  Sha256 pieces;
  pieces.Add("a");
  pieces.Add("");
  pieces.Add("bc");
  EXPECT_EQ(pieces.Hex(), Sha256Hex("abc"));
}

}  // namespace
}  // namespace oarlock::base
