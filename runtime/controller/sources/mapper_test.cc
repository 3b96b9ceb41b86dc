#include "controller/sources/mapper.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::controller {
namespace {

kube::Object Parse(const std::string& json) { return kube::ObjectFromJson(json).value(); }

std::string Map(const Mapper& mapper, const kube::Object& object) {
  std::string out;
  mapper(object, [&out](const queue::Key& key) {
    out += std::to_string(key.source) + ":" + key.ToString() + " ";
  });
  return out;
}

const char kPod[] = R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"ns","name":"p",
  "labels":{"app":"web","bad":"../x"},"annotations":{"to":"other/thing"},
  "ownerReferences":[
    {"apiVersion":"apps/v1","kind":"ReplicaSet","name":"rs","uid":"1","controller":true},
    {"apiVersion":"apps/v1beta1","kind":"ReplicaSet","name":"old","uid":"2"},
    {"apiVersion":"example.com/v1","kind":"ReplicaSet","name":"alien","uid":"3"},
    {"apiVersion":"v1","kind":"Node","name":"n1","uid":"4"}]},
  "spec":{"volumes":[{"configMap":{"name":"c1"}},{"secret":{"name":"s"}},
    {"configMap":{"name":"c2"}}]}})";

TEST(Mapper, SameNameAndClusterScopedTargets) {
  EXPECT_EQ(Map(MapToSameName({.source = 2}), Parse(kPod)), "2:ns/p ");
  EXPECT_EQ(Map(MapToSameName({.namespaced = false}), Parse(kPod)), "0:p ");
}

TEST(Mapper, LabelsAndAnnotationsNameTheTarget) {
  EXPECT_EQ(Map(MapByLabel("app", {}), Parse(kPod)), "0:ns/web ");
  EXPECT_EQ(Map(MapByAnnotation("to", {}), Parse(kPod)), "0:other/thing ");
  EXPECT_EQ(Map(MapByLabel("absent", {}), Parse(kPod)), "");
  EXPECT_EQ(Map(MapByLabel("bad", {}), Parse(kPod)), "");
}

TEST(Mapper, OwnersMatchByGroupAndKindInAnyVersion) {
  EXPECT_EQ(Map(MapByOwner({"apps", "ReplicaSet"}, true, {}), Parse(kPod)), "0:ns/rs ");
  EXPECT_EQ(Map(MapByOwner({"apps", "ReplicaSet"}, false, {}), Parse(kPod)), "0:ns/rs 0:ns/old ");
  EXPECT_EQ(Map(MapByOwner({"", "Node"}, false, {.namespaced = false}), Parse(kPod)), "0:n1 ");
}

TEST(Mapper, PathsFillATemplate) {
  const auto path = kube::Path::Parse("/spec/volumes/*/configMap/name").value();
  EXPECT_EQ(Map(MapByPath(path, KeyTemplate::Parse("{value}").value(), {}), Parse(kPod)),
            "0:ns/c1 0:ns/c2 ");
  EXPECT_EQ(Map(MapByPath(path, KeyTemplate::Parse("{value}/{namespace}-{name}").value(), {}),
                Parse(kPod)),
            "0:c1/ns-p 0:c2/ns-p ");
}

TEST(KeyTemplate, RefusesUnknownPlaceholders) {
  for (const char* bad : {"{nam}", "x{", "}", "{value", "{{value}}"}) {
    EXPECT_FALSE(KeyTemplate::Parse(bad).ok()) << bad;
  }
  EXPECT_TRUE(KeyTemplate::Parse("").ok());
}

TEST(Mapper, AnIndexFindsTheTargets) {
  auto store = std::make_shared<cache::Store>();
  const auto status = store->AddIndex("config", [](const kube::Object& o, cache::IndexValues& v) {
    v.Add(std::string(o.ns()) + "/" + std::string(o.Annotation("uses")));
  });
  ASSERT_TRUE(status.ok());
  for (const char* name : {"a", "b", "c"}) {
    (void)store->Set(Parse(
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"ns","name":")" +
        std::string(name) + R"(","annotations":{"uses":")" + (name[0] == 'b' ? "other" : "p") +
        R"("}}})"));
  }
  const cache::Lister lister(
      {"apps", "v1", "deployments"},
      {std::make_shared<cache::ViewReader>(store),
       std::make_shared<cache::ViewReader>(std::make_shared<cache::Store>())});
  const Mapper mapper =
      MapByIndex(lister, "config", KeyTemplate::Parse("{namespace}/{name}").value(), {});
  std::string found = Map(mapper, Parse(kPod));
  EXPECT_TRUE(found == "0:ns/a 0:ns/c " || found == "0:ns/c 0:ns/a ") << found;
}

}  // namespace
}  // namespace oarlock::controller
