// What the reflector does when protobuf has something that this release does not know.
#include <gtest/gtest.h>

#include "cache/testing/reflector_harness.h"
#include "kube/testing/protobuf_bytes.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using kube::testing::ConfigMapItem;
using kube::testing::ConfigMapProtobuf;
using kube::testing::Enveloped;
using kube::testing::StatusProtobuf;
using kube::testing::UnknownField;
using testing::InitialEventsEndJson;
using testing::Json;
using testing::Page;
using testing::ReflectorHarness;
using testing::WatchReply;
using Strings = std::vector<std::string>;

std::string Item(const std::string& bytes) {
  return std::string(testing::kProtobufItemMark) + bytes;
}
std::string NewItem(const std::string& name, const std::string& version) {
  return Item(ConfigMapItem(name, version) + UnknownField());
}
std::string NewObject(const std::string& name, const std::string& version) {
  return Enveloped("v1", "ConfigMap", ConfigMapItem(name, version) + UnknownField());
}

class ReflectorProtobuf : public ::testing::Test {
 protected:
  ReflectorProtobuf() {
    h.options.decode.default_api_version = "v1";
    h.options.decode.default_kind = "ConfigMap";
    h.options.expected = {"", "v1", "ConfigMap"};
  }
  Strings TakeLog() { return h.target->Take(); }
  ReflectorHarness h;
};

TEST_F(ReflectorProtobuf, ListsWatchesBookmarksAndErrorsAreReadLikeJson) {
  h.source->AddList(Page({Item(ConfigMapItem("a", "1")), Item(ConfigMapItem("b", "2"))}, "5"));
  h.Start();
  EXPECT_EQ(TakeLog(), (Strings{"begin", "item default/a@1", "item default/b@2", "end 5"}));
  h.source->stream()->Send(WatchEventType::kModified, ConfigMapProtobuf("a", "6"));
  h.source->stream()->Send(WatchEventType::kBookmark, ConfigMapProtobuf("", "7"));
  h.source->stream()->Send(WatchEventType::kDeleted, ConfigMapProtobuf("b", "8"));
  h.Run();
  EXPECT_EQ(TakeLog(), (Strings{"modified default/a@6", "bookmark 7", "deleted default/b@8"}));
  h.source->stream()->Send(WatchEventType::kError, StatusProtobuf(410, "Expired", "too old"));
  h.Run();
  EXPECT_EQ(h.target->errors.back().code(), base::StatusCode::kGone);
  h.source->AddList(Page({Item(ConfigMapItem("a", "6"))}, "9"));
  h.Advance(std::chrono::seconds(30));
  EXPECT_EQ(TakeLog(), (Strings{"begin consistent", "item default/a@6", "end 9"}));
  EXPECT_EQ(h.source->json_asks, 0);
}

TEST_F(ReflectorProtobuf, AListWithSomethingUnknownBeginsAgainAsJsonAtOnce) {
  h.source->AddList(
      Page({Item(ConfigMapItem("a", "1")), NewItem("b", "2"), NewItem("c", "3")}, "5"));
  h.source->AddList(Page({Json({"a", "1"}), Json({"b", "2"}), Json({"c", "3"})}, "5"));
  h.Start();
  EXPECT_EQ(h.source->json_asks, 1);
  EXPECT_EQ(TakeLog(), (Strings{"begin", "item default/a@1", "aborted", "begin", "item default/a@1",
                                "item default/b@2", "item default/c@3", "end 5"}));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "0"}));
  EXPECT_TRUE(h.target->errors.empty());
}

TEST_F(ReflectorProtobuf, AnUnknownFieldOnALaterPageBeginsWithTheFirst) {
  h.source->AddList(Page({Item(ConfigMapItem("a", "1"))}, "5", "next"));
  h.source->AddList(Page({NewItem("b", "2")}, "5"));
  h.source->AddList(Page({Json({"a", "1"}), Json({"b", "2"})}, "6"));
  h.Start();
  EXPECT_EQ(TakeLog(), (Strings{"begin", "item default/a@1", "aborted", "begin", "item default/a@1",
                                "item default/b@2", "end 6"}));
  ASSERT_EQ(h.source->lists().size(), 3u);
  EXPECT_EQ(h.source->lists()[2].continue_token, "");
}

TEST_F(ReflectorProtobuf, AnEventWithSomethingUnknownComesAgainAsJson) {
  for (const WatchEventType type :
       {WatchEventType::kAdded, WatchEventType::kModified, WatchEventType::kDeleted}) {
    ReflectorHarness fresh;
    fresh.options = h.options;
    fresh.source->AddList(Page({}, "5"));
    fresh.Start();
    const auto first = fresh.source->stream();
    first->Send({{WatchEventType::kAdded, ConfigMapProtobuf("a", "6")},
                 {type, NewObject("b", "7")},
                 {WatchEventType::kAdded, ConfigMapProtobuf("c", "8")}});
    fresh.Run();
    EXPECT_FALSE(first->open());
    EXPECT_EQ(fresh.source->json_asks, 1);
    EXPECT_EQ(fresh.source->WatchVersions(), (Strings{"5", "6"})) << "at once, before the event";
    EXPECT_EQ(fresh.source->lists().size(), 1u);
    EXPECT_EQ(fresh.target->Take(), (Strings{"begin", "end 5", "added default/a@6"}));
    EXPECT_TRUE(fresh.target->errors.empty());
    fresh.source->stream()->Send({{type, Json({"b", "7"})}});
    fresh.Run();
    EXPECT_EQ(fresh.target->Take().size(), 1u);
  }
}

TEST_F(ReflectorProtobuf, AnUnknownBookmarkOrErrorComesAgainAsJson) {
  h.source->AddList(Page({}, "5"));
  h.Start();
  TakeLog();
  h.source->stream()->Send(WatchEventType::kBookmark, NewObject("", "6"));
  h.Run();
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"5", "5"}));
  EXPECT_EQ(TakeLog(), Strings{});
}

TEST_F(ReflectorProtobuf, AStreamedFirstStateBeginsAgainAsJson) {
  WatchListMemory memory(h.clock, &h.metrics);
  h.watch_list = &memory;
  h.source->AddWatch({true,
                      {{WatchEventType::kAdded, ConfigMapProtobuf("a", "1")},
                       {WatchEventType::kAdded, NewObject("b", "2")}},
                      {}});
  h.source->AddWatch({true,
                      {{WatchEventType::kAdded, Json({"a", "1"})},
                       {WatchEventType::kAdded, Json({"b", "2"})},
                       {WatchEventType::kBookmark, InitialEventsEndJson("9")}},
                      {}});
  h.Start();
  EXPECT_EQ(TakeLog(), (Strings{"begin", "item default/a@1", "aborted", "begin", "item default/a@1",
                                "item default/b@2", "end 9"}));
  ASSERT_EQ(h.source->watches().size(), 2u);
  EXPECT_TRUE(h.source->watches()[1].send_initial_events);
  EXPECT_TRUE(h.source->lists().empty());
}

// A source that sends protobuf all the same: no hot loop, the item is set aside as a bad one.
TEST_F(ReflectorProtobuf, JsonIsAskedForOnce) {
  for (int i = 0; i < 2; ++i) h.source->AddList(Page({NewItem("a", "1")}, "5"));
  h.Start();
  EXPECT_EQ(TakeLog(), (Strings{"begin", "aborted", "begin", "set aside default/a", "end 5"}));
  EXPECT_EQ(h.source->json_asks, 1);
}

TEST_F(ReflectorProtobuf, DamagedBytesAreSetAsideWithTheirKey) {
  h.source->AddList(
      Page({Item(ConfigMapItem("a", "1") + "\x0b"), Item(ConfigMapItem("b", "2"))}, "5"));
  h.Start();
  EXPECT_EQ(TakeLog(), (Strings{"begin", "set aside default/a", "item default/b@2", "end 5"}));
  EXPECT_EQ(h.source->json_asks, 0);
}

}  // namespace
}  // namespace oarlock::cache
