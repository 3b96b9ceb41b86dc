// What the client's verbs send to the byte, and what callers get for answers that are no API's.

#include <filesystem>

#include "integration/client_fixture.h"
#include "kube/api_status.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;

class ClientVerbs : public ClientTest {};

TEST_F(ClientVerbs, C_RC_01_BadNamesNeverLeaveTheProcess) {
  for (const char* name : {"", "/", "a/b", "..", "a?b"}) {
    EXPECT_EQ(client()->Delete({kConfigMaps, "t", name, ""}, {}, {}).status().code(),
              StatusCode::kInvalidArgument)
        << name;
    EXPECT_EQ(Get(name).status().code(), StatusCode::kInvalidArgument) << name;
  }
  EXPECT_EQ(client()->DeleteCollection({.resource = kConfigMaps}, {}, {}).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(server.request_count(), 0u);
}

TEST_F(ClientVerbs, C_RC_04_NumbersKeepTheirDigitsOnTheWire) {
  const std::string numbers =
      R"({"num":[1000000009,9007199254740993,-9223372036854775808,1e3,1.0,0.1]})";
  server.Enqueue(ScriptAnswer::Json(
      200,
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"spec":)" + numbers + "}"));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  const auto object = Get("a");
  ASSERT_TRUE(object.ok()) << object.status().ToString();
  ASSERT_TRUE(client()->Update({kConfigMaps, "t", "a", ""}, object->ToJson(), {}, {}).ok());
  EXPECT_NE(server.requests()[1].body.find("[1000000009,9007199254740993,-9223372036854775808,"),
            std::string::npos)
      << server.requests()[1].body;
}

TEST_F(ClientVerbs, TP_6_EveryRequestSaysWhoAsksAndWhatItTakes) {
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  const auto object = factory()
                          .ForIdentity({.user = "u", .groups = {"g", "h"}})
                          ->Get({kConfigMaps, "t", "a", ""}, {});
  ASSERT_TRUE(object.ok()) << object.status().ToString();
  EXPECT_EQ(object->name(), "a");
  const ScriptRequest request = server.requests().at(0);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, std::string(kConfigMapPath) + "/a");
  EXPECT_EQ(request.Header("Accept"), "application/vnd.kubernetes.protobuf,application/json");
  EXPECT_EQ(request.Header("Accept-Encoding"), "identity");
  EXPECT_EQ(request.Header("Authorization"), "Bearer one");
  EXPECT_EQ(request.Header("Impersonate-User"), "u");
  EXPECT_EQ(request.Header("Impersonate-Group"), "g");
  EXPECT_TRUE(request.Header("User-Agent").starts_with("oarlock/")) << "RC-17";
  EXPECT_FALSE(request.HasHeader("Content-Type"));
}

TEST_F(ClientVerbs, RC_12_WritesCarryBodyTypeAndOptions) {
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  const kube::ObjectRef ref{kConfigMaps, "t", "a", ""};
  ASSERT_TRUE(client()->Create({kConfigMaps, "t", "", ""}, "{}", {.dry_run = true}, {}).ok());
  const std::pair<kube::PatchType, const char*> types[] = {
      {kube::PatchType::kJson, "application/json-patch+json"},
      {kube::PatchType::kMerge, "application/merge-patch+json"},
      {kube::PatchType::kStrategic, "application/strategic-merge-patch+json"},
      {kube::PatchType::kApply, "application/apply-patch+yaml"}};
  for (const auto& [type, name] : types) {
    ASSERT_TRUE(client()->PatchObject(ref, {type, "{}"}, {.force = true}, {}).ok());
    const ScriptRequest request = server.requests().back();
    EXPECT_EQ(request.method, "PATCH");
    EXPECT_EQ(request.Header("Content-Type"), name);
    EXPECT_EQ(request.Query("force"), type == kube::PatchType::kApply ? "true" : "");
    EXPECT_EQ(request.Query("fieldManager"), "oarlock");
  }
  ASSERT_TRUE(client()->Delete(ref, {.propagation = "Background"}, {}).ok());
  ASSERT_TRUE(client()->Delete(ref, {}, {}).ok());
  ASSERT_TRUE(
      client()
          ->DeleteCollection({.resource = kConfigMaps, .ns = "t", .label_selector = "a=b"}, {}, {})
          .ok());
  ASSERT_TRUE(client()->Update({kConfigMaps, "t", "a", "status"}, "{}", {}, {}).ok());
  const auto requests = server.requests();
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, kConfigMapPath);
  EXPECT_EQ(requests[0].Query("dryRun"), "All");
  EXPECT_EQ(requests[0].Header("Content-Type"), "application/json");
  EXPECT_NE(requests[5].body.find("Background"), std::string::npos);
  EXPECT_EQ(requests[6].body, "");
  EXPECT_EQ(requests[7].method, "DELETE");
  EXPECT_EQ(requests[7].target, std::string(kConfigMapPath) + "?labelSelector=a%3Db");
  EXPECT_EQ(requests[8].path, std::string(kConfigMapPath) + "/a/status");
}

TEST_F(ClientVerbs, C_RC_21_TooManyAnnotationsAreRefusedBeforeSending) {
  const kube::ObjectRef ref{kConfigMaps, "t", "a", ""};
  const std::string json =
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","annotations":{"state":")" +
      std::string(262'000 - 5, 's') + R"(","more":")" + std::string(500 - 4, 'm') + R"("}}})";
  const std::vector<base::Status> refused = {
      client()->Create(ref, json, {}, {}).status(), client()->Update(ref, json, {}, {}).status(),
      client()->PatchObject(ref, {kube::PatchType::kApply, json}, {}, {}).status()};
  for (const base::Status& status : refused) {
    EXPECT_EQ(status.code(), StatusCode::kTooLarge);
    EXPECT_NE(status.message().find("262500 bytes"), std::string::npos) << status.message();
  }
  EXPECT_EQ(server.request_count(), 0u);
}

TEST_F(ClientVerbs, C_RC_16_TooLargeIsFinal) {
  const kube::ObjectRef ref{kConfigMaps, "t", "a", ""};
  const std::string big(3'200'000, 'x');
  const auto local = client()->PatchObject(ref, {kube::PatchType::kMerge, big}, {}, {});
  EXPECT_EQ(local.status().code(), StatusCode::kTooLarge);
  EXPECT_EQ(server.request_count(), 0u);
  server.Enqueue(ScriptAnswer::Error(413, "RequestEntityTooLarge", "limit is 3145728"));
  const auto remote = client()->PatchObject(ref, {kube::PatchType::kMerge, "{}"}, {}, {});
  EXPECT_EQ(remote.status().code(), StatusCode::kTooLarge);
  EXPECT_EQ(server.request_count(), 1u);
}

TEST_F(ClientVerbs, AnAnswerOverTheLimitIsRefused) {
  options.response_bytes_max = 1000;
  server.Enqueue(ScriptAnswer::Json(200, std::string(1001, ' ')));
  EXPECT_EQ(Get("a").status().code(), StatusCode::kTooLarge);
}

TEST_F(ClientVerbs, RedirectsAreNotFollowed) {
  ScriptAnswer answer = ScriptAnswer::Json(302, "");
  answer.headers = {{"Location", server.url() + "/elsewhere"}};
  server.Enqueue(answer);
  const auto object = Get("a");
  EXPECT_EQ(object.status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(object.status().detail().http_status, 302);
  EXPECT_NE(object.status().message().find("/elsewhere"), std::string::npos);
  EXPECT_EQ(server.request_count(), 1u);
}

TEST_F(ClientVerbs, RC_15_WarningsAreSaidOncePerText) {
  ScriptAnswer answer = ScriptAnswer::Json(200, kOneConfigMap);
  answer.headers = {{"Warning", R"(299 - "x is \"old\"")"}, {"Warning", R"(110 - "stale")"}};
  server.Handle([answer](const ScriptRequest&) { return answer; });
  ASSERT_TRUE(Get("a").ok());
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(log->CountLinesWith("the API server warns"), 1u);
  EXPECT_EQ(log->CountLinesWith("stale"), 0u);
}

TEST_F(ClientVerbs, TP_2_LE_17_ClientsOfOneFactoryShareConnections) {
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.connections_accepted(), 1u);
  EXPECT_EQ(Metric("rest_client_requests_total", {{"code", "200"}, {"method", "GET"}}), 5);
  ASSERT_TRUE(factory().ForIdentityAlone({})->Get({kConfigMaps, "t", "a", ""}, {}).ok());
  EXPECT_EQ(server.connections_accepted(), 2u) << "a client of its own connection";
  const auto created = [&](const char* result) {
    return Metric("rest_client_transport_create_calls_total", {{"result", result}});
  };
  EXPECT_EQ(Metric("rest_client_transport_cache_entries", {}), 1);
  EXPECT_EQ(created("miss"), 1);
  EXPECT_EQ(created("hit"), 5);
  EXPECT_EQ(created("uncacheable"), 1);
}

TEST_F(ClientVerbs, RawPathsAreServedForProbes) {
  server.Route("GET /version", {ScriptAnswer::Json(200, R"({"major":"1"})")});
  EXPECT_EQ(*factory().GetRaw("/version", {}), R"({"major":"1"})");
  EXPECT_EQ(factory().GetRaw("version", {}).status().code(), StatusCode::kInvalidArgument);
}

TEST_F(ClientVerbs, RC_18_KC_12_PathPrefixAndProxyOfTheConfigAreUsed) {
  config.server = "http://api.example:8080/k8s/c-1";
  config.proxy_url = server.url();
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.requests()[0].target,
            "http://api.example:8080/k8s/c-1" + std::string(kConfigMapPath) + "/a");
  EXPECT_FALSE(server.requests()[0].HasHeader("Authorization")) << "KC-12: plain http";
}

TEST_F(ClientVerbs, RC_3_ARefusedConnectionIsReportedAtOnce) {
  {
    const ScriptServer gone;
    config.server = gone.url();
  }
  const auto object = Get("a");
  EXPECT_EQ(object.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(object.status().message().find("cannot connect"), std::string::npos);
  EXPECT_EQ(clock.pending_timers(), 0u) << "no retry waits";
}

TEST_F(ClientVerbs, RC_18_ABadConfigIsRefusedAtOnce) {
  config.server = "ftp://x";
  EXPECT_FALSE(client::RestClientFactory::Create(config, credentials, options, deps()).ok());
  config.server = "https://x";
  config.tls.ca_file = "/nonexistent/ca.pem";
  const auto made = client::RestClientFactory::Create(config, credentials, options, deps());
  EXPECT_EQ(made.status().code(), StatusCode::kInvalidArgument);
  EXPECT_NE(made.status().message().find("/nonexistent/ca.pem"), std::string::npos);
}

size_t OpenFiles() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    count += entry.exists() || entry.is_symlink();
  }
  return count;
}

TEST_F(ClientVerbs, TP_2_AStoppedFactoryLeavesNoFileOpenAndRefusesCalls) {
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  const size_t before = OpenFiles();
  std::shared_ptr<kube::Client> kept;
  for (int i = 0; i < 3; ++i) {
    auto made = client::RestClientFactory::Create(config, credentials, options, deps());
    kept = (*made)->ForIdentity({});
    ASSERT_TRUE(kept->Get({kConfigMaps, "t", "a", ""}, {}).ok());
  }
  EXPECT_EQ(kept->Get({kConfigMaps, "t", "a", ""}, {}).status().code(), StatusCode::kCancelled);
  kept.reset();
  EXPECT_TRUE(Eventually([&] { return server.connections_open() == 0; }));
  EXPECT_TRUE(Eventually([&] { return OpenFiles() <= before; })) << OpenFiles() << " > " << before;
}

}  // namespace
}  // namespace oarlock::integration
