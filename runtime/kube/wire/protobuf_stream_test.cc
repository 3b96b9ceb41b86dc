#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kube/protobuf/envelope.h"
#include "kube/testing/protobuf_bytes.h"
#include "kube/wire/protobuf_list_splitter.h"
#include "kube/wire/protobuf_watch_framer.h"

namespace oarlock::kube {
namespace {

using testing::Bytes;
using testing::Varint;

std::string Enveloped(std::string_view kind, std::string_view raw) {
  return testing::Enveloped("v1", kind, raw);
}
std::string PodList() {
  std::string list = Bytes(1, Bytes(1, "") + Bytes(2, "77") + Bytes(3, "next") + "\x20\x05");
  list += Bytes(2, "first") + Bytes(2, "") + Bytes(2, std::string(300, 'x'));
  return Enveloped("PodList", list);
}

using Strings = std::vector<std::string>;

// Feeds `body` in chunks of `size` bytes.
base::Result<ListMeta> Split(std::string_view body, size_t size, Strings& out) {
  ProtobufListSplitter splitter;
  for (size_t at = 0; at < body.size(); at += size) {
    std::vector<std::string_view> items;
    OARLOCK_RETURN_IF_ERROR(splitter.Feed(body.substr(at, size), items));
    out.insert(out.end(), items.begin(), items.end());
  }
  return splitter.Finish();
}

TEST(ProtobufListSplitter, GivesTheSameItemsForEverySizeOfChunks) {
  const std::string body = PodList();
  for (size_t size = 1; size <= body.size(); ++size) {
    Strings items;
    const auto meta = Split(body, size, items);
    ASSERT_TRUE(meta.ok()) << size << ": " << meta.status().ToString();
    EXPECT_EQ((*meta).resource_version, "77");
    EXPECT_EQ((*meta).continue_token, "next");
    EXPECT_EQ((*meta).remaining, 5);
    EXPECT_EQ(items, (Strings{"first", "", std::string(300, 'x')})) << size;
  }
}

TEST(ProtobufListSplitter, AListWithoutItemsOrContentIsEmpty) {
  Strings items;
  EXPECT_TRUE(Split(Enveloped("PodList", Bytes(1, "")), 3, items).ok());
  EXPECT_TRUE(Split(Enveloped("PodList", ""), 3, items).ok());
  EXPECT_TRUE(items.empty());
}

TEST(ProtobufListSplitter, EveryPrefixEndsEarly) {
  const std::string body = PodList();
  // The two empty fields at the end may be missing.
  for (size_t size = 0; size < body.size() - 4; ++size) {
    Strings items;
    EXPECT_FALSE(Split(std::string_view(body).substr(0, size), 7, items).ok()) << size;
  }
}

TEST(ProtobufListSplitter, RefusesWhatIsNoListOrTooLarge) {
  Strings items;
  EXPECT_EQ(Split("{\"kind\":\"PodList\"}", 4, items).status().code(), base::StatusCode::kDataLoss);
  EXPECT_EQ(Split(Enveloped("Pod", ""), 4, items).status().code(), base::StatusCode::kDataLoss);
  const std::string head = std::string(protobuf::kMagic) + "\x12" + Varint(uint64_t{1} << 40);
  EXPECT_EQ(Split(head + "\x12" + Varint(kListItemBytesMax + 1), 4, items).status().code(),
            base::StatusCode::kTooLarge);
  EXPECT_EQ(Split(head + "\x0a" + Varint(kListEnvelopeBytesMax + 1), 4, items).status().code(),
            base::StatusCode::kTooLarge);
  const std::string longer = std::string(protobuf::kMagic) + "\x12\x03" + Bytes(2, "abcdef");
  EXPECT_EQ(Split(longer, 4, items).status().code(), base::StatusCode::kDataLoss);
}

std::string Frame(std::string_view content) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(content.size() >> shift));
  }
  return out + std::string(content);
}

TEST(ProtobufWatchFramer, GivesTheSameEventsForEverySizeOfChunks) {
  const std::string stream =
      Frame(Bytes(1, "ADDED") + Bytes(2, Bytes(1, "object one"))) +
      Frame(Bytes(1, "BOOKMARK") + Bytes(2, Bytes(1, "b"))) +
      Frame(Enveloped("WatchEvent", Bytes(1, "NEW") + Bytes(2, Bytes(1, "c"))));
  for (size_t size = 1; size <= stream.size(); ++size) {
    ProtobufWatchFramer framer;
    Strings seen;
    std::vector<RawEvent> events;
    for (size_t at = 0; at < stream.size(); at += size) {
      events.clear();
      ASSERT_TRUE(framer.Feed(std::string_view(stream).substr(at, size), events).ok());
      for (const RawEvent& event : events) {
        EXPECT_EQ(event.object.type, ContentType::kProtobuf);
        seen.push_back(std::to_string(static_cast<int>(event.type)) + " " +
                       std::string(event.object.bytes));
      }
    }
    EXPECT_TRUE(framer.Finish(events).ok());
    EXPECT_EQ(seen, (Strings{"0 object one", "3 b", "5 c"})) << size;
  }
}

TEST(ProtobufWatchFramer, RefusesBrokenLongAndUnfinishedFrames) {
  std::vector<RawEvent> events;
  EXPECT_EQ(ProtobufWatchFramer().Feed(Frame("nonsense"), events).code(),
            base::StatusCode::kDataLoss);
  EXPECT_EQ(ProtobufWatchFramer().Feed(std::string("\x7f\x00\x00\x00", 4), events).code(),
            base::StatusCode::kTooLarge);
  ProtobufWatchFramer framer;
  EXPECT_TRUE(framer.Feed(std::string_view("\0\0", 2), events).ok());
  EXPECT_EQ(framer.Finish(events).code(), base::StatusCode::kDataLoss);
  EXPECT_TRUE(events.empty());
}

}  // namespace
}  // namespace oarlock::kube
