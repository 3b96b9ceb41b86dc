#include "cache/transform.h"

#include <gtest/gtest.h>

#include "cache/testing/reflector_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::InitialEventsEndJson;
using testing::Json;
using testing::ListReply;
using testing::ReflectorHarness;

using Strings = std::vector<std::string>;

// Marks what it has seen in data.v; refuses objects whose value is "bad".
class TransformTest : public ::testing::Test {
 protected:
  TransformTest() {
    h.options.transform.name = "mark";
    h.options.transform.fn = [this](const kube::Object& object) -> base::Result<kube::Object> {
      ++calls[object.key()];
      const std::string_view value = object["data"]["v"].AsString();
      if (value == "bad") return base::InvalidArgument("bad value");
      const std::string version = value == "cheat" ? "999" : std::string(object.resource_version());
      return kube::ObjectFromJson(Json({.name = std::string(object.name()),
                                        .version = version,
                                        .uid = std::string(object.uid()),
                                        .value = "seen " + std::string(value)}));
    };
  }
  static std::string Object(const std::string& name, const std::string& version,
                            const std::string& value = "x") {
    return Json({.name = name, .version = version, .value = value});
  }
  void Sync(Strings items) {
    h.source->AddList({{}, std::move(items), "10", {}, false});
    h.Start();
  }
  void Send(WatchEventType type, const std::string& object) {
    h.source->stream()->Send(type, object);
    h.Run();
  }
  std::map<std::string, int> calls;
  ReflectorHarness h;
};

TEST_F(TransformTest, TR_4_TheVersionIsTheOneOfTheObjectAsItCame) {
  Sync({Object("a", "1")});
  h.target->Take();
  Send(WatchEventType::kModified, Object("a", "12", "cheat"));
  EXPECT_EQ(h.target->Take(), (Strings{"set aside default/a"})) << "a changed identity is refused";
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "12"}));
}

TEST_F(TransformTest, WL_11_RunsOncePerObjectInListsStreamsAndWatches) {
  Sync({Object("a", "1"), Object("b", "2")});
  Send(WatchEventType::kModified, Object("a", "11"));
  Send(WatchEventType::kDeleted, Object("b", "12"));
  EXPECT_EQ(calls, (std::map<std::string, int>{{"default/a", 2}, {"default/b", 2}}));

  ReflectorHarness streamed;
  WatchListMemory memory(streamed.clock, nullptr);
  streamed.watch_list = &memory;
  streamed.options.transform = h.options.transform;
  calls.clear();
  streamed.Start();
  streamed.source->stream()->Send({{WatchEventType::kAdded, Object("a", "1")},
                                   {WatchEventType::kBookmark, InitialEventsEndJson("10")}});
  streamed.Run();
  EXPECT_EQ(calls, (std::map<std::string, int>{{"default/a", 1}})) << "not for bookmarks";
  EXPECT_EQ(streamed.target->Take(), (Strings{"begin", "item default/a@1", "end 10"}));
}

// One rule for lists, streams and watches: the bad one is set aside, the rest goes on.
TEST_F(TransformTest, WL_12_WAT_14_AnErrorSetsTheObjectAsideAndStopsNothing) {
  Sync({Object("a", "1"), Object("bad", "2", "bad"), Object("c", "3")});
  EXPECT_EQ(h.target->Take(), (Strings{"begin", "item default/a@1", "set aside default/bad",
                                       "item default/c@3", "end 10"}));
  Send(WatchEventType::kModified, Object("a", "11", "bad"));
  Send(WatchEventType::kModified, Object("c", "12"));
  EXPECT_EQ(h.target->Take(), (Strings{"set aside default/a", "modified default/c@12"}));
  EXPECT_EQ(h.source->open_streams(), 1u);
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions().back(), "12");
}

TEST_F(TransformTest, TR_2_ADeletedObjectIsTransformedAndIsDeletedEvenIfThatFails) {
  Sync({Object("a", "1"), Object("b", "2")});
  h.target->Take();
  Send(WatchEventType::kDeleted, Object("a", "11"));
  Send(WatchEventType::kDeleted, Object("b", "12", "bad"));
  EXPECT_EQ(h.target->Take(),
            (Strings{"deleted default/a@11", "set aside default/b", "deleted default/b@12"}));
}

}  // namespace
}  // namespace oarlock::cache
