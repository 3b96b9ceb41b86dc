// The OpenAPI documents of what is served.

#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

using OpenApi = ApiFixture;

TEST_F(OpenApi, ADocumentHasAllThatItsTypesReferTo) {
  const auto apps = Do("GET", "/openapi/v3/apis/apps/v1");
  ASSERT_EQ(apps.status, 200);
  const Json& schemas = At(apps.body, {"components", "schemas"});
  const Json& deployment = Member(schemas, "io.k8s.api.apps.v1.Deployment");
  EXPECT_EQ(TextAt(deployment["x-kubernetes-group-version-kind"][0], {"kind"}), "Deployment");
  EXPECT_TRUE(schemas.contains("io.k8s.api.apps.v1.DeploymentList"));
  EXPECT_TRUE(schemas.contains("io.k8s.api.core.v1.Container"));
  EXPECT_FALSE(schemas.contains("io.k8s.api.batch.v1.Job"));
}

TEST_F(OpenApi, ACustomTypeIsDescribedAsItsDefinitionDoes) {
  AddFoos();
  const auto index = Do("GET", "/openapi/v3");
  const std::string before(
      TextAt(index.body, {"paths", "apis/example.com/v1", "serverRelativeURL"}));
  const auto document = Do("GET", "/openapi/v3/apis/example.com/v1");
  const Json& foo = At(document.body, {"components", "schemas", "com.example.v1.Foo"});
  EXPECT_EQ(TextAt(foo, {"type"}), "object");
  EXPECT_EQ(At(foo, {"properties", "kind", "type"}), "string");
  Do("PATCH", std::string(kCrds) + "/foos.example.com",
     R"([{"op":"add","path":"/spec/versions/0/schema/openAPIV3Schema/description","value":"d"}])",
     "application/json-patch+json");
  const auto changed = Do("GET", "/openapi/v3");
  EXPECT_NE(TextAt(changed.body, {"paths", "apis/example.com/v1", "serverRelativeURL"}), before);
}

}  // namespace
}  // namespace oarlock::sandbox
