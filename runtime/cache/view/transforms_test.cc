#include <gtest/gtest.h>

#include "cache/informer_factory.h"
#include "cache/testing/informer_harness.h"
#include "cache/testing/view_fixture.h"
#include "cache/transform.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

// Keeps the identity and a label that counts the calls; drops the data.
struct Slimmer {
  base::Result<kube::Object> operator()(const kube::Object& object) const {
    ++*calls;
    if (object.name() == "bad") return base::InvalidArgument("I do not like it");
    std::string version(object.resource_version());
    return kube::ObjectFromJson(Json({.name = std::string(object.name()),
                                      .version = std::move(version),
                                      .value = "slim",
                                      .labels = R"("call":")" + std::to_string(*calls) + "\""}));
  }
  std::shared_ptr<int> calls = std::make_shared<int>(0);
};

class Transforms : public ::testing::Test {
 protected:
  InformerScope Scope() {
    InformerScope scope = testing::ConfigMapScope();
    scope.transform = {"slim", slim};
    return scope;
  }
  static void ByData(const kube::Object& object, IndexValues& values) {
    values.Add(object["data"]["v"].AsString());
  }
  Slimmer slim;
  InformerHarness h{Scope()};
};

TEST_F(Transforms, TR_1_EachObjectIsSeenBeforeStoreIndicesAndHandlers) {
  ASSERT_TRUE(h.informer->AddIndex("data", ByData).ok());
  auto recorder = h.Record();
  h.StartWith({Json({.name = "a", .version = "1", .value = "fat"})}, "10");
  h.Send(WatchEventType::kModified, Json({.name = "a", .version = "11", .value = "fatter"}));
  EXPECT_EQ(h.informer->store().Get("default/a")["data"]["v"].AsString(), "slim");
  EXPECT_EQ(h.informer->store().IndexKeys("data", "slim").value(), Strings{"default/a"});
  for (const Notification& told : recorder->notifications) {
    EXPECT_EQ(told.object["data"]["v"].AsString(), "slim");
  }
  // The answer of a write comes to the same store.
  EXPECT_TRUE(h.informer->ApplyWrite(
      kube::ObjectFromJson(Json({.name = "a", .version = "12", .value = "fattest"})).value()));
  EXPECT_EQ(h.informer->store().Get("default/a")["data"]["v"].AsString(), "slim");
  EXPECT_EQ(h.informer->store().Get("default/a").resource_version(), "12");
}

TEST_F(Transforms, TR_2_NeitherRedeliveriesNorDeletesFoundByListsAreSeen) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto recorder = h.Record({.name = "r", .resync = seconds(10)});
  ASSERT_EQ(*slim.calls, 2);
  h.Advance(seconds(10));
  EXPECT_EQ(recorder->notifications.back().cause, Cause::kRedeliver);
  EXPECT_EQ(*slim.calls, 2);
  h.source->AddList({{}, {Json({"a", "2"})}, "20", {}, false});
  h.source->stream()->Send(WatchEventType::kError, testing::ErrorJson(410, "Expired", "old"));
  h.Advance(seconds(5));
  EXPECT_EQ(recorder->notifications.back().type, ChangeType::kDelete);
  EXPECT_EQ(*slim.calls, 3) << "only the changed item of the second list";
}

TEST_F(Transforms, TR_3_RunsOncePerObjectAndUnderNoLock) {
  InformerScope scope = testing::ConfigMapScope();
  const SharedInformer* informer = nullptr;
  size_t seen = 0;
  scope.transform = {"reader", [&](const kube::Object& object) -> base::Result<kube::Object> {
                       seen = informer->store().size() + informer->state().items;
                       return object;
                     }};
  InformerHarness reader(scope);
  informer = reader.informer.get();
  reader.StartWith({Json({"a", "1"})}, "10");
  reader.Send(WatchEventType::kAdded, Json({"b", "11"}));
  EXPECT_EQ(seen, 2u) << "store and state could be read from inside";
  EXPECT_EQ(reader.Content(), "default/a@1 default/b@11");
}

TEST_F(Transforms, AnErrorOrAnotherIdentitySetsTheObjectAside) {
  h.StartWith({Json({"a", "1"}), Json({"bad", "2"})}, "10");
  EXPECT_EQ(h.Content(), "default/a@1");
  ASSERT_EQ(h.informer->set_aside().size(), 1u);
  EXPECT_NE(h.informer->set_aside()[0].error.find("I do not like it"), std::string::npos);
  const Transform renames{"renames", [](const kube::Object&) {
                            return kube::ObjectFromJson(Json({"other", "1"}));
                          }};
  EXPECT_FALSE(renames.Apply(kube::ObjectFromJson(Json({"a", "1"})).value()).ok());
}

class TransformedFactory : public testing::ViewFixture {};

TEST_F(TransformedFactory, SI_2_ATransformIsOfTheRequestAndNeverSharedWithOthers) {
  factory.Start();
  InformerRequest slimmed = testing::ConfigMapRequest();
  slimmed.scope.transform = {"slim", Slimmer()};
  const auto plain = Synced(testing::ConfigMapRequest());
  const auto one = Synced(slimmed);
  const auto two = Synced(slimmed);
  EXPECT_EQ(factory.size(), 2u);
  EXPECT_EQ(one.informer(), two.informer());
  EXPECT_NE(plain.informer(), one.informer());
  InformerRequest narrow = slimmed;
  narrow.scope.label_selector = "app=x";
  const auto selected = Synced(narrow);
  EXPECT_EQ(factory.size(), 3u) << "the labels may be gone: the server has to select";
}

}  // namespace
}  // namespace oarlock::cache
