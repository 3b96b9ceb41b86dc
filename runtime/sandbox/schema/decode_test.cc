#include "sandbox/schema/decode.h"

#include <gtest/gtest.h>

#include "sandbox/schema/builtin_schemas.h"

namespace oarlock::sandbox {
namespace {

class Decode : public ::testing::Test {
 protected:
  static const Schema& Of(const char* group, const char* kind) {
    static BuiltinSchemas schemas;
    const Schema* schema = schemas.Find({group, "v1", kind});
    EXPECT_NE(schema, nullptr) << kind;
    return *schema;
  }
  static std::string ErrorOf(const char* group, const char* kind, std::string_view text) {
    Json object = ParseTrustedJson(text);
    return DecodeBuiltin(Of(group, kind), object).status.message();
  }
  static std::string Deployment(const std::string& spec) {
    return ErrorOf("apps", "Deployment", R"({"metadata":{"name":"a"},"spec":)" + spec + "}");
  }
};

TEST_F(Decode, WordsTypeErrorsAsGoDoes) {
  const std::string start = "json: cannot unmarshal ";
  EXPECT_EQ(ErrorOf("", "ConfigMap", R"({"data":{"a":1}})"),
            start + "number into Go struct field ConfigMap.data of type string");
  EXPECT_EQ(ErrorOf("", "ConfigMap", R"({"data":["a"]})"),
            start + "array into Go struct field ConfigMap.data of type map[string]string");
  EXPECT_EQ(Deployment(R"({"replicas":"3"})"),
            start + "string into Go struct field DeploymentSpec.spec.replicas of type int32");
  EXPECT_EQ(Deployment(R"({"replicas":1.5})"),
            start + "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32");
  EXPECT_EQ(Deployment(R"({"replicas":99999999999})"),
            start +
                "number 99999999999 into Go struct field DeploymentSpec.spec.replicas of type "
                "int32");
  EXPECT_EQ(Deployment(R"({"paused":"x"})"),
            start + "string into Go struct field DeploymentSpec.spec.paused of type bool");
  EXPECT_EQ(Deployment(R"("a")"),
            start + "string into Go struct field Deployment.spec of type v1.DeploymentSpec");
  EXPECT_EQ(Deployment(R"({"template":{"spec":{"containers":{"a":1}}}})"),
            start +
                "object into Go struct field PodSpec.spec.template.spec.containers of type "
                "[]v1.Container");
  EXPECT_EQ(Deployment(R"({"template":{"spec":{"containers":[{"name":5}]}}})"),
            start +
                "number into Go struct field Container.spec.template.spec.containers.name of "
                "type string");
  EXPECT_EQ(Deployment(R"({"strategy":{"rollingUpdate":{"maxSurge":true}}})"),
            start +
                "bool into Go struct field "
                "RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32");
  EXPECT_EQ(ErrorOf("", "Secret", R"({"data":{"a":4}})"),
            start + "number into Go struct field Secret.data of type []uint8");
}

TEST_F(Decode, WordsValuesWithParsersOfTheirOwn) {
  EXPECT_EQ(ErrorOf("", "Secret", R"({"data":{"a":"%%%"}})"),
            "illegal base64 data at input byte 0");
  EXPECT_EQ(Deployment(
                R"({"template":{"spec":{"containers":[{"resources":{"limits":{"cpu":"abc"}}}]}}})"),
            "quantities must match the regular expression "
            "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  EXPECT_EQ(ErrorOf("", "Pod", R"({"metadata":{"creationTimestamp":"x"}})"),
            R"(parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006")");
}

TEST_F(Decode, C_LE_01_MicroTimesHaveSixDigits) {
  EXPECT_EQ(ErrorOf("coordination.k8s.io", "Lease",
                    R"({"spec":{"renewTime":"2026-08-11T19:37:19.103Z"}})"),
            R"(parsing time "2026-08-11T19:37:19.103Z" as "2006-01-02T15:04:05.000000Z07:00": )"
            R"(cannot parse ".103Z" as ".000000")");
  EXPECT_EQ(TimeError("2026-08-11T19:37:19.103000Z", true), "");
  EXPECT_EQ(TimeError("2026-08-11T19:37:19+02:00", false), "");
  EXPECT_EQ(TimeError("2026-13-11T19:37:19Z", false),
            "parsing time \"2026-13-11T19:37:19Z\": month out of range");
}

TEST_F(Decode, NamesUnknownFieldsAndDropsThem) {
  Json object = ParseTrustedJson(R"({"metadata":{"name":"a","foo":1},"spec":{"bar":{"x":1},)"
                                 R"("template":{"spec":{"containers":[{"name":"b","zz":1}]}}}})");
  const DecodeReport report = DecodeBuiltin(Of("apps", "Deployment"), object);
  EXPECT_TRUE(report.status.ok());
  EXPECT_EQ(StrictError({"spec.replicas"}, report.unknown),
            "strict decoding error: duplicate field \"spec.replicas\", unknown field "
            "\"metadata.foo\", unknown field \"spec.bar\", unknown field "
            "\"spec.template.spec.containers[0].zz\"");
  EXPECT_EQ(
      WriteJson(object),
      R"({"metadata":{"name":"a"},"spec":{"template":{"spec":{"containers":[{"name":"b"}]}}}})");
}

TEST_F(Decode, NamesOnlySomeOfManyUnknownFields) {
  Json object = Json::object();
  for (size_t i = 0; i < 2 * kStrictErrorsMax; ++i) object["x" + std::to_string(i)] = 1;
  EXPECT_EQ(DecodeBuiltin(Of("", "ConfigMap"), object).unknown.size(), kStrictErrorsMax);
}

TEST_F(Decode, DropsWhatGoLeavesOutAndKeepsPointersToZero) {
  Json object = ParseTrustedJson(
      R"({"metadata":{"labels":{},"generateName":"","annotations":null},"spec":{"replicas":0,)"
      R"("paused":false,"minReadySeconds":0,"selector":{},"template":{"spec":{"containers":[{)"
      R"("resources":{"limits":{"cpu":"1000m"}}}]}}}})");
  ASSERT_TRUE(DecodeBuiltin(Of("apps", "Deployment"), object).status.ok());
  EXPECT_EQ(WriteJson(object),
            R"({"spec":{"replicas":0,"selector":{},"template":{"spec":{"containers":)"
            R"([{"resources":{"limits":{"cpu":"1"}}}]}}}})");
}

TEST_F(Decode, CompletesWhatGoAlwaysWrites) {
  Json event = Json::object();
  CompleteBuiltin(Of("", "Event"), event);
  EXPECT_EQ(WriteJson(event),
            R"({"eventTime":null,"firstTimestamp":null,"involvedObject":{},"lastTimestamp":null,)"
            R"("metadata":{},"reportingComponent":"","reportingInstance":"","source":{}})");
  Json role = Json::object();
  CompleteBuiltin(Of("rbac.authorization.k8s.io", "Role"), role);
  EXPECT_EQ(WriteJson(role), R"({"metadata":{},"rules":null})");
  Json set = ParseTrustedJson(R"({"spec":{"volumeClaimTemplates":[{}]}})");
  CompleteBuiltin(Of("apps", "StatefulSet"), set);
  EXPECT_EQ(set["spec"]["volumeClaimTemplates"][0]["kind"], "PersistentVolumeClaim");
  EXPECT_EQ(WriteJson(set["status"]), R"({"availableReplicas":0,"replicas":0})");
}

TEST(BuiltinSchemas, KnowListsSubresourcesAndDefinitions) {
  BuiltinSchemas schemas;
  EXPECT_NE(schemas.Find({"", "v1", "PodList"}), nullptr);
  EXPECT_NE(schemas.Find({"autoscaling", "v1", "Scale"}), nullptr);
  EXPECT_EQ(schemas.Find({"", "v1", "Nothing"}), nullptr);
  EXPECT_EQ(schemas.DefinitionName({"apps", "v1", "Deployment"}), "io.k8s.api.apps.v1.Deployment");
  const Json definition = schemas.Definition("io.k8s.api.apps.v1.Deployment");
  EXPECT_EQ(definition["properties"]["spec"]["allOf"][0]["$ref"],
            "#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec");
  const Schema* pod = schemas.Find({"", "v1", "Pod"});
  const Schema* containers = pod->Find("spec")->schema->Find("containers")->schema;
  EXPECT_EQ(containers->list_type, ListType::kMap);
  EXPECT_EQ(containers->list_keys, std::vector<std::string>{"name"});
  EXPECT_TRUE(pod->Find("spec")->schema->Find("containers")->patch_merge);
}

}  // namespace
}  // namespace oarlock::sandbox
