#include "sandbox/schema/defaults.h"

#include <gtest/gtest.h>

#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/decode.h"

namespace oarlock::sandbox {
namespace {

Json Defaulted(const kube::GroupVersionKind& kind, std::string_view text) {
  static BuiltinSchemas schemas;
  const Schema* schema = schemas.Find(kind);
  EXPECT_NE(schema, nullptr);
  Json object = ParseTrustedJson(text);
  EXPECT_TRUE(DecodeBuiltin(*schema, object).status.ok());
  DefaultBuiltin(*schema, object);
  const Json once = object;
  DefaultBuiltin(*schema, object);
  EXPECT_EQ(object, once) << "a second time changes nothing";
  CompleteBuiltin(*schema, object);
  return object;
}

TEST(Defaults, OfADeployment) {
  const Json object =
      Defaulted({"apps", "v1", "Deployment"},
                R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":"x","ports":[)"
                R"({"containerPort":80}],"livenessProbe":{"httpGet":{"port":80}}},{"name":"d",)"
                R"("image":"x@sha256:e3"}],"volumes":[{"name":"v"},{"name":"s","secret":{}}]}}}})");
  const Json want = ParseTrustedJson(
      R"({"metadata":{},"spec":{"replicas":1,"selector":null,"strategy":{"type":"RollingUpdat)"
      R"(e","rollingUpdate":{"maxUnavailable":"25%","maxSurge":"25%"}},"revisionHistoryLimit")"
      R"(:10,"progressDeadlineSeconds":600,"template":{"metadata":{},"spec":{"containers":[{")"
      R"(name":"c","image":"x","ports":[{"containerPort":80,"protocol":"TCP"}],"resources":{})"
      R"(,"livenessProbe":{"httpGet":{"path":"/","port":80,"scheme":"HTTP"},"timeoutSeconds":)"
      R"(1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3},"terminationMessageP)"
      R"(ath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"Alw)"
      R"(ays"},{"name":"d","image":"x@sha256:e3","resources":{},"terminationMessagePath":"/de)"
      R"(v/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent)"
      R"("}],"volumes":[{"name":"v","emptyDir":{}},{"name":"s","secret":{"defaultMode":420}}])"
      R"(,"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFir)"
      R"(st","securityContext":{},"schedulerName":"default-scheduler"}}},"status":{}})");
  EXPECT_EQ(object, want);
}

TEST(Defaults, OfServicesByType) {
  const Json cluster = Defaulted({"", "v1", "Service"}, R"({"spec":{"ports":[{"port":80}]}})");
  EXPECT_EQ(WriteJson(cluster["spec"]),
            R"({"internalTrafficPolicy":"Cluster","ports":[{"port":80,"protocol":"TCP",)"
            R"("targetPort":80}],"sessionAffinity":"None","type":"ClusterIP"})");
  const Json external =
      Defaulted({"", "v1", "Service"}, R"({"spec":{"type":"ExternalName","externalName":"a.b"}})");
  EXPECT_FALSE(external["spec"].contains("internalTrafficPolicy"));
}

TEST(Defaults, OfPodsTakeRequestsFromLimits) {
  const Json pod = Defaulted({"", "v1", "Pod"}, R"({"spec":{"containers":[{"image":"a:1",)"
                                                R"("resources":{"limits":{"cpu":"1"}}}]}})");
  EXPECT_EQ(pod["spec"]["containers"][0]["resources"]["requests"]["cpu"], "1");
  EXPECT_EQ(pod["spec"]["enableServiceLinks"], true);
}

TEST(Defaults, OfOtherGroups) {
  const Json job = Defaulted({"batch", "v1", "Job"}, "{}");
  EXPECT_EQ(job["spec"]["completions"], 1);
  EXPECT_EQ(job["spec"]["podReplacementPolicy"], "TerminatingOrFailed");
  const Json policy = Defaulted({"networking.k8s.io", "v1", "NetworkPolicy"}, R"({"spec":{}})");
  EXPECT_EQ(WriteJson(policy["spec"]), R"({"podSelector":{},"policyTypes":["Ingress"]})");
  const Json binding = Defaulted({"rbac.authorization.k8s.io", "v1", "RoleBinding"},
                                 R"({"subjects":[{"kind":"User","name":"u"}]})");
  EXPECT_EQ(binding["subjects"][0]["apiGroup"], "rbac.authorization.k8s.io");
  const Json crd = Defaulted({"apiextensions.k8s.io", "v1", "CustomResourceDefinition"},
                             R"({"spec":{"names":{"kind":"Foo"}}})");
  EXPECT_EQ(crd["spec"]["names"]["listKind"], "FooList");
  EXPECT_EQ(crd["spec"]["conversion"]["strategy"], "None");
}

}  // namespace
}  // namespace oarlock::sandbox
