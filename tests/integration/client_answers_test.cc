// What callers make of answers: success and failure of every form, types that are gone, what is
// counted and what is logged.

#include <set>

#include "integration/client_fixture.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using namespace std::chrono_literals;

const kube::ObjectRef kRef{kConfigMaps, "t", "a", ""};

class ClientAnswers : public ClientTest {
 protected:
  std::set<std::string> MetricNames() {
    std::set<std::string> names;
    for (const base::MetricFamily& family : metrics.Collect()) names.insert(family.name);
    return names;
  }
};

TEST_F(ClientAnswers, RC_11_EveryAnswerBecomesAStatus) {
  struct Row {
    int http;
    std::string body;
    const char* content_type;
    StatusCode code;
    const char* says;
  };
  const auto status = [](int code, const char* reason, const char* message) {
    return R"({"kind":"Status","apiVersion":"v1","status":"Failure","code":)" +
           std::to_string(code) + R"(,"reason":")" + reason + R"(","message":")" + message +
           R"("})";
  };
  const Row rows[] = {
      {400, status(400, "BadRequest", "bad"), "application/json", StatusCode::kInvalidArgument,
       "bad"},
      {403, status(403, "Forbidden", "may not"), "application/json", StatusCode::kPermissionDenied,
       "may not"},
      {404, status(404, "NotFound", "none"), "application/json", StatusCode::kNotFound, "none"},
      {409, status(409, "AlreadyExists", "is"), "application/json", StatusCode::kAlreadyExists,
       "is"},
      {409, status(409, "Conflict", "old"), "application/json", StatusCode::kConflict, "old"},
      {410, status(410, "Expired", "gone"), "application/json", StatusCode::kGone, "gone"},
      {422, status(422, "Invalid", "no"), "application/json", StatusCode::kInvalidArgument, "no"},
      {500, status(500, "InternalError", "e"), "application/json", StatusCode::kUnavailable, "e"},
      {504, status(504, "Timeout", "late"), "application/json", StatusCode::kDeadlineExceeded,
       "late"},
      {404, "404 page not found", "text/plain", StatusCode::kNotFound, "404 page not found"},
      {502, "<html>bad gateway</html>", "text/html", StatusCode::kUnavailable, "bad gateway"},
      {403, "", "text/plain", StatusCode::kPermissionDenied, "403"},
      {500, std::string(100'000, 'x'), "text/plain", StatusCode::kUnavailable, "xxx"},
  };
  for (const Row& row : rows) {
    ScriptAnswer answer = ScriptAnswer::Json(row.http, row.body);
    answer.headers = {{"Content-Type", row.content_type}};
    server.Enqueue(answer);
    const base::Status got = Get("a").status();
    EXPECT_EQ(got.code(), row.code) << row.http << " " << got.ToString();
    EXPECT_EQ(got.detail().http_status, row.http);
    EXPECT_NE(got.message().find(row.says), std::string::npos) << got.ToString();
    EXPECT_LT(got.message().size(), 2048u) << "text of unknown form is cut";
  }
}

TEST_F(ClientAnswers, RC_11_CreatedAcceptedAndNoContent) {
  server.Enqueue(ScriptAnswer::Json(201, kOneConfigMap));
  EXPECT_EQ(client()->Create(kRef, "{}", {}, {})->name(), "a");
  server.Enqueue(ScriptAnswer::Json(202, R"({"kind":"Status","apiVersion":"v1","metadata":{}})"));
  EXPECT_TRUE(client()->Delete(kRef, {}, {}).ok());
  server.Enqueue(ScriptAnswer::Json(204, ""));
  EXPECT_TRUE(client()->Delete(kRef, {}, {}).ok());
}

TEST_F(ClientAnswers, RC_11_AnAnswerWithoutAnObjectIsAnError) {
  for (const char* body : {"", "nonsense", "[]", "null"}) {
    server.Enqueue(ScriptAnswer::Json(200, body));
    EXPECT_FALSE(Get("a").ok()) << "\"" << body << "\"";
  }
  server.Enqueue(ScriptAnswer::Json(201, ""));
  EXPECT_EQ(client()->Create(kRef, "{}", {}, {}).status().code(), StatusCode::kDataLoss);
}

TEST_F(ClientAnswers, RC_16_ARefusalOfTheFormatIsFinal) {
  server.Handle([](const ScriptRequest&) {
    return ScriptAnswer::Error(415, "UnsupportedMediaType", "only cbor today");
  });
  EXPECT_NE(client()->Update(kRef, "{}", {}, {}).status().message().find("only cbor today"),
            std::string::npos);
  EXPECT_FALSE(Get("a").ok());
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 2u) << "no second form is tried";
  for (const ScriptRequest& request : requests) {
    EXPECT_EQ(request.Header("Accept"), "application/vnd.kubernetes.protobuf,application/json");
  }
  EXPECT_EQ(requests[0].Header("Content-Type"), "application/json");
}

TEST_F(ClientAnswers, RC_21_TP_8_LogsNameRequestsButNoBodyAndNoSecret) {
  log_level = base::LogLevel::kDebug;
  credentials->Set({.authorization = "Bearer hunter2", .generation = 2});
  server.Enqueue(
      ScriptAnswer::Json(200, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},)"
                              R"("data":{"password":"hunter3"}})"));
  server.Enqueue(ScriptAnswer::Error(403, "Forbidden", "may not"));
  ASSERT_TRUE(Get("a").ok());
  ASSERT_FALSE(client()->Update(kRef, R"({"data":{"password":"hunter4"}})", {}, {}).ok());
  EXPECT_EQ(log->CountLinesWith("verb=get path=/api/v1/namespaces/t/configmaps/a"), 1u);
  EXPECT_EQ(log->CountLinesWith("verb=update"), 1u);
  EXPECT_EQ(log->CountLinesWith("status=403"), 1u);
  EXPECT_EQ(log->CountLinesWith("hunter"), 0u);
}

TEST_F(ClientAnswers, RC_21_WithoutDebugRequestsAreNotLogged) {
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(log->CountLinesWith("verb=get"), 0u);
}

TEST_F(ClientAnswers, RC_23_EveryMetricHasTheNameThatDashboardsKnow) {
  server.Enqueue(ScriptAnswer::Reset());
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  server.Enqueue(ScriptAnswer::Error(404, "NotFound", "none"));
  EXPECT_FALSE(client()->Create(kRef, "{}", {}, {}).ok());
  ASSERT_TRUE(client()->Update(kRef, std::string("{}"), {}, {}).ok());
  EXPECT_FALSE(Get("a").ok());
  const std::set<std::string> names = MetricNames();
  for (const char* name :
       {"rest_client_requests_total", "rest_client_request_duration_seconds",
        "rest_client_request_size_bytes", "rest_client_response_size_bytes",
        "rest_client_rate_limiter_duration_seconds", "rest_client_dns_resolution_duration_seconds",
        "rest_client_transport_cache_entries", "rest_client_transport_create_calls_total"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  const auto requests = [&](const char* code, const char* method) {
    return Metric("rest_client_requests_total", {{"code", code}, {"method", method}});
  };
  EXPECT_EQ(requests("200", "PUT"), 1);
  EXPECT_EQ(requests("<error>", "POST"), 1);
  EXPECT_EQ(requests("404", "GET"), 1);
  for (const base::MetricFamily& family : metrics.Collect()) {
    if (family.name != "rest_client_response_size_bytes") continue;
    for (const base::MetricSample& sample : family.samples) {
      if (sample.labels[0].second != "update" && sample.labels[1].second != "update") continue;
      EXPECT_EQ(sample.sum, static_cast<double>(kOneConfigMap.size()));
    }
  }
}

TEST_F(ClientAnswers, C_RC_10_A404OfATypeMakesDiscoveryAskAgain) {
  const auto serve = [this](const std::vector<std::string>& versions) {
    std::string list;
    for (const std::string& version : versions) {
      list += (list.empty() ? "" : ",") + (R"({"version":")" + version) +
              R"(","resources":[{"resource":"things","responseKind":{"group":"x.dev","version":")" +
              version + R"(","kind":"Thing"},"scope":"Namespaced","verbs":["get","list"]}]})";
    }
    server.Handle([list](const ScriptRequest& request) -> std::optional<ScriptAnswer> {
      const std::string head = R"({"kind":"APIGroupDiscoveryList","apiVersion":)"
                               R"("apidiscovery.k8s.io/v2","items":[)";
      if (request.path == "/api") return ScriptAnswer::Json(200, head + "]}");
      if (request.path != "/apis") return std::nullopt;
      return ScriptAnswer::Json(
          200, head + R"({"metadata":{"name":"x.dev"},"versions":[)" + list + "]}]}");
    });
  };
  const kube::GroupKind thing{"x.dev", "Thing"};
  const auto version = [&](const std::vector<std::string>& versions) {
    const auto info = factory().mapper()->Map(thing, versions, {});
    return info.ok() ? info->gvr.version : info.status().ToString();
  };
  serve({"v1alpha1"});
  EXPECT_EQ(version({}), "v1alpha1");
  const kube::ResourceInfo old = *factory().mapper()->Map(thing, {}, {});
  serve({"v1", "v1alpha1"});
  EXPECT_EQ(version({"v1"}), "v1") << "a miss asks again";
  EXPECT_EQ(version({}), "v1");
  serve({"v1"});
  EXPECT_EQ(version({"v1alpha1"}), "v1alpha1") << "nobody told us yet";
  // An object that is not there says nothing about its type.
  server.Enqueue(ScriptAnswer::Error(404, "NotFound", R"(things.x.dev \"a\" not found)"));
  EXPECT_EQ(client()->Get({old, "t", "a", ""}, {}).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(version({"v1alpha1"}), "v1alpha1");
  ScriptAnswer page = ScriptAnswer::Json(404, "404 page not found\n");
  page.headers = {{"Content-Type", "text/plain"}};
  server.Enqueue(page);
  EXPECT_EQ(client()->Get({old, "t", "a", ""}, {}).status().code(), StatusCode::kNotFound);
  EXPECT_NE(version({"v1alpha1"}).find("NOT_FOUND"), std::string::npos);
  EXPECT_EQ(version({}), "v1");
}

}  // namespace
}  // namespace oarlock::integration
