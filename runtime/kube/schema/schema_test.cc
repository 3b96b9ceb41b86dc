#include "kube/schema.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::kube {
namespace {

Object Json(std::string_view text) {
  auto object = DocumentFromJson(text);
  EXPECT_TRUE(object.ok()) << text << ": " << object.status().ToString();
  return object.ok() ? *object : Object();
}

StructuralSchema Compiled(std::string_view text) {
  auto schema = StructuralSchema::Compile(text);
  EXPECT_TRUE(schema.ok()) << schema.status().ToString();
  return schema.ok() ? *schema : StructuralSchema();
}

// All violations, one per line.
std::string Check(std::string_view schema, std::string_view value) {
  const Object object = Json(value);
  std::string out;
  for (const SchemaViolation& violation : Compiled(schema).Validate(object.root())) {
    out += (out.empty() ? "" : "\n") + violation.path + ": " + violation.message;
  }
  return out;
}

std::string Defaults(std::string_view schema, std::string_view value) {
  const Object object = Json(value);
  auto out = Compiled(schema).ApplyDefaults(object.root());
  return out.ok() ? *out : out.status().ToString();
}

constexpr std::string_view kPlugins = R"({
  "type": "object", "required": ["spec"], "properties": {
    "spec": {"type": "object", "properties": {
      "allOrNothing": {"type": "boolean", "default": false},
      "plugins": {"type": "array", "items": {
        "type": "object", "required": ["name", "library"], "properties": {
          "name": {"type": "string", "minLength": 1, "maxLength": 5, "pattern": "^[a-z]+$"},
          "library": {"type": "string"},
          "workers": {"type": "integer", "minimum": 1, "maximum": 8, "default": 2},
          "unload": {"type": "string", "enum": ["verify", "never"], "default": "verify"},
          "config": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
          "labels": {"type": "object", "additionalProperties": {"type": "string"}},
          "port": {"x-kubernetes-int-or-string": true}}}}}}}})";

TEST(StructuralSchema, AcceptsWhatFits) {
  EXPECT_EQ(Check(kPlugins, R"({"spec":{"plugins":[
      {"name":"a","library":"a.so","workers":8,"config":{"x":[1,{"y":null}]},
       "labels":{"a/b":"c"},"port":"http"},
      {"name":"bcdef","library":"b.so","port":80,"workers":null}]}})"),
            "");
}

TEST(StructuralSchema, NamesEveryViolationWithItsPath) {
  EXPECT_EQ(Check(kPlugins, R"({"spec":{"plugins":[
      {"name":"","libary":"x","workers":0},
      {"name":"toolong","library":7,"workers":1.5,"unload":"maybe","labels":{"a/b":1},
       "port":true,"config":[]}, 3]}, "extra":1})"),
            R"(spec.plugins[0].library: is required
spec.plugins[0].name: must have at least 1 characters, has 0
spec.plugins[0].name: must match ^[a-z]+$
spec.plugins[0].libary: unknown key; did you mean "library"?
spec.plugins[0].workers: must be at least 1
spec.plugins[1].name: must have at most 5 characters, has 7
spec.plugins[1].library: must be a string, not 7
spec.plugins[1].workers: must be an integer, not 1.5
spec.plugins[1].unload: must be one of "verify", "never", not "maybe"
spec.plugins[1].labels["a/b"]: must be a string, not 1
spec.plugins[1].port: must be an integer or a string, not true
spec.plugins[1].config: must be a map, not a list
spec.plugins[2]: must be a map, not 3
extra: unknown key)");
}

TEST(StructuralSchema, PointsAtTheValueOrTheParentOfAMissingOne) {
  const Object object = Json(R"({"spec":{"plugins":[{"name":"a"}]}})");
  const auto found = Compiled(kPlugins).Validate(object.root());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].value.node(), object.root()["spec"]["plugins"].At(0).node());
  const Object null = Json(R"({"spec":null})");
  const auto wrong = Compiled(kPlugins).Validate(null.root());
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong[0].message, "must be a map, not null");
  EXPECT_EQ(wrong[0].value.node(), null.root()["spec"].node());
}

TEST(StructuralSchema, ComparesIntegersExactly) {
  const std::string_view schema =
      R"({"type":"integer","maximum":9007199254740992,"minimum":-5,"exclusiveMinimum":true})";
  EXPECT_EQ(Check(schema, "9007199254740992"), "");
  EXPECT_EQ(Check(schema, "9007199254740993"), ": must be at most 9007199254740992");
  EXPECT_EQ(Check(schema, "18446744073709551615"), ": must be at most 9007199254740992");
  EXPECT_EQ(Check(schema, "-5"), ": must be above -5");
  EXPECT_EQ(Check(R"({"type":"integer","minimum":18446744073709551615})", "5"),
            ": must be at least 18446744073709551615");
  EXPECT_EQ(Check(R"({"type":"number","maximum":2,"exclusiveMaximum":true})", "2.0"),
            ": must be below 2");
  EXPECT_EQ(Check(R"({"type":"integer"})", "123456789012345678901234567890"), "");
}

TEST(StructuralSchema, CountsCharactersElementsAndMembers) {
  EXPECT_EQ(Check(R"({"type":"string","maxLength":2})", R"("é🙂")"), "");
  EXPECT_EQ(Check(R"({"type":"array","minItems":1,"maxItems":2})", "[1,2,3]"),
            ": must have at most 2 elements, has 3");
  EXPECT_EQ(Check(R"({"type":"object","minProperties":1,"additionalProperties":true})", "{}"),
            ": must have at least 1 members, has 0");
  EXPECT_EQ(
      Check(R"({"type":"object","maxProperties":0,"additionalProperties":true})", R"({"a":1})"),
      ": must have at most 0 members, has 1");
}

TEST(StructuralSchema, HowAServerMergesAListIsNoRuleOfItsContent) {
  EXPECT_EQ(Check(R"({"type":"array","x-kubernetes-list-type":"map",)"
                  R"("x-kubernetes-list-map-keys":["a"]})",
                  "[1,1]"),
            "");
}

TEST(StructuralSchema, NullNeedsNullableOrADefault) {
  EXPECT_EQ(Check(R"({"type":"string","nullable":true})", "null"), "");
  EXPECT_EQ(Check(R"({"type":"string","default":"x"})", "null"), "");
  EXPECT_EQ(Check(R"({"type":"string"})", "null"), ": must be a string, not null");
}

TEST(StructuralSchema, FillsDefaultsAtEveryLevel) {
  EXPECT_EQ(Defaults(kPlugins, R"({"spec":{"plugins":[{"name":"a","workers":null}]}})"),
            R"({"spec":{"plugins":[{"name":"a","workers":2,"unload":"verify"}],)"
            R"("allOrNothing":false}})");
  EXPECT_EQ(Defaults(kPlugins, "{}"), "{}");
  const std::string_view nested = R"({"type":"object","properties":{
      "a":{"type":"object","default":{"b":9007199254740993},"properties":{
        "b":{"type":"integer"},"c":{"type":"string","nullable":true,"default":"d"}}}}})";
  EXPECT_EQ(Defaults(nested, "{}"), R"({"a":{"b":9007199254740993,"c":"d"}})");
  EXPECT_EQ(Defaults(nested, R"({"a":{"c":null}})"), R"({"a":{"c":null}})");
  EXPECT_EQ(Compiled(nested).ApplyDefaults({}).value(), Defaults(nested, "{}"));
}

TEST(StructuralSchema, AMissingRootIsAnEmptyMap) {
  const auto found = Compiled(kPlugins).Validate({});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, "spec");
  EXPECT_EQ(Compiled(R"({"type":"string"})").Validate({}).size(), 1U);
  EXPECT_TRUE(StructuralSchema().Validate({}).empty());
}

TEST(StructuralSchema, ReportsAtMostTheLimit) {
  std::string many = "[0";
  for (int i = 0; i < 100; ++i) many += ",0";
  const Object object = Json(many + "]");
  EXPECT_EQ(
      Compiled(R"({"type":"array","items":{"type":"string"}})").Validate(object.root()).size(),
      kSchemaViolationsMax);
}

TEST(StructuralSchema, RefusesSchemasItDoesNotFullyUnderstand) {
  const char* const rows[][2] = {
      {R"({"type":"object","oneOf":[]})", "schema: oneOf: unknown keyword"},
      {R"({"type":"object","properties":{"a":{"type":"text"}}})",
       "schema: properties.a.type: must be object, array, string, integer, number or boolean"},
      {R"({"properties":{}})", "schema: type is missing"},
      {R"({"type":"array","items":[]})", "schema: items: must be a schema (a map)"},
      {R"({"type":"string","minLength":-1})",
       "schema: minLength: must be an integer of at least 0"},
      {R"({"type":"integer","default":"x"})", "schema: default: must be an integer, not \"x\""},
      {R"({"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true})",
       "schema: properties and additionalProperties exclude each other"}};
  for (const auto& row : rows) {
    const auto schema = StructuralSchema::Compile(row[0]);
    ASSERT_FALSE(schema.ok()) << row[0];
    EXPECT_EQ(schema.status().message(), row[1]);
    EXPECT_EQ(schema.status().code(), base::StatusCode::kInvalidArgument);
  }
  EXPECT_FALSE(StructuralSchema::Compile(R"({"type":"string","pattern":"(a"})").ok());
  EXPECT_FALSE(StructuralSchema::Compile("{").ok());
  EXPECT_FALSE(StructuralSchema::Compile("[]").ok());
  const std::string pattern(kSchemaPatternMax + 1, 'a');
  EXPECT_FALSE(StructuralSchema::Compile(R"({"type":"string","pattern":")" + pattern + "\"}").ok());
}

TEST(StructuralSchema, PatternsAreLinearOnHostileInput) {
  const std::string text = "\"" + std::string(100'000, 'a') + "!\"";
  EXPECT_NE(Check(R"({"type":"string","pattern":"^(a+)+$"})", text), "");
}

}  // namespace
}  // namespace oarlock::kube
