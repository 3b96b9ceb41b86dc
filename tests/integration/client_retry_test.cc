// Retries, pauses, credentials, deadlines and cancelling. All waits are virtual.

#include "integration/client_background.h"
#include "kube/api_status.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using namespace std::chrono_literals;

class ClientRetry : public ClientBackground {};

TEST_F(ClientRetry, C_RC_06_RetryAfterIsWaitedForBySharedPause) {
  server.Enqueue(WithRetryAfter(429, "2"));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  factory();
  const auto first = GetInBackground();
  ASSERT_TRUE(WaitForTimers(2));
  const base::MonoTime start = clock.Now();
  const auto second = GetInBackground();  // another worker of the process
  ASSERT_TRUE(WaitForTimers(4));
  clock.Advance(1999ms);
  EXPECT_EQ(server.request_count(), 1u);
  clock.Advance(202ms);  // the pause and its jitter of a tenth
  EXPECT_TRUE(Join(first).ok());
  EXPECT_TRUE(Join(second).ok());
  ASSERT_EQ(server.request_count(), 3u);
  for (size_t i = 1; i < 3; ++i) {
    EXPECT_GE(server.requests()[i].received - start, base::Duration(2s));
  }
  EXPECT_EQ(Metric("rest_client_request_retries_total", {{"code", "429"}, {"verb", "get"}}), 1);
}

TEST_F(ClientRetry, C_RC_06_AListWaitsToo) {
  server.Enqueue(WithRetryAfter(503, "2"));
  server.Enqueue(ScriptAnswer::Json(
      200, R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9"},"items":[]})"));
  auto sink = std::make_shared<RecordingList>();
  const auto call = source()->List({}, sink);
  ASSERT_TRUE(WaitForTimers(1));
  clock.Advance(3s);
  EXPECT_EQ(sink->WaitEnd()->resource_version, "9");
}

TEST_F(ClientRetry, C_RC_06_WithoutHeaderTheCallEndsAndTheHostRests) {
  server.Enqueue(ScriptAnswer::Error(429, "TooManyRequests", "busy"));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kResourceExhausted);
  const auto next = GetInBackground();
  ASSERT_TRUE(WaitForTimers(2));
  EXPECT_EQ(server.request_count(), 1u);
  clock.Advance(2s);
  EXPECT_TRUE(Join(next).ok());
}

TEST_F(ClientRetry, RC_2_OnlyWholeSecondsCount) {
  server.Enqueue(WithRetryAfter(503, "Wed, 21 Oct 2026 07:28:00 GMT"));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kUnavailable);
  server.Enqueue(ScriptAnswer::Error(500, "InternalError", "no header"));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kUnavailable);
  server.Enqueue(WithRetryAfter(404, "1"));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kNotFound);
  EXPECT_EQ(server.request_count(), 3u);
}

TEST_F(ClientRetry, RC_1_GivesUpAfterTenRetries) {
  server.Handle([](const ScriptRequest&) { return WithRetryAfter(503, "1"); });
  const auto call = GetInBackground({.deadline = clock.Now() + 1h});
  for (size_t sent = 1; sent <= 10; ++sent) {
    ASSERT_TRUE(server.WaitForRequests(sent));
    ASSERT_TRUE(WaitForTimers(2));
    clock.Advance(1100ms);
  }
  EXPECT_EQ(Join(call).status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(server.request_count(), 11u);
}

TEST_F(ClientRetry, RC_5_NoRetryThatWouldPassTheDeadline) {
  server.Enqueue(WithRetryAfter(503, "30"));
  const auto object = client()->Get({kConfigMaps, "t", "a", ""}, {.deadline = clock.Now() + 10s});
  EXPECT_EQ(object.status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(object.status().detail().retry_after, base::Duration(30s));
}

TEST_F(ClientRetry, RC_3_AGetIsSentAgainAfterAReset) {
  server.Enqueue(ScriptAnswer::Reset());
  ScriptAnswer cut = ScriptAnswer::Json(200, kOneConfigMap);
  cut.framing = Framing::kChunked;
  cut.then = Then::kClose;
  cut.end_body = false;
  server.Enqueue(cut);
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  const auto call = GetInBackground();
  ASSERT_TRUE(server.WaitForRequests(1));
  for (size_t sent = 2; sent <= 3; ++sent) {
    ASSERT_TRUE(WaitForTimers(2));
    clock.Advance(1100ms);
    ASSERT_TRUE(server.WaitForRequests(sent));
  }
  EXPECT_EQ(Join(call)->name(), "a");
}

TEST_F(ClientRetry, RC_3_AWriteIsNotSentAgainAfterAReset) {
  const kube::ObjectRef ref{kConfigMaps, "t", "a", ""};
  const CallBody writes[] = {
      [&](kube::Client& api) { return api.Create(ref, "{}", {}, {}); },
      [&](kube::Client& api) {
        return api.PatchObject(ref, {kube::PatchType::kMerge, R"({"data":{"k":"v"}})"}, {}, {});
      }};
  size_t sent = 0;
  for (const CallBody& write : writes) {
    for (const bool used_before : {false, true}) {
      StopFactory();
      if (used_before) {
        server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
        ASSERT_TRUE(Get("a").ok());
        ++sent;
      }
      server.Enqueue(ScriptAnswer::Reset());
      const base::Status status = write(*client()).status();
      EXPECT_EQ(status.code(), StatusCode::kUnavailable) << status.ToString();
      EXPECT_EQ(server.request_count(), ++sent) << (used_before ? "on a used connection" : "");
    }
  }
}

TEST_F(ClientRetry, WritesKeepTheirBodyToTheByte) {
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  const kube::ObjectRef ref{kConfigMaps, "t", "a", ""};
  for (const size_t bytes : {2u, 16'384u, 65'536u, 1'000'003u}) {
    const std::string body = R"({"data":{"k":")" + std::string(bytes, 'x') + R"("}})";
    ASSERT_TRUE(client()->Create(ref, body, {}, {}).ok());
    EXPECT_TRUE(server.requests().back().body == body) << bytes;
    ASSERT_TRUE(client()->PatchObject(ref, {kube::PatchType::kMerge, body}, {}, {}).ok());
    EXPECT_TRUE(server.requests().back().body == body) << bytes;
    EXPECT_EQ(server.requests().back().Header("Content-Length"), std::to_string(body.size()));
  }
  EXPECT_EQ(server.connections_accepted(), 1u);
}

TEST_F(ClientRetry, XP_3_OneTransparentRetryWithNewerCredentials) {
  credentials->SetNext({.authorization = "Bearer two", .generation = 2});
  server.Enqueue(ScriptAnswer::Error(401, "Unauthorized", "who"));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  ASSERT_TRUE(client()->Update({kConfigMaps, "t", "a", ""}, "{}", {}, {}).ok());
  EXPECT_EQ(server.requests()[1].Header("Authorization"), "Bearer two");
  EXPECT_EQ(credentials->invalidated(), std::vector<uint64_t>{1});
}

TEST_F(ClientRetry, XP_3_TheSameCredentialsAreNotTriedTwice) {
  server.Enqueue(ScriptAnswer::Error(401, "Unauthorized", "who"));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kUnauthenticated);
  EXPECT_EQ(server.request_count(), 1u);
  credentials->SetNext({.authorization = "Bearer two", .generation = 2});
  server.Enqueue(ScriptAnswer::Error(401, "Unauthorized", "who"));
  server.Enqueue(ScriptAnswer::Error(401, "Unauthorized", "who"));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kUnauthenticated);
  EXPECT_EQ(server.request_count(), 3u);
}

TEST_F(ClientRetry, RC_14_TheDeadlineEndsACallThatHangsAndItsConnection) {
  ScriptAnswer hang;
  hang.before_head = true;
  hang.then = Then::kHang;
  server.Enqueue(hang);
  const auto call = GetInBackground({.deadline = clock.Now() + 5s});
  ASSERT_TRUE(server.WaitForRequests(1));
  clock.Advance(5s);
  EXPECT_EQ(Join(call).status().code(), StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(Eventually([&] { return server.connections_open() == 0; })) << "hangs on";
}

TEST_F(ClientRetry, RC_14_ADefaultDeadlineBoundsCallsWithout) {
  ScriptAnswer hang;
  hang.before_head = true;
  hang.then = Then::kHang;
  server.Enqueue(hang);
  const auto call = GetInBackground();
  ASSERT_TRUE(server.WaitForRequests(1));
  clock.Advance(60s);
  EXPECT_EQ(Join(call).status().code(), StatusCode::kDeadlineExceeded);
}

TEST_F(ClientRetry, StopTokenEndsACallAlsoWhileItWaits) {
  server.Enqueue(WithRetryAfter(429, "20"));
  std::stop_source stop;
  const auto call = GetInBackground({.stop = stop.get_token()});
  ASSERT_TRUE(WaitForTimers(2));
  stop.request_stop();
  EXPECT_EQ(Join(call).status().code(), StatusCode::kCancelled);
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_EQ(client()->Get({kConfigMaps, "t", "a", ""}, {.stop = stop.get_token()}).status().code(),
            StatusCode::kCancelled);
  EXPECT_EQ(client()->Get({kConfigMaps, "t", "a", ""}, {.deadline = clock.Now()}).status().code(),
            StatusCode::kDeadlineExceeded);
  EXPECT_EQ(server.request_count(), 1u);
}

TEST_F(ClientRetry, StopOfTheFactoryEndsEveryCall) {
  ScriptAnswer hang;
  hang.before_head = true;
  hang.then = Then::kHang;
  server.Handle([hang](const ScriptRequest&) { return hang; });
  factory();
  std::vector<std::unique_ptr<Running>> calls;
  for (int i = 0; i < 8; ++i) calls.push_back(GetInBackground());
  auto watch = std::make_shared<RecordingWatch>();
  const auto handle = source()->Watch({.resource_version = "1"}, watch);
  ASSERT_TRUE(server.WaitForRequests(9));
  factory().Stop();
  for (const auto& call : calls) EXPECT_EQ(Join(call).status().code(), StatusCode::kCancelled);
  EXPECT_EQ(watch->WaitEnd().code(), StatusCode::kCancelled);
}

TEST_F(ClientRetry, RC_14_FiftyCallersAtOnceAllGetTheirAnswer) {
  server.Handle([](const ScriptRequest& request) {
    const std::string name = request.path.substr(request.path.rfind('/') + 1);
    return ScriptAnswer::Json(
        200, R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" + name + R"("}})");
  });
  std::atomic<int> right{0};
  std::vector<std::thread> callers;
  factory();
  for (int i = 0; i < 50; ++i) {
    callers.emplace_back([&, i] {
      const std::string name = "n" + std::to_string(i);
      const auto object = Get(name);
      if (object.ok() && object->name() == name) ++right;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(right, 50);
}

}  // namespace
}  // namespace oarlock::integration
