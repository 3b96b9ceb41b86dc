// Types that are two views of the same objects.

#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

using Conversion = ApiFixture;

TEST_F(Conversion, AnEventIsOneInBothGroups) {
  const std::string old_path = "/api/v1/namespaces/t/events";
  const std::string new_path = "/apis/events.k8s.io/v1/namespaces/t/events";
  const auto made = Do("POST", old_path,
                       R"({"metadata":{"name":"e"},"involvedObject":{"kind":"Pod","name":"p",
                       "namespace":"t"},"reason":"R","message":"M","type":"Normal","count":3,
                       "firstTimestamp":"2026-01-01T00:00:00Z","source":{"component":"c"}})");
  ASSERT_EQ(made.status, 201) << made.response.body;
  const Json shown = Do("GET", new_path + "/e").body;
  EXPECT_EQ(TextAt(shown, {"note"}), "M");
  EXPECT_EQ(TextAt(shown, {"regarding", "name"}), "p");
  EXPECT_EQ(Member(shown, "deprecatedCount"), 3);
  EXPECT_FALSE(shown.contains("message"));
  EXPECT_EQ(At(Do("GET", new_path + "?fieldSelector=regarding.name%3Dp").body, {"items"}).size(),
            1u);
  EXPECT_EQ(Do("DELETE", new_path + "/e").status, 200);
  EXPECT_EQ(Do("GET", old_path + "/e").status, 404);
}

TEST_F(Conversion, AnAutoscalerIsOneInBothVersions) {
  const std::string v1 = "/apis/autoscaling/v1/namespaces/t/horizontalpodautoscalers";
  const std::string v2 = "/apis/autoscaling/v2/namespaces/t/horizontalpodautoscalers";
  const auto made = Do("POST", v1,
                       R"({"metadata":{"name":"h"},"spec":{"maxReplicas":3,
                       "targetCPUUtilizationPercentage":50,"scaleTargetRef":{"kind":"Deployment",
                       "name":"d","apiVersion":"apps/v1"}}})");
  ASSERT_EQ(made.status, 201) << made.response.body;
  const Json shown = Do("GET", v2 + "/h").body;
  EXPECT_EQ(
      WriteJson(At(shown, {"spec", "metrics"})),
      R"([{"resource":{"name":"cpu","target":{"averageUtilization":50,"type":"Utilization"}},)"
      R"("type":"Resource"}])");
  Do("PATCH", v2 + "/h", R"({"spec":{"minReplicas":2}})", "application/merge-patch+json");
  const Json again = Do("GET", v1 + "/h").body;
  EXPECT_EQ(At(again, {"spec", "minReplicas"}), 2);
  EXPECT_EQ(At(again, {"spec", "targetCPUUtilizationPercentage"}), 50);
  EXPECT_EQ(At(again, {"status", "currentReplicas"}), 0);
}

}  // namespace
}  // namespace oarlock::sandbox
