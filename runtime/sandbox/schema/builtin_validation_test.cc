#include "sandbox/schema/builtin_validation.h"

#include <gtest/gtest.h>

#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/defaults.h"

namespace oarlock::sandbox {
namespace {

Json Prepared(const ResourceType& type, std::string_view text) {
  static const BuiltinSchemas kSchemas;
  const Schema& schema = *kSchemas.Find(type.gvk());
  Json object = ParseTrustedJson(text);
  EXPECT_TRUE(DecodeBuiltin(schema, object).status.ok());
  DefaultBuiltin(schema, object);
  if (type.namespaced) object["metadata"]["namespace"] = "default";
  return object;
}

// "field: message" of each error.
std::string Errors(std::string_view qualified, std::string_view text, std::string_view old = {}) {
  for (const auto& type : BuiltinTypes()) {
    if (type->qualified() != qualified) continue;
    std::string out;
    const Json before = old.empty() ? Json() : Prepared(*type, old);
    for (const FieldError& error : ValidateBuiltin(*type, Prepared(*type, text), before)) {
      out += (out.empty() ? "" : ", ") + error.field + ": " + error.message;
    }
    return out;
  }
  return "no such type";
}

constexpr std::string_view kName =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
    "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

TEST(BuiltinValidation, OfMetadata) {
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{"name":"a"}})"), "");
  EXPECT_EQ(
      Errors("configmaps", R"({"metadata":{"name":"a..b"}})"),
      "metadata.name: Invalid value: \"a..b\": a lowercase RFC 1123 subdomain must consist of "
      "lower case alphanumeric characters, '-' or '.', and must start and end with an "
      "alphanumeric character (e.g. 'example.com', regex used for validation is "
      R"('[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'))");
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{}})"),
            "metadata.name: Required value: name or generateName is required");
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{"name":"a","labels":{"-a":"b"}}})"),
            "metadata.labels: Invalid value: \"-a\": " + std::string(kName));
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{"name":"a","finalizers":["x"]}})"),
            "metadata.finalizers[0]: Invalid value: \"x\": name is neither a standard finalizer "
            "name nor is it fully qualified");
  EXPECT_EQ(Errors("namespaces", R"({"metadata":{"name":"a.b"}})"),
            "metadata.name: Invalid value: \"a.b\": must not contain dots");
  EXPECT_EQ(Errors("roles.rbac.authorization.k8s.io", R"({"metadata":{"name":"system:x"}})"), "");
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{"name":"a","uid":"2"}})",
                   R"({"metadata":{"name":"a","uid":"1"}})"),
            "metadata.uid: Invalid value: \"2\": field is immutable");
}

TEST(BuiltinValidation, OfPods) {
  EXPECT_EQ(Errors("pods", R"({"metadata":{"name":"a"},"spec":{}})"),
            "spec.containers: Required value");
  EXPECT_EQ(Errors("pods", R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"a",)"
                           R"("image":"x"},{"name":"a","image":"x"}],"restartPolicy":"X"}})"),
            "spec.containers[1].name: Duplicate value: \"a\", spec.restartPolicy: Unsupported "
            "value: \"X\": supported values: \"Always\", \"OnFailure\", \"Never\"");
  EXPECT_EQ(
      Errors("pods", R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"a",)"
                     R"("image":"x","ports":[{"containerPort":70000}],"volumeMounts":[)"
                     R"({"name":"nope","mountPath":"/x"}],"resources":{"limits":{"cpu":"1"},)"
                     R"("requests":{"cpu":"2"}}}]}})"),
      "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and "
      "65535, inclusive, spec.containers[0].volumeMounts[0].name: Not found: \"nope\", "
      "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or "
      "equal to cpu limit of 1");
}

TEST(BuiltinValidation, OfPodUpdates) {
  constexpr std::string_view kOld =
      R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"a","image":"x:1"}]}})";
  EXPECT_EQ(Errors("pods",
                   R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"a",)"
                   R"("image":"x:2"}]}})",
                   kOld),
            "");
  EXPECT_TRUE(Errors("pods",
                     R"({"metadata":{"name":"a"},"spec":{"nodeName":"n","containers":[)"
                     R"({"name":"a","image":"x:1"}]}})",
                     kOld)
                  .starts_with("spec: Forbidden: pod updates may not change fields other than"));
}

std::string Deployment(const std::string& label) {
  return R"({"metadata":{"name":"a"},"spec":{"selector":{"matchLabels":{"a":")" + label +
         R"("}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a",)"
         R"("image":"x"}]}}}})";
}

TEST(BuiltinValidation, OfWorkloads) {
  EXPECT_EQ(Errors("deployments.apps", Deployment("b")), "");
  EXPECT_EQ(
      Errors("deployments.apps", Deployment("c")),
      "spec.template.metadata.labels: Invalid value: {\"a\":\"b\"}: `selector` does not match "
      "template `labels`");
  EXPECT_EQ(Errors("deployments.apps", R"({"metadata":{"name":"a"}})"),
            "spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: "
            "`selector` does not match template `labels`, spec.template.spec.containers: Required "
            "value");
  EXPECT_EQ(Errors("deployments.apps", Deployment("b"), Deployment("c")),
            "spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\"}}: field is immutable");
  EXPECT_EQ(Errors("jobs.batch", R"({"metadata":{"name":"a"},"spec":{"parallelism":-1,"template":{)"
                                 R"("spec":{"containers":[{"name":"a","image":"x"}]}}}})"),
            "spec.parallelism: Invalid value: -1: must be greater than or equal to 0, "
            "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", "
            "\"Never\"");
  EXPECT_EQ(Errors("cronjobs.batch",
                   R"({"metadata":{"name":"a"},"spec":{"schedule":"x","jobTemplate":{"spec":{)"
                   R"("template":{"spec":{"restartPolicy":"Never","containers":[{"name":"a",)"
                   R"("image":"x"}]}}}}}})"),
            "spec.schedule: Invalid value: \"x\": expected exactly 5 fields, found 1: [x]");
}

TEST(BuiltinValidation, OfOtherTypes) {
  EXPECT_EQ(Errors("services", R"({"metadata":{"name":"a"},"spec":{}})"),
            "spec.ports: Required value");
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{"name":"a"},"data":{"..":"x"}})"),
            "data[..]: Invalid value: \"..\": must not be '..'");
  EXPECT_EQ(Errors("configmaps", R"({"metadata":{"name":"a"},"data":{"a":"c"},"immutable":true})",
                   R"({"metadata":{"name":"a"},"data":{"a":"b"},"immutable":true})"),
            "data: Forbidden: field is immutable when `immutable` is set");
  EXPECT_EQ(Errors("leases.coordination.k8s.io",
                   R"({"metadata":{"name":"a"},"spec":{"leaseDurationSeconds":0}})"),
            "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0");
  EXPECT_EQ(
      Errors("rolebindings.rbac.authorization.k8s.io",
             R"({"metadata":{"name":"a"},"roleRef":{"kind":"Foo","name":"x"}})"),
      "roleRef.kind: Unsupported value: \"Foo\": supported values: \"Role\", \"ClusterRole\"");
  EXPECT_EQ(Errors("secrets", R"({"metadata":{"name":"a"},"type":"kubernetes.io/tls"})"),
            "data[tls.crt]: Required value, data[tls.key]: Required value");
}

}  // namespace
}  // namespace oarlock::sandbox
