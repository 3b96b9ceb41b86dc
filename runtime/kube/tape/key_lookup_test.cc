#include "kube/tape/key_lookup.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

#include "base/random.h"
#include "kube/decode.h"

namespace oarlock::kube {
namespace {

// Maps of all sizes around the limit, keys that have their bytes in common, and repeated ones; in
// memory of their own and in a segment, where the second copy shares its keys.
TEST(KeyLookup, FindsTheLastOfEachKeyInMapsOfAnySize) {
  const uint64_t seed = 11;
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  DecodeOptions shared;
  shared.segment = MakeSegment();
  for (uint32_t size = 0; size <= 70; ++size) {
    for (int round = 0; round < 20; ++round) {
      std::string json = R"({"m":{)";
      std::map<std::string, uint32_t> last;
      for (uint32_t i = 0; i < size; ++i) {
        // "ab" and "ba" agree in length and sum of bytes. Some are longer than what is compared
        // at once, and differ at one end only.
        std::string key(random.Next() % 4, 'a');
        for (char& c : key) c = static_cast<char>('a' + random.Next() % 3);
        if (round % 3 == 1) key += std::string(random.Next() % 40, 'x');
        if (round % 3 == 2) key = std::string(random.Next() % 40, 'x') + key;
        last[key] = i;
        json += (i > 0 ? ",\"" : "\"") + key + "\":" + std::to_string(i);
      }
      json += "}}";
      for (const DecodeOptions& options : {DecodeOptions{}, shared, shared, shared}) {
        const Object object = *ObjectFromJson(json, options);
        const Value map = object["m"];
        for (const auto& [key, i] : last) {
          ASSERT_EQ(map.IndexOf(key), i) << json;
          ASSERT_EQ(map[key].AsInt(-1), i) << json;
        }
        ASSERT_EQ(map.IndexOf("dddd"), size);
        ASSERT_FALSE(map["dddd"].exists());
      }
    }
  }
}

TEST(KeyLookup, EqualBytesAreThoseThatAreEqual) {
  base::Random random(12);
  for (int round = 0; round < 1000; ++round) {
    std::array<std::byte, 16> bytes{};
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.Next() % 3 * 127);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 16; ++i) expected |= (bytes[i] == std::byte{254} ? 1u : 0u) << i;
    ASSERT_EQ(tape::EqualBytes(bytes.data(), 254), expected);
  }
}

TEST(KeyLookup, AnyByteMayStandForAKey) {
  std::map<uint8_t, std::string> keys;  // one for each value of KeyByte
  for (char a = 'A'; a <= 'z'; ++a) {
    for (char b = '0'; b <= '9'; ++b) {
      const std::string key{a == '\\' ? '-' : a, b};
      keys.emplace(tape::KeyByte(key), key);
    }
  }
  EXPECT_GT(keys.size(), 200u);
  for (const auto& [byte, key] : keys) {
    std::string json = "{\"\":1,\"" + key + "\":2";
    for (int i = 0; i < 12; ++i) json += ",\"other" + std::to_string(i) + "\":3";
    const Object object = *ObjectFromJson(json + "}");
    EXPECT_EQ(object[key].AsInt(), 2);
    EXPECT_EQ(object[""].AsInt(), 1);
  }
}

}  // namespace
}  // namespace oarlock::kube
