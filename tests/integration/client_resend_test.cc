// What is sent again, what is not, and how: the finer rules of retries. All waits are virtual.

#include "integration/client_background.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using namespace std::chrono_literals;

const kube::ObjectRef kRef{kConfigMaps, "t", "a", ""};

class ClientResend : public ClientBackground {};

TEST_F(ClientResend, RC_1_FewerRetriesOrNoneCanBeConfigured) {
  for (const int retries : {2, 0, -3}) {
    StopFactory();
    options.retries_max = retries;
    const size_t before = server.request_count();
    const size_t wanted = static_cast<size_t>(std::max(retries, 0)) + 1;
    server.Handle([](const ScriptRequest&) { return WithRetryAfter(503, "1"); });
    factory();
    const auto call = GetInBackground();
    for (size_t sent = 1; sent < wanted; ++sent) {
      ASSERT_TRUE(server.WaitForRequests(before + sent));
      ASSERT_TRUE(WaitForTimers(2));
      clock.Advance(1100ms);
    }
    EXPECT_EQ(Join(call).status().code(), StatusCode::kUnavailable) << retries;
    EXPECT_EQ(server.request_count() - before, wanted) << retries;
  }
}

TEST_F(ClientResend, RC_2_RC_4_EveryVerbIsSentAgainWithItsWholeBody) {
  const std::string body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},)"
                           R"("data":{"k":")" +
                           std::string(300'000, 'x') + R"("}})";
  const std::pair<const char*, CallBody> verbs[] = {
      {"POST", [&](kube::Client& api) { return api.Create(kRef, body, {}, {}); }},
      {"PUT", [&](kube::Client& api) { return api.Update(kRef, body, {}, {}); }},
      {"PATCH",
       [&](kube::Client& api) {
         return api.PatchObject(kRef, {kube::PatchType::kMerge, body}, {}, {});
       }},
      {"DELETE",
       [&](kube::Client& api) { return api.Delete(kRef, {.propagation = "Orphan"}, {}); }},
      {"GET", [&](kube::Client& api) { return api.Get(kRef, {}); }}};
  factory();
  size_t sent = 0;
  for (const auto& [method, call] : verbs) {
    server.Enqueue(WithRetryAfter(sent % 4 == 0 ? 429 : 500, "1"));
    server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
    const auto running = InBackground(call);
    ASSERT_TRUE(server.WaitForRequests(sent + 1));
    ASSERT_TRUE(WaitForTimers(2));
    clock.Advance(1100ms);
    ASSERT_TRUE(Join(running).ok()) << method;
    const auto requests = server.requests();
    ASSERT_EQ(requests.size(), sent + 2);
    EXPECT_EQ(requests[sent].method, method);
    EXPECT_EQ(requests[sent + 1].method, method);
    EXPECT_EQ(requests[sent].target, requests[sent + 1].target);
    EXPECT_EQ(requests[sent].body, requests[sent + 1].body) << method;
    EXPECT_EQ(requests[sent].body == body, std::string(method).starts_with("P"));
    sent += 2;
  }
}

TEST_F(ClientResend, RC_5_TheDeadlineNamesTheLastAttempt) {
  server.Enqueue(WithRetryAfter(503, "3"));
  ScriptAnswer hang;
  hang.before_head = true;
  hang.then = Then::kHang;
  server.Enqueue(hang);
  const auto call = GetInBackground({.deadline = clock.Now() + 10s});
  ASSERT_TRUE(WaitForTimers(2));
  clock.Advance(3300ms);
  ASSERT_TRUE(server.WaitForRequests(2));
  clock.Advance(10s);
  const base::Status status = Join(call).status();
  EXPECT_EQ(status.code(), StatusCode::kDeadlineExceeded);
  EXPECT_NE(status.message().find("the last attempt: UNAVAILABLE: slow down"), std::string::npos)
      << status.ToString();
}

TEST_F(ClientResend, RC_5_ACancelledCallNamesTheLastAttempt) {
  server.Enqueue(WithRetryAfter(503, "30"));
  std::stop_source stop;
  const auto call = GetInBackground({.stop = stop.get_token()});
  ASSERT_TRUE(WaitForTimers(2));
  stop.request_stop();
  const base::Status status = Join(call).status();
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_NE(status.message().find("the last attempt: UNAVAILABLE: slow down"), std::string::npos)
      << status.ToString();
}

TEST_F(ClientResend, RC_5_ARetryWaitsForAPauseThatCameMeanwhile) {
  server.Enqueue(WithRetryAfter(503, "1"));
  server.Enqueue(WithRetryAfter(429, "5"));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  factory();
  const auto first = GetInBackground();
  ASSERT_TRUE(WaitForTimers(2));
  const auto second = GetInBackground();
  ASSERT_TRUE(WaitForTimers(4));
  const base::MonoTime start = clock.Now();
  clock.Advance(1100ms);  // the first one's own wait is over, the host's pause is not
  ASSERT_TRUE(WaitForTimers(4));
  EXPECT_EQ(server.request_count(), 2u);
  clock.Advance(4500ms);
  EXPECT_TRUE(Join(first).ok());
  EXPECT_TRUE(Join(second).ok());
  for (size_t i = 2; i < 4; ++i) EXPECT_GE(server.requests()[i].received - start, 5s);
}

TEST_F(ClientResend, RC_6_TheConnectionIsUsedAgainAfterARefusedAttempt) {
  ScriptAnswer refused = WithRetryAfter(429, "1");
  refused.body = std::string(1'000'000, ' ') + refused.body;
  server.Enqueue(refused);
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  const auto call = GetInBackground();
  ASSERT_TRUE(WaitForTimers(2));
  clock.Advance(1100ms);
  EXPECT_TRUE(Join(call).ok());
  EXPECT_EQ(server.request_count(), 2u);
  EXPECT_EQ(server.connections_accepted(), 1u);
}

TEST_F(ClientResend, RC_8_NothingIsSlowedDownUnlessTheServerAsks) {
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  const base::MonoTime start = clock.Now();
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(Get("a").ok());  // no time passes
  EXPECT_EQ(clock.Now(), start);
  for (const base::MetricFamily& family : metrics.Collect()) {
    if (family.name != "rest_client_rate_limiter_duration_seconds") continue;
    EXPECT_EQ(family.samples.at(0).bucket_counts.at(0), 300u);
    EXPECT_EQ(family.samples.at(0).sum, 0);
  }
}

TEST_F(ClientResend, RC_8_AWaitLongerThanTheDeadlineEndsTheCallAtOnce) {
  server.Enqueue(WithRetryAfter(429, "20"));
  const auto first = GetInBackground();
  ASSERT_TRUE(WaitForTimers(2));
  const auto second = client()->Get(kRef, {.deadline = clock.Now() + 10s});
  EXPECT_EQ(second.status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(second.status().detail().retry_after, base::Duration(20s));
  EXPECT_EQ(server.request_count(), 1u);
  factory().Stop();
  EXPECT_EQ(Join(first).status().code(), StatusCode::kCancelled);
}

TEST_F(ClientResend, RC_3_ListsAndWatchesAreLeftToTheirReader) {
  ScriptAnswer cut = ScriptAnswer::Json(200, R"({"kind":"ConfigMapList","items":[)");
  cut.framing = Framing::kChunked;
  cut.then = Then::kReset;
  cut.end_body = false;
  server.Enqueue(cut);
  const auto list = std::make_shared<RecordingList>();
  const auto listing = source()->List({}, list);
  EXPECT_EQ(list->WaitEnd().status().code(), StatusCode::kUnavailable);
  server.Enqueue(ScriptAnswer::Reset());
  const auto watch = std::make_shared<RecordingWatch>();
  const auto watching = source()->Watch({.resource_version = "1"}, watch);
  EXPECT_EQ(watch->WaitEnd().code(), StatusCode::kUnavailable);
  EXPECT_EQ(server.request_count(), 2u);
  EXPECT_EQ(clock.pending_timers(), 0u);
}

}  // namespace
}  // namespace oarlock::integration
