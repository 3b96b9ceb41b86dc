#include <gtest/gtest.h>

#include <array>
#include <random>

#include "kube/decode.h"
#include "kube/patch.h"
#include "kube/yaml.h"
#include "kube/yaml/scalar.h"

namespace oarlock::kube {
namespace {

Object Json(std::string_view text) {
  auto object = DocumentFromJson(text);
  EXPECT_TRUE(object.ok()) << object.status().ToString();
  return object.ok() ? *object : Object();
}

std::string Written(std::string_view json) {
  const Object object = Json(json);
  return WriteYaml(object.root());
}

void ExpectRoundTrip(const Object& object) {
  const std::string yaml = WriteYaml(object.root());
  const auto documents = ReadYaml(yaml, "w.yaml");
  ASSERT_TRUE(documents.ok()) << documents.status().ToString() << "\n" << yaml;
  ASSERT_EQ(documents->size(), 1U) << yaml;
  EXPECT_EQ((*documents)[0].root().ToJson(), object.root().ToJson()) << yaml;
}

TEST(YamlWriter, WritesBlockStyle) {
  EXPECT_EQ(Written(R"({"kind":"X","m":{"s":"a b","e":{},"l":[]},"i":[1,{"a":true,"b":[2]},[3,4]],
                       "t":"one\n two\n\nthree\n","u":"x\ny","z":null,"img":"nginx:1.25"})"),
            R"(kind: X
m:
  s: a b
  e: {}
  l: []
i:
  - 1
  - a: true
    b:
      - 2
  - - 3
    - 4
t: |
  one
   two

  three
u: |-
  x
  y
z: null
img: nginx:1.25
)");
  EXPECT_EQ(Written("[]"), "[]\n");
  EXPECT_EQ(Written("\"a\\nb\""), "\"a\\nb\"\n");
}

TEST(YamlWriter, C_YM_01_QuotesWhatAReaderCouldTakeForSomethingElse) {
  for (const char* text :
       {"no",     "on",         "true",     "1",     "1e3",  "0x1F", "null", "~",   "1_000",
        "08",     "2024-01-01", "12:30:45", " lead", "",     "- x",  "# x",  "y",   "N",
        "Yes",    "OFF",        "NULL",     "False", ".inf", ".NaN", "-",    "=",   "<<",
        "*a",     "&a",         "!a",       "%a",    "@a",   "`a",   "a: b", "a:",  "a #b",
        "[a",     "{",          "'a",       "\"a",   "|",    ">",    "? a",  "---", "...",
        "trail ", "0o7",        "+1",       "1.",    "a\tb", "é"}) {
    EXPECT_FALSE(IsSafePlain(text)) << text;
    const Object object = Json("{\"k\":" + JsonQuote(text) + "," + JsonQuote(text) + ":1}");
    EXPECT_EQ(WriteYaml(object.root()).substr(0, 4), "k: \"") << text;
    ExpectRoundTrip(object);
  }
  for (const char* text : {"a", "nginx:1.25", "https://x.io/y", "apps/v1", "app.k8s.io/name",
                           "hello world", "/var/run", "Deployment", "not", "nope", "x-y_z"}) {
    EXPECT_TRUE(IsSafePlain(text)) << text;
  }
}

TEST(YamlWriter, C_YM_10_RoundTripsEveryByte) {
  for (const std::string_view text :
       {std::string_view("a\n"),
        std::string_view("a\n\n"),
        std::string_view("  a"),
        std::string_view("a\tb"),
        std::string_view("\0", 1),
        std::string_view("🙂"),
        std::string_view("\r"),
        std::string_view("a\r\nb\n"),
        std::string_view("\n"),
        std::string_view("\na\n"),
        std::string_view(" a\nb"),
        std::string_view("a \nb"),
        std::string_view("a\n b\n  c\n"),
        std::string_view("a\n\n\nb"),
        std::string_view("a\n "),
        std::string_view("\xC2\x85\xC2\xA0\xE2\x80\xA8\xEF\xBB\xBF\xEF\xBF\xBE\xEF\xB7\x90"),
        std::string_view("# a\nb"),
        std::string_view("---\na\n"),
        std::string_view("...\n---\nb"),
        std::string_view("\x7F\x1B[0m\x04")}) {
    ExpectRoundTrip(
        Json("{\"data\":{\"k\":" + JsonQuote(text) + "},\"l\":[" + JsonQuote(text) + "]}"));
    ExpectRoundTrip(Json(JsonQuote(text)));
  }
  const std::string line(200 * 1024, 'x');
  ExpectRoundTrip(Json("{\"" + line.substr(0, 2000) + "\":\"" + line + "\",\"b\":\"//4=\"}"));
  ExpectRoundTrip(Json("{\"" + line.substr(0, 2000) + "\":{\"a\":[{\"b\":1}]}}"));
}

TEST(YamlWriter, KeepsNumbersVerbatim) {
  ExpectRoundTrip(Json("[1,-0,1e3,1.0,1E+5,0.10,9007199254740993,123456789012345678901234567890]"));
}

class RandomValue {
 public:
  explicit RandomValue(unsigned seed) : random_(seed) {}
  std::string Json(int depth) {
    switch (random_() % (depth > 0 ? 7 : 4)) {
      case 0: return std::to_string(static_cast<int>(random_()));
      case 1: return random_() % 2 == 0 ? "null" : "false";
      case 2:
      case 3: return JsonQuote(Text());
      case 4: return Container('[', ']', depth);
      default: return Container('{', '}', depth);
    }
  }

 private:
  std::string Text() {
    static constexpr std::array<std::string_view, 28> kParts = {
        "a",    "b",        "no", "1",  " ",  " ",  "\n",
        "\n",   "\t",       ":",  ": ", "#",  " #", "-",
        "- ",   "?",        "'",  "\"", "\\", "\r", "é",
        "🙂", "\xC2\x85", "[",  "{",  "|",  "&",  "\\ud83d\\ude42"};
    std::string out;
    for (size_t n = random_() % 8; n-- > 0;) out += kParts[random_() % kParts.size()];
    return out;
  }
  std::string Container(char open, char close, int depth) {
    std::string out(1, open);
    for (size_t n = random_() % 4; n-- > 0;) {
      if (out.size() > 1) out += ',';
      if (open == '{') out += JsonQuote(Text() + std::to_string(n)) + ":";
      out += Json(depth - 1);
    }
    return out + close;
  }

  std::mt19937 random_;
};

TEST(YamlWriter, RandomValuesRoundTrip) {
  const unsigned seed = std::random_device()();
  RecordProperty("seed", std::to_string(seed));
  RandomValue random(seed);
  for (int round = 0; round < 1500 && !HasFailure(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ExpectRoundTrip(Json("{\"r\":" + random.Json(5) + "}"));
  }
}

}  // namespace
}  // namespace oarlock::kube
