#include "kube/wire/json_watch_framer.h"

#include <gtest/gtest.h>

#include <random>

#include "kube/object.h"

namespace oarlock::kube {
namespace {

struct Event {
  WatchEventType type;
  std::string object;
  friend bool operator==(const Event&, const Event&) = default;
};

// Feeds pieces that each have their own memory, so that a view into an earlier one is found.
class Stream {
 public:
  base::Status Feed(std::string_view chunk) {
    auto memory = std::make_unique<std::string>(chunk);
    std::vector<RawEvent> raw;
    base::Status status = framer_.Feed(*memory, raw);
    Keep(raw);
    return status;
  }
  base::Status Finish() {
    std::vector<RawEvent> raw;
    base::Status status = framer_.Finish(raw);
    Keep(raw);
    return status;
  }
  const std::vector<Event>& events() const { return events_; }
  JsonWatchFramer& framer() { return framer_; }

 private:
  void Keep(const std::vector<RawEvent>& raw) {
    for (const RawEvent& event : raw) {
      events_.push_back({event.type, std::string(event.object.bytes)});
    }
  }

  JsonWatchFramer framer_;
  std::vector<Event> events_;
};

const std::string kUnicode =
    R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"u",)"
    R"("resourceVersion":"5"},"data":{"k":"Grüße 漢字 🙂"}}})"
    "\n";

void ExpectUnicode(const Stream& stream) {
  ASSERT_EQ(stream.events().size(), 1u);
  EXPECT_EQ(stream.events()[0].type, WatchEventType::kAdded);
  const auto object = ObjectFromJson(stream.events()[0].object);
  ASSERT_TRUE(object.ok()) << object.status().ToString();
  EXPECT_EQ((*object)["data"]["k"].AsString(), "Grüße 漢字 🙂");
  EXPECT_EQ(object->resource_version(), "5");
}

TEST(Watch, C_WAT_01_MultiByteCutAtEveryPosition) {
  Stream bytes;
  for (const char c : kUnicode) EXPECT_TRUE(bytes.Feed({&c, 1}).ok());
  ExpectUnicode(bytes);
  for (size_t cut = 0; cut <= kUnicode.size(); ++cut) {
    Stream stream;
    EXPECT_TRUE(stream.Feed(std::string_view(kUnicode).substr(0, cut)).ok());
    EXPECT_TRUE(stream.Feed(std::string_view(kUnicode).substr(cut)).ok());
    EXPECT_TRUE(stream.Finish().ok());
    ExpectUnicode(stream);
  }
}

TEST(Watch, ReadsEveryTypeAndAnyOrderOfMembers) {
  Stream stream;
  EXPECT_TRUE(stream
                  .Feed("{\"type\":\"MODIFIED\",\"object\":{\"a\":\"}\\\"{\"}}\n\n \r\n"
                        "{ \"object\" : {} , \"x\":[1,{\"object\":2}], \"type\" : \"DELETED\" }\r\n"
                        "{\"type\":\"BOOKMARK\",\"object\":{\"b\":[[]]}}\n"
                        "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"},\"y\":-1.5e3}\n"
                        "{\"type\":\"NEWKIND\",\"object\":{}}\n")
                  .ok());
  const std::vector<Event> want = {{WatchEventType::kModified, "{\"a\":\"}\\\"{\"}"},
                                   {WatchEventType::kDeleted, "{}"},
                                   {WatchEventType::kBookmark, "{\"b\":[[]]}"},
                                   {WatchEventType::kError, "{\"kind\":\"Status\"}"},
                                   {WatchEventType::kUnknown, "{}"}};
  EXPECT_EQ(stream.events(), want);
}

TEST(Watch, C_WAT_24_ABrokenLineIsDataLossAndShowsItsStart) {
  Stream stream;
  const base::Status status = stream.Feed(
      "{\"type\":\"ADDED\",\"object\":{\"n\":\"a\"}}\n{\"type\":\"ADDED\",\"object\":{\n");
  EXPECT_EQ(status.code(), base::StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("{\"type\":\"ADDED\",\"object\":{"), std::string::npos)
      << status.message();
  EXPECT_EQ(stream.events().size(), 1u) << "the good event before it was delivered";

  const base::Status cut = Stream().Feed(std::string(1000, 'x') + "\n");
  EXPECT_NE(cut.message().find(std::string(200, 'x') + "..."), std::string::npos);
  EXPECT_EQ(cut.message().find(std::string(201, 'x')), std::string::npos);
}

TEST(Watch, RefusesLinesThatAreNoEvents) {
  for (const char* line : {"null",
                           "[]",
                           "{}",
                           "x",
                           "{\"type\":\"ADDED\"}",
                           "{\"object\":{}}",
                           "{\"type\":\"ADDED\",\"object\":null}",
                           "{\"type\":\"ADDED\",\"object\":[]}",
                           "{\"type\":5,\"object\":{}}",
                           "{\"type\":\"ADDED\",\"object\":{}} x",
                           "{\"type\":\"ADDED\",\"object\":{}}{\"type\":\"ADDED\",\"object\":{}}",
                           "{\"type\":\"ADDED\",\"object\":{},}",
                           "{\"type\":\"ADDED\" \"object\":{}}",
                           "{\"type\":\"ADDED\",\"object\":{\"a\":[}}",
                           "{\"type\":\"A\",\"type\":\"B\",\"object\":{}}",
                           "{\"type\":\"A\",\"object\":{},\"object\":{}}",
                           "{\"type\":\"ADDED",
                           "{\"type\":\"\\",
                           "{\"type\":,\"object\":{}}",
                           "<html>"}) {
    Stream stream;
    EXPECT_EQ(stream.Feed(std::string(line) + "\n").code(), base::StatusCode::kDataLoss) << line;
    EXPECT_TRUE(stream.events().empty()) << line;
  }
}

TEST(Watch, AnUnterminatedLastLineCountsOnlyWhenComplete) {
  Stream complete;
  EXPECT_TRUE(complete.Feed("{\"type\":\"ADDED\",\"object\":{}}").ok());
  EXPECT_TRUE(complete.events().empty());
  EXPECT_TRUE(complete.Finish().ok());
  EXPECT_EQ(complete.events().size(), 1u);
  EXPECT_TRUE(complete.Finish().ok());
  EXPECT_EQ(complete.events().size(), 1u);

  Stream broken;
  EXPECT_TRUE(broken.Feed("{\"type\":\"ADDED\",\"object\":{}").ok());
  EXPECT_EQ(broken.Finish().code(), base::StatusCode::kDataLoss);
  Stream empty;
  EXPECT_TRUE(empty.Feed(" ").ok());
  EXPECT_TRUE(empty.Finish().ok());
}

TEST(Watch, BoundsALine) {
  Stream stream;
  const std::string half(kWatchLineBytesMax / 2, ' ');
  EXPECT_TRUE(stream.Feed(half).ok());
  EXPECT_TRUE(stream.Feed(half).ok());
  EXPECT_EQ(stream.framer().buffered_bytes(), kWatchLineBytesMax);
  EXPECT_EQ(stream.Feed("x").code(), base::StatusCode::kTooLarge);
  EXPECT_EQ(Stream().Feed(half + half + "x\n").code(), base::StatusCode::kTooLarge);
}

TEST(Watch, RandomCutsNeverChangeTheEvents) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += kUnicode + "\n{\"object\":{\"i\":" + std::to_string(i) + "},\"type\":\"DELETED\"}\n";
  }
  Stream whole;
  ASSERT_TRUE(whole.Feed(text).ok());
  ASSERT_EQ(whole.events().size(), 40u);
  for (int round = 0; round < 100; ++round) {
    Stream stream;
    for (size_t at = 0; at < text.size();) {
      const size_t n = 1 + random() % 300;
      ASSERT_TRUE(stream.Feed(std::string_view(text).substr(at, n)).ok());
      at += n;
    }
    EXPECT_EQ(stream.events(), whole.events());
  }
}

}  // namespace
}  // namespace oarlock::kube
