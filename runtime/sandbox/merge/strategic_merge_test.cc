#include "sandbox/merge/strategic_merge.h"

#include <gtest/gtest.h>

#include "sandbox/schema/builtin_schemas.h"

namespace oarlock::sandbox {
namespace {

const Schema& PodSchema() {
  static BuiltinSchemas schemas;
  return *schemas.Find({"", "v1", "Pod"});
}

std::string Patched(std::string_view document, std::string_view patch) {
  const auto out =
      ApplyStrategicMergePatch(PodSchema(), ParseTrustedJson(document), ParseTrustedJson(patch));
  return out.ok() ? WriteJson(*out) : out.status().message();
}

TEST(StrategicMerge, MergesListsByTheirKeys) {
  EXPECT_EQ(Patched(R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"b"}]}})",
                    R"({"spec":{"containers":[{"name":"a","image":"2"},{"name":"c"}]}})"),
            R"({"spec":{"containers":[{"image":"2","name":"a"},{"name":"b"},{"name":"c"}]}})");
  EXPECT_EQ(Patched(R"({"spec":{"containers":[]}})", R"({"spec":{"containers":[{"image":"1"}]}})"),
            R"(map: {"image":"1"} does not contain declared merge key: name)");
}

TEST(StrategicMerge, ReplacesAtomicListsAndDropsNulls) {
  EXPECT_EQ(Patched(R"({"spec":{"tolerations":[{"key":"a"}],"nodeName":"x"}})",
                    R"({"spec":{"tolerations":[{"key":"b"}],"nodeName":null}})"),
            R"({"spec":{"tolerations":[{"key":"b"}]}})");
}

TEST(StrategicMerge, KnowsItsDirectives) {
  EXPECT_EQ(Patched(R"({"spec":{"containers":[{"name":"a"},{"name":"b"}]}})",
                    R"({"spec":{"containers":[{"name":"a","$patch":"delete"}]}})"),
            R"({"spec":{"containers":[{"name":"b"}]}})");
  EXPECT_EQ(Patched(R"({"spec":{"containers":[{"name":"a"}]}})",
                    R"({"spec":{"containers":[{"name":"b"},{"$patch":"replace"}]}})"),
            R"({"spec":{"containers":[{"name":"b"}]}})");
  EXPECT_EQ(Patched(R"({"metadata":{"labels":{"a":"1"}}})",
                    R"({"metadata":{"labels":{"$patch":"replace","b":"2"}}})"),
            R"({"metadata":{"labels":{"b":"2"}}})");
  EXPECT_EQ(Patched(R"({"spec":{"nodeName":"a","hostname":"h"}})",
                    R"({"spec":{"$retainKeys":["nodeName"],"nodeName":"b"}})"),
            R"({"spec":{"nodeName":"b"}})");
  EXPECT_EQ(Patched("{}", R"({"spec":{"$retainKeys":[],"nodeName":"b"}})"),
            "retainKeys list doesn't contain all fields present in the request");
  EXPECT_EQ(Patched("{}", R"({"spec":{"$patch":"x"}})"),
            R"(unknown patch type: x in map: {"$patch":"x"})");
}

TEST(StrategicMerge, JoinsAndPrunesListsOfScalars) {
  EXPECT_EQ(Patched(R"({"metadata":{"finalizers":["a","b"]}})",
                    R"({"metadata":{"finalizers":["b","c"]}})"),
            R"({"metadata":{"finalizers":["a","b","c"]}})");
  EXPECT_EQ(Patched(R"({"metadata":{"finalizers":["a","b"]}})",
                    R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}})"),
            R"({"metadata":{"finalizers":["b"]}})");
}

TEST(StrategicMerge, OrdersElementsAsAsked) {
  EXPECT_EQ(Patched(R"({"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"s"}]}})",
                    R"({"spec":{"$setElementOrder/containers":[{"name":"b"},{"name":"a"}],)"
                    R"("containers":[{"name":"a","image":"1"}]}})"),
            R"({"spec":{"containers":[{"name":"b"},{"image":"1","name":"a"},{"name":"s"}]}})");
}

}  // namespace
}  // namespace oarlock::sandbox
