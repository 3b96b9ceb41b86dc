#include "kube/testing/yaml_read.h"

namespace oarlock::kube {
namespace {

using testing::ErrorOf;
using testing::kAnchors;
using testing::One;
using testing::Read;

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

TEST(Yaml, EscapesOfLatin1CharactersAreUtf8) {
  EXPECT_EQ(One(R"("\N")"), "\"\xC2\x85\"");
  EXPECT_EQ(One(R"("a\_\N\L\u00e9")"), "\"a\xC2\xA0\xC2\x85\xE2\x80\xA8\xC3\xA9\"");
  EXPECT_EQ(One(R"({"\_": 1})"), "{\"\xC2\xA0\":1}");
}

}  // namespace
}  // namespace oarlock::kube
