#include "sandbox/schema/crd.h"

#include <gtest/gtest.h>

namespace oarlock::sandbox {
namespace {

const BuiltinSchemas& Builtin() {
  static const BuiltinSchemas kSchemas;
  return kSchemas;
}

constexpr std::string_view kSpecSchema =
    R"({"type":"object","required":["req"],"properties":{)"
    R"("req":{"type":"string","minLength":2,"maxLength":4,"pattern":"^a"},)"
    R"("n":{"type":"integer","minimum":1,"maximum":5,"multipleOf":2,"default":2},)"
    R"("i32":{"type":"integer","format":"int32"},"f":{"type":"number"},"b":{"type":"boolean"},)"
    R"("e":{"type":"string","enum":["x","y"]},)"
    R"("l":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string"}},)"
    R"("set":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"},)"
    R"("m":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],)"
    R"("items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},)"
    R"("v":{"type":"integer","default":7}}}},)"
    R"("mp":{"type":"object","maxProperties":1,"additionalProperties":{"type":"integer"}},)"
    R"("ios":{"x-kubernetes-int-or-string":true},)"
    R"("any":{"x-kubernetes-preserve-unknown-fields":true},)"
    R"("nul":{"type":"string","nullable":true},"dt":{"type":"string","format":"date-time"},)"
    R"("one":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},)"
    R"("oneOf":[{"required":["a"]},{"required":["b"]}]},)"
    R"("no":{"type":"string","not":{"enum":["bad"]}},)"
    R"("emb":{"type":"object","x-kubernetes-embedded-resource":true,)"
    R"("x-kubernetes-preserve-unknown-fields":true}}})";

Json Definition(const Json& schema) {
  Json definition = ParseTrustedJson(
      R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
      R"("metadata":{"name":"foos.ex.io","generation":1},"spec":{"group":"ex.io",)"
      R"("scope":"Namespaced","names":{"plural":"foos","singular":"foo","kind":"Foo",)"
      R"("listKind":"FooList","shortNames":["fo"]},"versions":[{"name":"v1","served":true,)"
      R"("storage":true,"subresources":{"status":{},"scale":{"specReplicasPath":)"
      R"(".spec.replicas","statusReplicasPath":".status.replicas"}},)"
      R"("additionalPrinterColumns":[{"name":"N","type":"integer","jsonPath":".spec.n"}]}]}})");
  definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = schema;
  return definition;
}

Json FooSchema() {
  Json schema = ParseTrustedJson(R"({"type":"object","required":["spec"],"properties":{}})");
  schema["properties"]["spec"] = ParseTrustedJson(kSpecSchema);
  return schema;
}

class CustomObject : public ::testing::Test {
 protected:
  // What became of a spec, or what is wrong with it.
  static std::string Result(std::string_view spec) {
    static const CustomResource kFoo = ReadDefinition(Builtin(), Definition(FooSchema()));
    const CustomSchema& schema = *kFoo.versions[0].schema;
    Json object = {{"apiVersion", "ex.io/v1"}, {"kind", "Foo"}, {"metadata", {{"name", "a"}}}};
    object["spec"] = ParseTrustedJson(spec);
    unknown_ = schema.Decode(object).unknown;
    const FieldErrors errors = schema.Validate(object);
    if (errors.empty()) return WriteJson(object["spec"]);
    std::string out;
    for (const FieldError& error : errors) {
      out += (out.empty() ? "" : ", ") + error.field + ": " + error.message;
    }
    return out;
  }
  static inline std::vector<std::string> unknown_;
};

TEST_F(CustomObject, IsPrunedDefaultedAndItsNumbersBecomeWhole) {
  EXPECT_EQ(Result(R"({"req":"ab","unk":1})"), R"({"n":2,"req":"ab"})");
  EXPECT_EQ(unknown_, std::vector<std::string>{"unknown field \"spec.unk\""});
  EXPECT_EQ(Result(R"({"req":"ab","n":2.0,"f":1.0})"), R"({"f":1,"n":2,"req":"ab"})");
  EXPECT_EQ(Result(R"({"req":"ab","m":[{"k":"a"}]})"),
            R"({"m":[{"k":"a","v":7}],"n":2,"req":"ab"})");
  EXPECT_EQ(Result(R"({"req":"ab","ios":"x","any":{"z":[1,null]},"nul":null,"e":null})"),
            R"({"any":{"z":[1,null]},"ios":"x","n":2,"nul":null,"req":"ab"})");
}

TEST_F(CustomObject, IsJudgedInTheServersWords) {
  EXPECT_EQ(Result("{}"), "spec.req: Required value");
  EXPECT_EQ(Result(R"({"req":null})"), "spec.req: Required value");
  EXPECT_EQ(Result(R"("x")"),
            "spec: Invalid value: \"string\": spec in body must be of type object: \"string\"");
  EXPECT_EQ(Result(R"({"req":"a"})"),
            "spec.req: Invalid value: \"a\": spec.req in body should be at least 2 chars long");
  EXPECT_EQ(Result(R"({"req":"abcdef"})"), "spec.req: Too long: may not be more than 4 bytes");
  EXPECT_EQ(Result(R"({"req":"xy"})"),
            "spec.req: Invalid value: \"xy\": spec.req in body should match '^a'");
  EXPECT_EQ(Result(R"({"req":"ab","n":0})"),
            "spec.n: Invalid value: 0: spec.n in body should be greater than or equal to 1");
  EXPECT_EQ(Result(R"({"req":"ab","n":7})"),
            "spec.n: Invalid value: 7: spec.n in body should be a multiple of 2, spec.n: Invalid "
            "value: 7: spec.n in body should be less than or equal to 5");
  EXPECT_EQ(Result(R"({"req":"ab","n":1.5})"),
            "spec.n: Invalid value: \"number\": spec.n in body must be of type integer: "
            "\"number\", <nil>: Invalid value: \"\": Checked value must be of type integer "
            "(default format) in spec.n, spec.n: Invalid value: 1.5: spec.n in body should be a "
            "multiple of 2");
  EXPECT_EQ(
      Result(R"({"req":"ab","i32":99999999999})"),
      "<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in "
      "spec.i32");
  EXPECT_EQ(Result(R"({"req":"ab","e":"z"})"),
            "spec.e: Unsupported value: \"z\": supported values: \"x\", \"y\"");
  EXPECT_EQ(Result(R"({"req":"ab","ios":true})"),
            "spec.ios: Invalid value: \"boolean\": spec.ios in body must be of type "
            "integer,string: \"boolean\"");
  EXPECT_EQ(Result(R"({"req":"ab","dt":"x"})"),
            "spec.dt: Invalid value: \"x\": spec.dt in body must be of type date-time: \"x\"");
  EXPECT_EQ(Result(R"({"req":"ab","emb":{"x":1}})"),
            "spec.emb.apiVersion: Required value, spec.emb.kind: Required value");
}

TEST_F(CustomObject, ListsMapsAndBranches) {
  EXPECT_EQ(Result(R"({"req":"ab","l":[]})"),
            "spec.l: Invalid value: 0: spec.l in body should have at least 1 items");
  EXPECT_EQ(Result(R"({"req":"ab","l":["a","b","c"]})"),
            "spec.l: Too many: 3: must have at most 2 items");
  EXPECT_EQ(Result(R"({"req":"ab","l":[1]})"),
            "spec.l[0]: Invalid value: \"integer\": spec.l[0] in body must be of type string: "
            "\"integer\"");
  EXPECT_EQ(Result(R"({"req":"ab","set":["a","a"]})"), "spec.set[1]: Duplicate value: \"a\"");
  EXPECT_EQ(Result(R"({"req":"ab","m":[{"k":"a"},{"k":"a"}]})"),
            R"(spec.m[1]: Duplicate value: {"k":"a"})");
  EXPECT_EQ(Result(R"({"req":"ab","m":[{"v":1}]})"), "spec.m[0].k: Required value");
  EXPECT_EQ(Result(R"({"req":"ab","mp":{"a":1,"b":2}})"),
            "spec.mp: Too many: 2: must have at most 1 item");
  EXPECT_EQ(Result(R"({"req":"ab","one":{}})"),
            "<nil>: Invalid value: \"\": \"spec.one\" must validate one and only one schema "
            "(oneOf). Found none valid, spec.one.a: Required value");
  EXPECT_EQ(Result(R"({"req":"ab","no":"bad"})"),
            "<nil>: Invalid value: \"\": \"spec.no\" must not validate the schema (not)");
}

TEST_F(CustomObject, MetadataIsDecodedAsGoDoes) {
  const CustomResource foo = ReadDefinition(Builtin(), Definition(FooSchema()));
  Json object = ParseTrustedJson(R"({"metadata":{"name":"a","labels":{"a":5}}})");
  EXPECT_EQ(foo.versions[0].schema->Decode(object).status.message(),
            "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string");
  object = ParseTrustedJson(R"({"metadata":{"name":"a","zz":5}})");
  EXPECT_EQ(foo.versions[0].schema->Decode(object).unknown,
            std::vector<std::string>{"unknown field \"metadata.zz\""});
  EXPECT_FALSE(object["metadata"].contains("zz"));
}

TEST(CustomResource, SaysWhatIsServed) {
  const CustomResource foo = ReadDefinition(Builtin(), Definition(FooSchema()));
  ASSERT_EQ(foo.versions.size(), 1u);
  const CustomVersion& version = foo.versions[0];
  EXPECT_EQ(version.type->qualified(), "foos.ex.io");
  EXPECT_TRUE(version.served && version.storage && version.has_status && version.has_scale);
  EXPECT_EQ(version.type->Find("scale")->kind.ToString(), "autoscaling/v1 Scale");
  EXPECT_EQ(version.scale.spec_replicas, ".spec.replicas");
  EXPECT_EQ(version.columns[0].description,
            "Custom resource definition column (in JSONPath format): .spec.n");
  EXPECT_EQ(foo.Find("v1"), foo.storage_version());
  EXPECT_EQ(foo.Find("v2"), nullptr);
  EXPECT_TRUE(foo.Warnings().empty());
  Json rules = FooSchema();
  rules["x-kubernetes-validations"] = Json::array({{{"rule", "self.spec.n > 1"}}});
  EXPECT_EQ(ReadDefinition(Builtin(), Definition(rules)).Warnings().size(), 1u);
  const Json status = EstablishedStatus(Definition(FooSchema()), "2026-01-01T00:00:00Z");
  EXPECT_EQ(status["acceptedNames"]["plural"], "foos");
  EXPECT_EQ(WriteJson(status["storedVersions"]), R"(["v1"])");
}

std::string Refusal(const Json& definition, const Json& before = nullptr) {
  std::string out;
  for (const FieldError& error : ValidateDefinition(Builtin(), definition, before)) {
    out += (out.empty() ? "" : ", ") + error.field + ": " + error.message;
  }
  return out;
}

std::string SchemaRefusal(std::string_view schema) {
  const std::string start = "spec.validation.openAPIV3Schema";
  const std::string all = Refusal(Definition(ParseTrustedJson(schema)));
  return all.starts_with(start) ? all.substr(start.size()) : all;
}

TEST(Definition, IsRefusedForItsNames) {
  EXPECT_EQ(Refusal(Definition(FooSchema())), "");
  Json definition = Definition(FooSchema());
  definition["metadata"]["name"] = "x";
  EXPECT_EQ(Refusal(definition),
            "metadata.name: Invalid value: \"x\": must be spec.names.plural+\".\"+spec.group");
  Json before = Definition(FooSchema());
  Json after = before;
  after["spec"]["scope"] = "Cluster";
  EXPECT_EQ(Refusal(after, before), "spec.scope: Invalid value: \"Cluster\": field is immutable");
  definition = Definition(FooSchema());
  definition["spec"]["versions"][0]["storage"] = false;
  EXPECT_NE(Refusal(definition).find("must have exactly one version marked as storage version"),
            std::string::npos);
}

TEST(Definition, IsRefusedForSchemasThatAreNotStructural) {
  EXPECT_EQ(SchemaRefusal("{}"), ".type: Required value: must not be empty at the root");
  EXPECT_EQ(
      SchemaRefusal(R"({"type":"object","properties":{"spec":{}}})"),
      ".properties[spec].type: Required value: must not be empty for specified object fields");
  EXPECT_EQ(SchemaRefusal(R"({"type":"object","properties":{"spec":{"type":"foo"}}})"),
            ".properties[spec].type: Unsupported value: \"foo\": supported values: \"array\", "
            "\"boolean\", \"integer\", \"number\", \"object\", \"string\"");
  EXPECT_EQ(SchemaRefusal(R"({"type":"object","properties":{"spec":{"type":"array"}}})"),
            ".properties[spec].items: Required value: must be specified");
  EXPECT_EQ(
      SchemaRefusal(R"({"type":"object","properties":{"spec":{"type":"string","default":5}}})"),
      ".properties[spec].default: Invalid value: \"integer\":  in body must be of type "
      "string: \"integer\"");
  EXPECT_EQ(SchemaRefusal(R"({"type":"object","properties":{"spec":{"type":"object","anyOf":[)"
                          R"({"type":"string"}]}}})"),
            ".properties[spec].anyOf[0].type: Forbidden: must be empty to be structural");
  EXPECT_EQ(SchemaRefusal(R"({"type":"object","properties":{"spec":{"type":"string",)"
                          R"("pattern":"("}}})"),
            ".properties[spec].pattern: Invalid value: \"(\": must be a valid regular expression, "
            "but isn't: error parsing regexp: missing closing ): `(`");
  EXPECT_EQ(SchemaRefusal(R"({"type":"object","properties":{"metadata":{"type":"object",)"
                          R"("properties":{"foo":{"type":"string"}}}}})"),
            ".properties[metadata]: Forbidden: must not specify anything other than name and "
            "generateName, but metadata is implicitly specified");
}

}  // namespace
}  // namespace oarlock::sandbox
