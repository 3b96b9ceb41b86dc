// Streaming lists and watches against a scripted server.

#include "integration/client_fixture.h"
#include "integration/gzip_text.h"
#include "kube/api_status.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using kube::WatchEventType;
using namespace std::chrono_literals;

std::string Event(const std::string& type, const std::string& name, int version) {
  return R"({"type":")" + type + R"(","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":)" +
         R"({"name":")" + name + R"(","resourceVersion":")" + std::to_string(version) + R"("}}})";
}

std::string ListOf(size_t items, size_t bytes_each) {
  std::string out = R"({"kind":"ConfigMapList","apiVersion":"v1",)"
                    R"("metadata":{"resourceVersion":"9"},"items":[)";
  for (size_t i = 0; i < items; ++i) {
    out += (i > 0 ? "," : "") + (R"({"metadata":{"name":"n)" + std::to_string(i)) +
           R"("},"data":{"k":")" + std::string(bytes_each, 'x') + R"("}})";
  }
  return out + "]}";
}

class ClientStreams : public ClientTest {
 protected:
  std::unique_ptr<kube::Call> Watch(const std::shared_ptr<RecordingWatch>& sink,
                                    std::chrono::seconds timeout = 0s) {
    return source()->Watch({.resource_version = "4", .timeout = timeout}, sink);
  }
};

TEST_F(ClientStreams, C_WAT_01_MultiByteCutAtEveryPosition) {
  const std::string object =
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"u","resourceVersion":"5"},)"
      R"("data":{"k":"Grüße 漢字 🙂"}})";
  const std::string line = R"({"type":"ADDED","object":)" + object + "}";
  for (size_t cut = 0; cut <= line.size(); ++cut) {
    ScriptAnswer answer = ScriptAnswer::Watch({line});
    answer.pieces = cut == 0 ? std::vector<size_t>{1} : std::vector<size_t>{cut, line.size()};
    server.Enqueue(answer);
    auto sink = std::make_shared<RecordingWatch>();
    const auto call = Watch(sink);
    ASSERT_TRUE(sink->WaitEnd().ok()) << cut;
    ASSERT_EQ(sink->objects(), std::vector<std::string>{object}) << cut;
  }
}

TEST_F(ClientStreams, EventsComeAtOnceAndInOrder) {
  auto stream = std::make_shared<ScriptStream>();
  server.Enqueue(ScriptAnswer::Stream(stream));
  auto sink = std::make_shared<RecordingWatch>();
  const auto call = Watch(sink, 300s);
  ASSERT_TRUE(Eventually([&] { return sink->opens() == 1; })) << "open before the first event";
  for (int i = 0; i < 5; ++i) {
    stream->PushLine(Event("MODIFIED", "a", i));
    ASSERT_TRUE(Eventually([&] { return sink->objects().size() == static_cast<size_t>(i) + 1; }));
  }
  stream->PushLine(Event("BOOKMARK", "a", 6));
  stream->Finish();
  EXPECT_TRUE(sink->WaitEnd().ok());
  EXPECT_EQ(sink->types().back(), WatchEventType::kBookmark);
  const ScriptRequest request = server.requests()[0];
  EXPECT_EQ(request.Query("watch"), "true");
  EXPECT_EQ(request.Query("resourceVersion"), "4");
  EXPECT_EQ(request.Query("allowWatchBookmarks"), "true");
  EXPECT_EQ(request.Query("timeoutSeconds"), "300");
}

TEST_F(ClientStreams, C_WAT_15_RC_9_ResetsWhileOpeningAreReportedEachTime) {
  for (int i = 0; i < 20; ++i) server.Enqueue(ScriptAnswer::Reset());
  server.Enqueue(ScriptAnswer::Watch({Event("ADDED", "a", 5)}));
  for (int i = 0; i < 20; ++i) {
    auto sink = std::make_shared<RecordingWatch>();
    const auto call = Watch(sink);
    EXPECT_EQ(sink->WaitEnd().code(), StatusCode::kUnavailable);
    EXPECT_EQ(sink->opens(), 0);
  }
  auto sink = std::make_shared<RecordingWatch>();
  const auto call = Watch(sink);
  EXPECT_TRUE(sink->WaitEnd().ok());
  EXPECT_EQ(sink->objects().size(), 1u);
  EXPECT_EQ(server.request_count(), 21u);
}

TEST_F(ClientStreams, C_WAT_17_RefusedWatchesSayWhy) {
  server.Enqueue(ScriptAnswer::Error(403, "Forbidden", "configmaps is forbidden"));
  auto forbidden = std::make_shared<RecordingWatch>();
  const auto first = Watch(forbidden);
  EXPECT_EQ(forbidden->WaitEnd().code(), StatusCode::kPermissionDenied);
  EXPECT_TRUE(credentials->invalidated().empty());

  server.Enqueue(ScriptAnswer::Error(401, "Unauthorized", "who"));
  auto unknown = std::make_shared<RecordingWatch>();
  const auto second = Watch(unknown);
  EXPECT_EQ(unknown->WaitEnd().code(), StatusCode::kUnauthenticated);
  EXPECT_EQ(credentials->invalidated(), std::vector<uint64_t>{1});
}

TEST_F(ClientStreams, C_WAT_18_AnyErrorBodyIsAPlainError) {
  server.Enqueue(ScriptAnswer::Json(500, "null"));
  ScriptAnswer html = ScriptAnswer::Json(503, "<html>upstream</html>");
  html.headers = {{"Content-Type", "text/html"}};
  server.Enqueue(html);
  server.Enqueue(ScriptAnswer::Watch({Event("ADDED", "a", 5)}));
  for (const int code : {500, 503, 0}) {
    auto sink = std::make_shared<RecordingWatch>();
    const auto call = Watch(sink);
    const base::Status end = sink->WaitEnd();
    EXPECT_EQ(end.detail().http_status, code);
    EXPECT_EQ(end.ok(), code == 0);
    EXPECT_EQ(end.message().find("upstream") != std::string::npos, code == 503);
  }
}

TEST_F(ClientStreams, C_WAT_07_TooLargeVersionKeepsItsCauseAndDelay) {
  server.Enqueue(ScriptAnswer::Json(
      504, R"({"kind":"Status","status":"Failure","reason":"Timeout","code":504,"message":)"
           R"("Too large resource version: 500, current: 480","details":{"causes":[{"reason":)"
           R"("ResourceVersionTooLarge","message":"x"}],"retryAfterSeconds":1}})"));
  auto sink = std::make_shared<RecordingList>();
  const auto call = source()->List({.resource_version = "500"}, sink);
  const base::Status end = sink->WaitEnd().status();
  EXPECT_TRUE(kube::IsTooLargeResourceVersion(end)) << end.ToString();
  EXPECT_EQ(end.detail().retry_after, base::Duration(1s));
}

TEST_F(ClientStreams, C_WAT_21_OurOwnDeadlineIsNoFailure) {
  auto stream = std::make_shared<ScriptStream>();
  server.Enqueue(ScriptAnswer::Stream(stream));
  auto sink = std::make_shared<RecordingWatch>();
  const auto call = Watch(sink, 5s);
  ASSERT_TRUE(Eventually([&] { return sink->opens() == 1; }));
  clock.Advance(34s);
  EXPECT_EQ(sink->ends(), 0);
  clock.Advance(1s);  // timeoutSeconds + grace (WAT-19)
  EXPECT_TRUE(sink->WaitEnd().ok());
  EXPECT_TRUE(stream->WaitClosed());
}

TEST_F(ClientStreams, AServerThatNeverAnswersAWatchIsAFailure) {
  ScriptAnswer hang;
  hang.before_head = true;
  hang.then = Then::kHang;
  server.Enqueue(hang);
  auto sink = std::make_shared<RecordingWatch>();
  const auto call = Watch(sink, 5s);
  ASSERT_TRUE(server.WaitForRequests(1));
  clock.Advance(35s);
  EXPECT_EQ(sink->WaitEnd().code(), StatusCode::kDeadlineExceeded);
}

TEST_F(ClientStreams, RC_10_BrokenStreamsDeliverWhatWasComplete) {
  server.Enqueue(ScriptAnswer::Watch({Event("ADDED", "a", 5)}, Then::kReset));
  auto reset = std::make_shared<RecordingWatch>();
  const auto first = Watch(reset);
  EXPECT_EQ(reset->WaitEnd().code(), StatusCode::kUnavailable);
  EXPECT_LE(reset->objects().size(), 1u);  // a reset may overtake the bytes

  server.Enqueue(ScriptAnswer::Watch({Event("ADDED", "a", 5), "{\"type\":"}));
  auto garbage = std::make_shared<RecordingWatch>();
  const auto second = Watch(garbage);
  EXPECT_EQ(garbage->WaitEnd().code(), StatusCode::kDataLoss);
  EXPECT_EQ(garbage->objects().size(), 1u);
}

TEST_F(ClientStreams, RC_10_AWatchOfAnotherContentTypeIsRefused) {
  ScriptAnswer html = ScriptAnswer::Watch({"<html>"});
  html.headers = {{"Content-Type", "text/html"}};
  server.Enqueue(html);
  auto sink = std::make_shared<RecordingWatch>();
  const auto call = Watch(sink);
  EXPECT_EQ(sink->WaitEnd().code(), StatusCode::kDataLoss);
  EXPECT_EQ(sink->opens(), 0);
}

TEST_F(ClientStreams, ACancelledWatchIsSilentAndClosed) {
  auto stream = std::make_shared<ScriptStream>();
  server.Enqueue(ScriptAnswer::Stream(stream));
  auto sink = std::make_shared<RecordingWatch>();
  auto call = Watch(sink);
  ASSERT_TRUE(Eventually([&] { return sink->opens() == 1; }));
  EXPECT_EQ(Metric("oarlock_client_watch_streams", {}), 1);
  call.reset();
  EXPECT_TRUE(stream->WaitClosed());
  StopFactory();
  EXPECT_EQ(sink->ends(), 0);
}

TEST_F(ClientStreams, ListsAndWatchesNeverShareConnections) {
  auto stream = std::make_shared<ScriptStream>();
  server.Handle([&](const ScriptRequest& request) {
    if (request.Query("watch") == "true") return ScriptAnswer::Stream(stream);
    return ScriptAnswer::Json(200, ListOf(2, 10));
  });
  for (int i = 0; i < 3; ++i) {
    auto list = std::make_shared<RecordingList>();
    const auto listing = source()->List({.limit = 500}, list);
    ASSERT_TRUE(list->WaitEnd().ok());
  }
  auto watch = std::make_shared<RecordingWatch>();
  const auto watching = Watch(watch);
  ASSERT_TRUE(stream->WaitOpened());
  const auto requests = server.requests();
  EXPECT_EQ(requests[0].connection, requests[2].connection) << "lists reuse theirs";
  EXPECT_NE(requests[0].connection, requests[3].connection);
  stream->Finish();
  EXPECT_TRUE(watch->WaitEnd().ok());
  auto list = std::make_shared<RecordingList>();
  const auto listing = source()->List({}, list);
  ASSERT_TRUE(list->WaitEnd().ok());
  EXPECT_EQ(server.requests()[4].connection, requests[0].connection);
}

TEST_F(ClientStreams, APausedListStopsReadingUntilResumed) {
  server.Enqueue(ScriptAnswer::Json(200, ListOf(400, 50'000)));  // 20 MB: more than sockets hold
  auto sink = std::make_shared<RecordingList>();
  sink->SetPause(true);
  const auto call = source()->List({}, sink);
  for (size_t batch = 1; batch <= 5; ++batch) {
    ASSERT_TRUE(Eventually([&] { return sink->batches() >= batch; }));
    // A request on the same thread shows that it is idle, and nothing more came meanwhile.
    EXPECT_EQ(Get("a").status().code(), StatusCode::kNotFound);
    EXPECT_EQ(sink->batches(), batch) << "delivered while paused";
    if (batch == 5) sink->SetPause(false);
    call->Resume();
  }
  ASSERT_TRUE(sink->WaitEnd().ok()) << sink->WaitEnd().status().ToString();
  EXPECT_EQ(sink->items().size(), 400u);
  EXPECT_EQ(sink->ends(), 1);
}

TEST_F(ClientStreams, ATruncatedListIsAnError) {
  ScriptAnswer answer = ScriptAnswer::Json(200, ListOf(10, 100).substr(0, 900));
  answer.framing = Framing::kNone;
  server.Enqueue(answer);
  auto sink = std::make_shared<RecordingList>();
  const auto call = source()->List({}, sink);
  EXPECT_EQ(sink->WaitEnd().status().code(), StatusCode::kDataLoss);
  EXPECT_GT(sink->items().size(), 0u);
}

TEST_F(ClientStreams, ABadScopeEndsTheCallWithoutARequest) {
  auto bad = client()->MakeListerWatcher({.resource = kConfigMaps, .ns = "a/b"});
  auto list = std::make_shared<RecordingList>();
  const auto listing = bad->List({}, list);
  EXPECT_EQ(list->WaitEnd().status().code(), StatusCode::kInvalidArgument);
  auto watch = std::make_shared<RecordingWatch>();
  const auto watching = bad->Watch({}, watch);
  EXPECT_EQ(watch->WaitEnd().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(server.request_count(), 0u);
}

TEST_F(ClientStreams, C_CTL_08_GzipListThatNobodyAskedFor) {
  GzipText gzip;
  ScriptAnswer answer = ScriptAnswer::Json(200, GzipText::Header());
  answer.body += gzip.Piece(ListOf(200, 10'000));
  answer.body += gzip.Trailer();
  answer.headers = {{"Content-Encoding", "gzip"}};
  answer.pieces = {10, 1000, 37};
  answer.framing = Framing::kChunked;
  server.Enqueue(answer);
  auto sink = std::make_shared<RecordingList>();
  const auto call = source()->List({}, sink);
  ASSERT_TRUE(sink->WaitEnd().ok()) << sink->WaitEnd().status().ToString();
  EXPECT_EQ(sink->items().size(), 200u);
}

TEST_F(ClientStreams, C_CTL_08_GzipWatchEventsComeAtEachFlush) {
  auto stream = std::make_shared<ScriptStream>();
  ScriptAnswer answer = ScriptAnswer::Stream(stream);
  answer.headers = {{"Content-Encoding", "gzip"}};
  server.Enqueue(answer);
  auto sink = std::make_shared<RecordingWatch>();
  const auto call = Watch(sink);
  GzipText gzip;
  stream->Push(GzipText::Header());
  for (size_t i = 1; i <= 3; ++i) {
    stream->Push(gzip.Piece(Event("ADDED", "a", 5) + "\n"));
    ASSERT_TRUE(Eventually([&] { return sink->objects().size() == i; })) << i;
  }
  // Cut in the middle of an event: what was complete counts.
  const std::string cut = gzip.Piece(Event("ADDED", "b", 6) + "\n");
  stream->Push(cut.substr(0, cut.size() / 2));
  stream->Finish(ScriptStream::End::kClose);
  EXPECT_EQ(sink->WaitEnd().code(), StatusCode::kUnavailable);
  EXPECT_EQ(sink->objects().size(), 3u);
}

TEST_F(ClientStreams, CompressionIsAskedForOnlyWhenWantedAndAllowed) {
  options.accept_gzip = true;
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.requests()[0].Header("Accept-Encoding"), "gzip");
  StopFactory();
  config.disable_compression = true;
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.requests()[1].Header("Accept-Encoding"), "identity");
}

}  // namespace
}  // namespace oarlock::integration
