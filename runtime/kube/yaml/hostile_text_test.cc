// Text that is broken, too large or made to do harm: an error that says where, never a crash.
#include <algorithm>
#include <random>

#include "kube/decode.h"
#include "kube/testing/yaml_read.h"

namespace oarlock::kube {
namespace {

using testing::ErrorOf;
using testing::kAnchors;
using testing::One;
using testing::Read;

TEST(Yaml, C_YM_07_ExpansionIsLimited) {
  std::string laughs = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
  std::string merges = "m0: &m0 {k0: 1}\n";
  for (int i = 1; i <= 10; ++i) {
    const std::string n = std::to_string(i);
    std::string list = "*l" + std::to_string(i - 1);
    for (int j = 0; j < 9; ++j) list += ", *l" + std::to_string(i - 1);
    laughs += "l" + n + ": &l" + n + " [" + list + "]\n";
    merges += "m" + n + ": &m" + n + " {k" + n + ": 1, <<: [*m" + std::to_string(i - 1);
    for (int j = 0; j < 9; ++j) merges += ", *m" + std::to_string(i - 1);
    merges += "]}\n";
  }
  EXPECT_NE(ErrorOf(laughs, kAnchors).find("values after expansion"), std::string::npos);
  EXPECT_NE(ErrorOf(merges, kAnchors).find("values after expansion"), std::string::npos);
  std::string bytes = "a: &a \"" + std::string(1'000'000, 'x') + "\"\nb: [*a";
  for (int i = 0; i < 10; ++i) bytes += ", *a";
  EXPECT_NE(ErrorOf(bytes + "]", kAnchors).find("bytes after expansion"), std::string::npos);
  // Few values come out, but each of many merges looks at many keys.
  std::string looks = "a: &a {k: 1";
  std::string again = "b: {<<: [*a";
  for (int i = 0; i < 400; ++i) {
    looks += ", k" + std::to_string(i) + ": 1";
    again += ", *a";
  }
  EXPECT_NE(ErrorOf(looks + "}\n" + again + "]}", kAnchors).find("after expansion"),
            std::string::npos);
  std::string deep = "d0: &d0 []\n";
  for (size_t i = 1; i <= kObjectDepthMax; ++i) {
    deep += "d" + std::to_string(i) + ": &d" + std::to_string(i) + " [*d" + std::to_string(i - 1) +
            "]\n";
  }
  EXPECT_NE(ErrorOf(deep, kAnchors).find("nested too deeply"), std::string::npos);
}

TEST(Yaml, RefusesAliasesThatCannotExpand) {
  EXPECT_NE(ErrorOf("a: &a [*a]", kAnchors).find("contains it"), std::string::npos);
  EXPECT_NE(ErrorOf("a: &a {b: *a}", kAnchors).find("contains it"), std::string::npos);
  EXPECT_NE(ErrorOf("a: *b", kAnchors).find("f.yaml:1:4: a: "), std::string::npos);
  EXPECT_NE(ErrorOf("a: &a 1\n*a : 2", kAnchors).find("cannot be a key"), std::string::npos);
  EXPECT_NE(ErrorOf("a: &a 1\nb: {<<: *a}", kAnchors).find("`<<` takes a map"), std::string::npos);
  EXPECT_NE(ErrorOf("a: &a 1\n---\nb: *a", kAnchors).find("f.yaml:3:4"), std::string::npos);
  EXPECT_EQ(One("a: &a\nb: *a\nc: &c x\nd: [*c, *c]", kAnchors),
            R"({"a":null,"b":null,"c":"x","d":["x","x"]})");
}

TEST(Yaml, RefusesCharactersThatWouldEndOrBendTheText) {
  EXPECT_EQ(ErrorOf("a: 1\nb: \x04\nc: 2"),
            "f.yaml:2:4: the character U+0004 is not allowed; write it as an escape in double "
            "quotes");
  EXPECT_NE(ErrorOf(std::string_view("a: \0", 4)).find("U+0000"), std::string::npos);
  EXPECT_NE(ErrorOf("a: 1\n\xEF\xBB\xBF"
                    "b: 2")
                .find("byte order mark"),
            std::string::npos);
  EXPECT_EQ(One("\"\\0\\x04\\uFFFE\""), "\"\\u0000\\u0004\xEF\xBF\xBE\"");
}

TEST(Yaml, ReportsMistakesThatTheParserLetsPass) {
  EXPECT_EQ(ErrorOf("a: 1\nfoo\n"),
            "f.yaml:2:1: foo: this key has no value; write `key: value` with a space");
  EXPECT_NE(ErrorOf("a: {b:1}").find("f.yaml:1:5: a[\"b:1\"]: this key has no"), std::string::npos);
  EXPECT_EQ(One("{a: , b: 1, c : 2, d: # x\n }"), R"({"a":null,"b":1,"c":2,"d":null})");
  EXPECT_NE(ErrorOf("{a: 1}\n{b: 2}").find("f.yaml:2:1: content after the end"), std::string::npos);
  EXPECT_NE(ErrorOf("- a\nb: 1\n").find("f.yaml:2:1"), std::string::npos);
  EXPECT_NE(ErrorOf("{\"k\":1}x").find("content after the end"), std::string::npos);
  EXPECT_NE(ErrorOf("\"\"---\n").find("content after the end"), std::string::npos);
  EXPECT_NE(ErrorOf("a: 1\n!!str ").find("this key has no value"), std::string::npos);
  EXPECT_NE(ErrorOf("a: 1\nb: '").find("f.yaml:2:4: b: the quote is"), std::string::npos);
  EXPECT_NE(ErrorOf("a: 1\nb: \"open\n\n").find("f.yaml:2:4: b: the quote is"), std::string::npos);
  EXPECT_NE(ErrorOf("!!str \"").find("the quote is never closed"), std::string::npos);
  EXPECT_EQ(Read("a: 1\n... # end\n# c\nb: 2").size(), 2U);
  EXPECT_EQ(ErrorOf("a:\n\tb: 1"), "f.yaml:2:2: a: tab in the indentation; use spaces");
  EXPECT_EQ(ErrorOf("\ta: 1\n\tb: 2"), "f.yaml:1:3: tab in the indentation; use spaces");
  EXPECT_EQ(One("a:\tb\nc: \"x\ty\""), R"({"a":"b","c":"x\ty"})");
}

TEST(Yaml, SaysWhereTheTextIsMalformed) {
  EXPECT_EQ(ErrorOf("a:\n  - b: @x").substr(0, 25), "f.yaml:2:8: a[0].b: this ");
  EXPECT_EQ(ErrorOf("a: b: c").substr(0, 12), "f.yaml:1:5: ");
  for (const char* bad :
       {"a: [1, 2", "a: \"x", "a: ]", "[a, b]]", "a: - b", "a: {b: c} d", "%YAML x\n---",
        "a:\n  - x\n b: 1", "--- a: 1", "\"a\": \"\\q\"", "a: *", "&", "a: 'b"}) {
    EXPECT_EQ(ErrorOf(bad).substr(0, 7), "f.yaml:") << bad;
  }
}

TEST(Yaml, DeepNestingIsAnErrorAndNotACrash) {
  for (const std::string part : {"[", "{a: ", "- ", "? ", "[{a: ", "- ? ", "&a "}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += part;
    EXPECT_FALSE(ErrorOf(text, kAnchors).empty()) << part;
  }
  std::string steps;
  for (size_t i = 0; i < 600; ++i) steps += std::string(i, ' ') + "a:\n";
  EXPECT_NE(ErrorOf(steps).find("nested too deeply"), std::string::npos);
  std::string fits(kObjectDepthMax, '[');
  EXPECT_EQ(One(fits + std::string(kObjectDepthMax, ']')).size(), 2U * kObjectDepthMax);
  EXPECT_NE(ErrorOf("[" + fits + std::string(kObjectDepthMax + 1, ']')).find("nested too deeply"),
            std::string::npos);
}

TEST(Yaml, BoundsBytesAndValues) {
  EXPECT_EQ(ReadYaml(std::string(kYamlBytesMax + 1, ' '), "f").status().code(),
            base::StatusCode::kTooLarge);
  std::string many;
  for (size_t i = 0; i < kYamlNodesMax; ++i) many += "- a\n";
  EXPECT_NE(ErrorOf(many).find("more than 100000 values"), std::string::npos);
  EXPECT_EQ(Read(many.substr(4)).size(), 1U);
}

// Whatever the bytes, there is an answer: no crash, no hang, no silent loss of the tail.
TEST(Yaml, RandomDamageIsSurvived) {
  const unsigned seed = std::random_device()();
  RecordProperty("seed", std::to_string(seed));
  std::mt19937 random(seed);
  const std::string good =
      "a: &x {b: [1, 'c', \"d\\ud83d\\ude42\"], ? e : |\n   f\n}\n---\n- <<: *x\n- >-\n  g\n\n  h\n"
      "- !!str 1 # i\n...\n{\"j\":[null,true]}\n";
  const std::string_view noise(
      "\n\t :-?[]{},&*!|>'\"%@#\\u\x04\r\xEF\xBB\xBF"
      "0~.<");
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (size_t n = 1 + random() % 6; n-- > 0;) {
      const size_t at = random() % text.size();
      if (random() % 3 == 0) text.erase(at, 1 + random() % 4);
      text.insert(std::min(at, text.size()), 1, noise[random() % noise.size()]);
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto documents = ReadYaml(text, "f.yaml", kAnchors);
    if (documents.ok()) continue;
    EXPECT_EQ(documents.status().message().substr(0, 6), "f.yaml");
  }
}

}  // namespace
}  // namespace oarlock::kube
