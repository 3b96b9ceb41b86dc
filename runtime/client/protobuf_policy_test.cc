#include "client/protobuf_policy.h"

#include <gtest/gtest.h>

#include "client/request_text.h"

namespace oarlock::client {
namespace {

using kube::ContentType;

const kube::ResourceInfo kPods{.gvr = {"", "v1", "pods"}, .kind = "Pod"};
const kube::ResourceInfo kWidgets{.gvr = {"example.com", "v1", "widgets"}, .kind = "Widget"};

TEST(ProtobufPolicy, BuiltInTypesAndAllMetadataAreProtobuf) {
  base::MetricRegistry metrics;
  const ProtobufPolicy on(true, metrics, base::Log::Discard());
  EXPECT_EQ(on.Preferred(kPods, false), ContentType::kProtobuf);
  EXPECT_EQ(on.Preferred(kWidgets, false), ContentType::kJson);
  EXPECT_EQ(on.Preferred(kWidgets, true), ContentType::kProtobuf);
  const ProtobufPolicy off(false, metrics, base::Log::Discard());
  EXPECT_EQ(off.Preferred(kPods, false), ContentType::kJson);
  EXPECT_EQ(off.Preferred(kPods, true), ContentType::kJson);
}

TEST(ProtobufPolicy, OneResourceStaysWithJsonAndSaysSo) {
  base::MetricRegistry metrics;
  ProtobufPolicy policy(true, metrics, base::Log::Discard());
  policy.UseJson(kPods, base::Status(base::StatusCode::kUnimplemented, "field 7"));
  policy.UseJson(kPods, base::Status(base::StatusCode::kUnimplemented, "field 8"));
  EXPECT_EQ(policy.Preferred(kPods, false), ContentType::kJson);
  EXPECT_EQ(policy.Preferred(kPods, true), ContentType::kJson);
  EXPECT_EQ(policy.Preferred(kWidgets, true), ContentType::kProtobuf);
  const auto gauge =
      metrics.MakeGauge("oarlock_client_json_instead", "", {{"resource", "pods.v1"}});
  EXPECT_EQ(gauge->value(), 1);
}

TEST(ProtobufPolicy, WhoTakesProtobufTakesJsonToo) {
  EXPECT_EQ(ObjectAccept(ContentType::kJson), "application/json");
  EXPECT_EQ(ObjectAccept(ContentType::kProtobuf),
            "application/vnd.kubernetes.protobuf,application/json");
  kube::ListScope scope;
  EXPECT_EQ(ListAccept(scope, ContentType::kProtobuf), ObjectAccept(ContentType::kProtobuf));
  scope.metadata_only = true;
  EXPECT_EQ(WatchAccept(scope, ContentType::kProtobuf),
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
  EXPECT_EQ(ListAccept(scope, ContentType::kJson),
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
}

}  // namespace
}  // namespace oarlock::client
