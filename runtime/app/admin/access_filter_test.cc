#include "app/admin/access_filter.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"
#include "controller/testing/unused_client.h"
#include "kube/decode.h"

namespace oarlock::app {
namespace {

using base::Result;

// An API server that knows one token, whose user may do what the test says.
class Reviews final : public controller::testing::UnusedClient {
 public:
  Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                              const kube::WriteOptions&, const kube::CallContext&) override {
    asked.emplace_back(json);
    if (!failure.ok()) return failure;
    if (ref.resource.kind == "TokenReview") {
      const bool known = json.find("\"token\":\"good\"") != std::string_view::npos;
      return kube::ObjectFromJson(
          known ? R"({"kind":"TokenReview","apiVersion":"v1","metadata":{},"status":{)"
                  R"("authenticated":true,"user":{"username":"ann","uid":"7","groups":["ops"],)"
                  R"("extra":{"k":["v"]}}}})"
                : R"({"kind":"TokenReview","apiVersion":"v1","metadata":{},"status":{}})");
    }
    return kube::ObjectFromJson(
        R"({"kind":"S","apiVersion":"v1","metadata":{},"status":{"allowed":)" +
        std::string(allowed ? "true" : "false") + "}}");
  }
  std::vector<std::string> asked;
  base::Status failure;
  bool allowed = true;
};

class Inner final : public server::HttpHandler {
 public:
  void Handle(server::HttpRequest request, server::HttpReply reply) override {
    server::HttpResponse response;
    response.body = request.method + " " + request.target;
    reply(std::move(response));
  }
  server::HttpResponse Refuse(int status, std::string_view) override {
    server::HttpResponse response;
    response.status = status;
    return response;
  }
};

class AccessFilterTest : public testing::Test {
 protected:
  server::HttpResponse Ask(const std::string& authorization, const std::string& method = "GET",
                           const std::string& target = "/why?key=a") {
    std::optional<server::HttpResponse> got;
    Send(authorization, method, target, got);
    executor.RunUntilIdle();
    EXPECT_TRUE(got.has_value());
    return got.value_or(server::HttpResponse{});
  }
  void Send(const std::string& authorization, const std::string& method, const std::string& target,
            std::optional<server::HttpResponse>& got) {
    server::HttpRequest request;
    request.method = method;
    request.target = target;
    if (!authorization.empty()) request.headers.emplace_back("Authorization", authorization);
    filter->Handle(std::move(request), [&got](server::HttpResponse response) { got = response; });
  }
  double Counted(const std::string& result) {
    for (const auto& family : metrics.Collect()) {
      if (family.name != "oarlock_admin_requests_total") continue;
      for (const auto& sample : family.samples) {
        if (sample.labels.front().second == result) return sample.value;
      }
    }
    return 0;
  }

  base::FakeClock clock;
  base::ManualExecutor executor;
  base::MetricRegistry metrics;
  std::shared_ptr<Reviews> server = std::make_shared<Reviews>();
  std::shared_ptr<AccessFilter> filter = std::make_shared<AccessFilter>(
      std::make_shared<Inner>(),
      AccessFilter::Deps{server, executor, clock, metrics, base::Log::Discard()});
};

TEST_F(AccessFilterTest, LetsPassWhomTheServerLets) {
  EXPECT_EQ(Ask("Bearer good").body, "GET /why?key=a");
  ASSERT_EQ(server->asked.size(), 2u);
  const std::string& access = server->asked[1];
  EXPECT_NE(access.find(R"("nonResourceAttributes":{"path":"/why","verb":"get"})"),
            std::string::npos)
      << access;
  EXPECT_NE(access.find(R"("groups":["ops"])"), std::string::npos) << access;
  EXPECT_NE(access.find(R"("extra":{"k":["v"]})"), std::string::npos) << access;
  EXPECT_NE(access.find(R"("user":"ann")"), std::string::npos) << access;
  EXPECT_EQ(Counted("allowed"), 1);
}

TEST_F(AccessFilterTest, WithoutATokenNobodyIsAsked) {
  for (const char* header : {"", "Basic YTpi", "Bearer", "Bearer "}) {
    const server::HttpResponse answer = Ask(header);
    EXPECT_EQ(answer.status, 401) << header;
    EXPECT_EQ(answer.headers.front().first, "WWW-Authenticate");
  }
  EXPECT_TRUE(server->asked.empty());
  EXPECT_EQ(Ask("bearer good").status, 200) << "the scheme's case does not matter";
}

TEST_F(AccessFilterTest, AnUnknownTokenIs401AndAForbiddenUser403) {
  EXPECT_EQ(Ask("Bearer bad").status, 401);
  server->allowed = false;
  const server::HttpResponse answer = Ask("Bearer good", "POST", "/pause");
  EXPECT_EQ(answer.status, 403);
  EXPECT_NE(answer.body.find("ann may not post /pause"), std::string::npos) << answer.body;
  EXPECT_EQ(Counted("unauthenticated"), 1);
  EXPECT_EQ(Counted("forbidden"), 1);
}

TEST_F(AccessFilterTest, RemembersADecisionForAWhile) {
  Ask("Bearer good");
  Ask("Bearer good", "GET", "/why?key=b");
  EXPECT_EQ(server->asked.size(), 2u) << "the query is no part of what is allowed";
  Ask("Bearer good", "POST");
  EXPECT_EQ(server->asked.size(), 4u) << "a change is another permission";
  clock.Advance(kAccessGranted);
  server->allowed = false;
  EXPECT_EQ(Ask("Bearer good").status, 403);
  server->allowed = true;
  EXPECT_EQ(Ask("Bearer good").status, 403);
  clock.Advance(kAccessRefused);
  EXPECT_EQ(Ask("Bearer good").status, 200);
}

TEST_F(AccessFilterTest, AServerThatDoesNotAnswerIsAskedAgain) {
  server->failure = base::Unavailable("no route");
  const server::HttpResponse answer = Ask("Bearer good");
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("no route"), std::string::npos);
  server->failure = base::Status::Ok();
  EXPECT_EQ(Ask("Bearer good").status, 200);
}

TEST_F(AccessFilterTest, TooManyReviewsAtOnceAreRefused) {
  std::vector<std::optional<server::HttpResponse>> got(kAccessReviewsMax + 1);
  for (size_t i = 0; i < got.size(); ++i) {
    Send("Bearer good", "GET", "/" + std::to_string(i), got[i]);
  }
  ASSERT_TRUE(got.back().has_value());
  EXPECT_EQ(got.back()->status, 503);
  EXPECT_FALSE(got.front().has_value());
  executor.RunUntilIdle();
  EXPECT_EQ(got.front()->status, 200);
  EXPECT_EQ(Ask("Bearer good", "GET", "/more").status, 200);
}

TEST_F(AccessFilterTest, DecisionsAreBounded) {
  for (size_t i = 0; i < kAccessDecisionsMax + 5; ++i) {
    EXPECT_EQ(Ask("Bearer good", "GET", "/" + std::to_string(i)).status, 200);
  }
  const size_t asked = server->asked.size();
  size_t again = 0;
  for (size_t i = 0; i < kAccessDecisionsMax + 5; ++i) {
    Ask("Bearer good", "GET", "/" + std::to_string(i));
    again = server->asked.size() - asked;
  }
  EXPECT_GE(again, 5u) << "some were forgotten";
}

}  // namespace
}  // namespace oarlock::app
