#include <gtest/gtest.h>

#include "cache/testing/reflector_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::BookmarkJson;
using testing::Json;
using testing::ReflectorHarness;

using Strings = std::vector<std::string>;

class StreamGuard : public ::testing::Test {
 protected:
  StreamGuard() {
    h.source->AddList({{}, {}, "10", {}, false});
    h.Start();
  }
  uint64_t Ends(const std::string& reason) {
    return h.Count("oarlock_reflector_watch_ends_total", {{"reason", reason}});
  }
  void Bookmark(const std::string& version) {
    h.source->stream()->Send(WatchEventType::kBookmark, BookmarkJson(version));
    h.Run();
  }
  ReflectorHarness h;
};

TEST_F(StreamGuard, WAT_19_AStreamWithBookmarksThatFallsSilentIsResumed) {
  h.Advance(minutes(1));
  Bookmark("11");
  h.Advance(minutes(2));
  Bookmark("12");
  const auto stream = h.source->stream();
  h.Advance(kSilentStreamTimeout - seconds(1));
  EXPECT_TRUE(stream->open());
  h.Advance(seconds(1));
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "12"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_EQ(Ends("silent"), 1u);
  EXPECT_EQ(h.target->last_phase, InformerPhase::kSynced) << "the new stream is open";
  ASSERT_FALSE(h.target->errors.empty()) << "and it was said meanwhile";
}

TEST_F(StreamGuard, WAT_19_EventsAreASignOfLifeToo) {
  Bookmark("11");
  for (int i = 0; i < 5; ++i) {
    h.Advance(kSilentStreamTimeout - seconds(1));
    h.source->stream()->Send(WatchEventType::kAdded, Json({"a", std::to_string(12 + i)}));
    h.Run();
    if (h.source->watches().size() > 1) break;
  }
  EXPECT_EQ(Ends("silent"), 0u);
}

// Without bookmarks silence says nothing; the server's own timeoutSeconds does.
TEST_F(StreamGuard, WAT_19_WithoutBookmarksOnlyTheServersTimeoutCounts) {
  const auto timeout = h.source->watches()[0].timeout;
  const auto stream = h.source->stream();
  h.Advance(timeout + kStreamGrace - seconds(1));
  EXPECT_TRUE(stream->open());
  h.Advance(seconds(1));
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "10"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_EQ(Ends("deadline"), 1u);
  EXPECT_EQ(Ends("silent"), 0u);
}

TEST_F(StreamGuard, TheGuardEndsWithTheStream) {
  EXPECT_EQ(h.clock.pending_timers(), 1u);
  h.Advance(seconds(2));
  h.source->stream()->Close(base::Status(base::StatusCode::kInternal, "boom"));
  h.Run();
  EXPECT_EQ(h.clock.pending_timers(), 1u) << "the backoff alone";
  h.reflector->Stop();
  EXPECT_EQ(h.clock.pending_timers(), 0u);
}

}  // namespace
}  // namespace oarlock::cache
