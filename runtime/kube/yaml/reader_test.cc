#include <gtest/gtest.h>

#include <random>

#include "kube/decode.h"
#include "kube/yaml.h"

namespace oarlock::kube {
namespace {

constexpr YamlOptions kAnchors{.allow_anchors = true};

std::vector<YamlDocument> Read(std::string_view text, const YamlOptions& options = {}) {
  auto documents = ReadYaml(text, "f.yaml", options);
  EXPECT_TRUE(documents.ok()) << documents.status().ToString() << "\n" << text;
  return documents.ok() ? std::move(documents).value() : std::vector<YamlDocument>();
}

// The JSON of the only document.
std::string One(std::string_view text, const YamlOptions& options = {}) {
  const auto documents = Read(text, options);
  EXPECT_EQ(documents.size(), 1U) << text;
  return documents.size() == 1 ? documents[0].root().ToJson() : "";
}

std::string ErrorOf(std::string_view text, const YamlOptions& options = {}) {
  const auto documents = ReadYaml(text, "f.yaml", options);
  EXPECT_FALSE(documents.ok()) << text << " gave " << (documents.ok() ? documents->size() : 0);
  return documents.ok() ? "" : documents.status().message();
}

std::string ToUtf16(std::string_view ascii, bool little) {
  std::string out = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : ascii) out += little ? std::string{c, '\0'} : std::string{'\0', c};
  return out;
}

TEST(Yaml, ReadsCoreSchemaScalars) {
  EXPECT_EQ(One("{n: ~, e: , t: True, f: FALSE, y: yes, on: off, s: 'true', q: \"1\"}"),
            R"({"n":null,"e":null,"t":true,"f":false,"y":"yes","on":"off","s":"true","q":"1"})");
  EXPECT_EQ(One("[1, -1, +7, 0, 0x1F, 0o17, 0b1, 1_000, 12:30:45, 2024-01-01, 1.2.3]"),
            R"([1,-1,7,0,31,15,"0b1","1_000","12:30:45","2024-01-01","1.2.3"])");
  EXPECT_EQ(One("[1e3, 1.0, .5, -.5e+2, 1., 00.50, e3, ., -, 1e, \"-0\", -0]"),
            R"([1e3,1.0,0.5,-0.5e+2,1.0,0.50,"e3",".","-","1e","-0",-0])");
}

TEST(Yaml, KeepsTheDigitsOfBigNumbers) {
  EXPECT_EQ(One("[9007199254740993, -9223372036854775808, 18446744073709551615]"),
            "[9007199254740993,-9223372036854775808,18446744073709551615]");
  EXPECT_EQ(One("[123456789012345678901234567890, 0xFFFFFFFFFFFFFFFFFF]"),
            "[123456789012345678901234567890,4722366482869645213695]");
}

TEST(Yaml, RefusesNumbersThatReadersDisagreeAbout) {
  EXPECT_EQ(ErrorOf("a: .inf"),
            "f.yaml:1:4: a: \".inf\" is a number that JSON cannot hold; quote it if it is meant as "
            "text");
  EXPECT_NE(ErrorOf("a: -.Inf").find("JSON cannot hold"), std::string::npos);
  EXPECT_NE(ErrorOf("a: .nan").find("JSON cannot hold"), std::string::npos);
  EXPECT_NE(ErrorOf("mode: 0644").find("octal"), std::string::npos);
}

TEST(Yaml, HonoursCoreTagsAndRefusesOthers) {
  EXPECT_EQ(
      One("[!!str 1, !!int \"3\", !!float 1, !!bool true, ! 5, !!null '', !!map {}, !!seq []]"),
      R"(["1",3,1,true,"5",null,{},[]])");
  for (const char* bad : {"!!binary aGk=", "!x {a: b}", "!!set {a}", "!!int x", "!!int 1.5"}) {
    EXPECT_NE(ErrorOf(bad).find("tag"), std::string::npos) << bad;
  }
}

TEST(Yaml, MakesKeysStringsLikeKubectl) {
  EXPECT_EQ(One("1: a\ntrue: b\n0x10: c\n1.50: d\nyes: e\n\"q\": f\n"),
            R"({"1":"a","true":"b","16":"c","1.50":"d","yes":"e","q":"f"})");
  EXPECT_NE(ErrorOf("~: a").find("key is missing or null"), std::string::npos);
  EXPECT_NE(ErrorOf(": a").find("key is missing or null"), std::string::npos);
  EXPECT_EQ(ErrorOf("? [a]\n: b"), "f.yaml:1:3: a key must be a string");
  EXPECT_EQ(ErrorOf("? {a: b}\n: b"), "f.yaml:1:3: a key must be a string");
}

TEST(Yaml, C_YM_03_TellsQuotedFromPlainScalars) {
  const auto documents =
      Read("a: true\nb: \"true\"\nc: True\nd: yes\ne: on\nf: 1\ng: 'x'\nh: |\n  t\n");
  ASSERT_EQ(documents.size(), 1U);
  const YamlDocument& document = documents[0];
  const Value root = document.root();
  EXPECT_TRUE(root["a"].AsBool());
  EXPECT_TRUE(root["c"].AsBool());
  EXPECT_EQ(root["b"].AsString(), "true");
  EXPECT_TRUE(document.WasQuoted(root["b"]));
  EXPECT_TRUE(document.WasQuoted(root["g"]));
  EXPECT_TRUE(document.WasQuoted(root["h"]));
  for (const char* plain : {"a", "c", "d", "e", "f"}) EXPECT_FALSE(document.WasQuoted(root[plain]));
  EXPECT_EQ(root["d"].AsString(), "yes");
  EXPECT_EQ(root["e"].AsString(), "on");
  EXPECT_EQ(document.Error(root["d"], "d", "must be true or false").message(),
            "f.yaml:4:4: d: must be true or false");
}

TEST(Yaml, C_YM_04_ReadsAllDocumentsAndSkipsEmptyOnes) {
  const std::string text =
      "# head\n---\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: i}\n...\n---\n"
      "# only a comment\n---\n{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
      "{\"name\":\"j\"}}\n...\n";
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (const std::string& form : {text, windows}) {
    const auto documents = Read(form);
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_EQ(documents[0].object().name(), "i");
    EXPECT_EQ(documents[1].object().name(), "j");
    const Position name = documents[0].PositionOf(documents[0].root()["metadata"]["name"]);
    EXPECT_EQ(name.line, 6);
    EXPECT_EQ(name.column, 18);
    EXPECT_EQ(documents[1].PositionOf(documents[1].root()["kind"]).line, 11);
  }
}

TEST(Yaml, C_KC_08_ReadsUtf16AndByteOrderMarks) {
  const std::string text = "kind: Config\r\nusers:\r\n- name: a\r\n";
  const std::string expected = R"({"kind":"Config","users":[{"name":"a"}]})";
  EXPECT_EQ(One(text), expected);
  EXPECT_EQ(One("\xEF\xBB\xBF" + text), expected);
  EXPECT_EQ(One(ToUtf16(text, true)), expected);
  EXPECT_EQ(One(ToUtf16(text, false)), expected);
  EXPECT_EQ(One(std::string("\xFF\xFE\x3D\xD8\x42\xDE", 6)), "\"🙂\"");
  EXPECT_EQ(ErrorOf(ToUtf16(text, true) + "x"), "f.yaml: UTF-16 with an odd number of bytes");
  EXPECT_EQ(ErrorOf(std::string("\xFF\xFE\x3D\xD8\x41\x00", 6)),
            "f.yaml: lone surrogate at byte 2");
}

TEST(Yaml, C_KC_09_EmptyInputHasNoDocuments) {
  for (const char* text :
       {"", "---", "---\n", "# c\n#d", "\n\n", "---\n---\n", "~", "null\n...\n"}) {
    EXPECT_TRUE(Read(text).empty()) << text;
  }
  EXPECT_EQ(One("users: null\nclusters:\n"), R"({"users":null,"clusters":null})");
}

TEST(Yaml, C_YM_09_DuplicateKeysNameBothLines) {
  EXPECT_EQ(ErrorOf("data: {a: \"1\",\n  a: \"2\"}"),
            "f.yaml:2:3: data: duplicate key \"a\", first on line 1; remove one of them");
  EXPECT_EQ(ErrorOf("metadata:\n  name: a\nkind: x\nmetadata:\n  name: b\n"),
            "f.yaml:4:1: duplicate key \"metadata\", first on line 1; remove one of them");
  EXPECT_NE(ErrorOf("l:\n- {}\n- x: 1\n  \"x\": 2\n").find("f.yaml:4:3: l[1]: duplicate"),
            std::string::npos);
  EXPECT_EQ(ErrorOf("1: a\n\"1\": b\n").substr(0, 26), "f.yaml:2:1: duplicate key ");
}

TEST(Yaml, C_YM_07_KeysSurviveAndAnchorsExpandOnlyWhereAllowed) {
  EXPECT_EQ(
      One("metadata: {annotations: {\"janitor/ttl\": 7d, \"a.b/c~d\": \"x\", ? \"k y\" : z}}"),
      R"({"metadata":{"annotations":{"janitor/ttl":"7d","a.b/c~d":"x","k y":"z"}}})");
  const std::string text =
      "base: &a {x: 1, y: 2}\nuse: *a\nown:\n  y: 3\n  <<: *a\nmany:\n  <<: [{x: 8, z: 9}, *a]\n";
  EXPECT_EQ(One(text, kAnchors), R"({"base":{"x":1,"y":2},"use":{"x":1,"y":2},"own":{"y":3,"x":1},)"
                                 R"("many":{"x":8,"z":9,"y":2}})");
  EXPECT_EQ(ErrorOf(text),
            "f.yaml:1:7: base: anchors and aliases are not allowed here; write the value out");
  EXPECT_EQ(ErrorOf("a:\n  <<: {b: 1}\n"),
            "f.yaml:2:3: a: merge keys (`<<`) are not allowed here; write the members out");
  EXPECT_EQ(One("\"<<\": 1"), R"({"<<":1})");
}

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

TEST(Yaml, KnowsWhereEachValueAndKeyStood) {
  const auto documents = Read("é: [1, \"ü\", x]\nmap:\n    key:   value\n    none:\nend: ~\n");
  ASSERT_EQ(documents.size(), 1U);
  const YamlDocument& document = documents[0];
  const auto at = [&](Value value) {
    const Position position = document.PositionOf(value);
    const Position key = document.KeyPositionOf(value);
    return std::to_string(position.line) + ":" + std::to_string(position.column) + " " +
           std::to_string(key.line) + ":" + std::to_string(key.column);
  };
  const Value root = document.root();
  EXPECT_EQ(at(root), "1:1 0:0");
  EXPECT_EQ(at(root["é"]), "1:4 1:1");
  EXPECT_EQ(at(root["é"].At(2)), "1:13 0:0");
  EXPECT_EQ(at(root["map"]), "3:5 2:1");
  EXPECT_EQ(at(root["map"]["key"]), "3:12 3:5");
  EXPECT_EQ(at(root["map"]["none"]), "4:5 4:5");
  EXPECT_EQ(at(root["end"]), "5:6 5:1");
  EXPECT_EQ(at({}), "0:0 0:0");
  EXPECT_EQ(document.Error({}, "", "is empty").message(), "f.yaml: is empty");
}

TEST(Yaml, NullElementsStandAtTheirDash) {
  const auto documents = Read("-\n\n- a\n");
  EXPECT_EQ(documents[0].PositionOf(documents[0].root().At(0)).line, 1);
}

TEST(Yaml, ReadsJsonWithTabsAndSurrogatePairs) {
  EXPECT_EQ(One("{\n\t\"a\":\"b\",\n\t\"c\":[1,{\"d\":null}],\"e\":-1,\"f\":\"\\/\\u00e9\"\n}"),
            R"({"a":"b","c":[1,{"d":null}],"e":-1,"f":"/é"})");
  EXPECT_EQ(One(R"(["\ud83d\ude42", "x\\\uD83D\uDE42y", "\\ud83d\\ude42"])"),
            R"(["🙂","x\\🙂y","\\ud83d\\ude42"])");
  // Outside of double quotes a backslash is text; positions stay right behind a converted pair.
  EXPECT_EQ(One("a: '\\ud83d\\ude42'\nb: x\\ud83d\\ude42 # \\ud83d\\ude42\nc: \"\\ud83d\\ude42\""),
            R"({"a":"\\ud83d\\ude42","b":"x\\ud83d\\ude42","c":"🙂"})");
  const auto documents = Read(R"(["\ud83d\ude42", "\ud83d\ude42", x])");
  EXPECT_EQ(documents[0].PositionOf(documents[0].root().At(2)).column, 34);
}

TEST(Yaml, C_YM_10_RefusesLoneSurrogates) {
  EXPECT_NE(ErrorOf(R"(a: "\ud83d")").find("f.yaml:1:"), std::string::npos);
  EXPECT_NE(ErrorOf(R"(a: "\ud83d")").find("lone surrogate"), std::string::npos);
  EXPECT_NE(ErrorOf(R"(a: "\ude42\ud83d")").find("lone surrogate"), std::string::npos);
  EXPECT_EQ(ErrorOf("a: \xED\xA0\xBD"), "f.yaml:1:4: this is no UTF-8 text");
}

TEST(Yaml, KeepsTheLineEndsOfFoldedText) {
  EXPECT_EQ(One("a: \"x\n\n\n\"\nb: '\n\n'\nc: !!str 'it''s\n \n\n  '\n"),
            R"({"a":"x\n\n","b":"\n","c":"it's\n\n"})");
  EXPECT_EQ(One("[\"x\\n\n\n\n\n\n\", \"y\\\n  z\"]"), R"(["x\n\n\n\n\n","yz"])");
  EXPECT_EQ(One("a: >\n  x\n  "), R"({"a":"x\n"})");
  EXPECT_EQ(One("a: |2-\n   x\n   y \n\n"), R"({"a":" x\n y "})");
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

TEST(Yaml, EscapesOfLatin1CharactersAreUtf8) {
  EXPECT_EQ(One(R"("\N")"), "\"\xC2\x85\"");
  EXPECT_EQ(One(R"("a\_\N\L\u00e9")"), "\"a\xC2\xA0\xC2\x85\xE2\x80\xA8\xC3\xA9\"");
  EXPECT_EQ(One(R"({"\_": 1})"), "{\"\xC2\xA0\":1}");
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
