// The injector without a listener: which requests a rule takes, and what becomes of them.
#include "sandbox/api/api_fixture.h"
#include "sandbox/faults/fault_injector.h"

namespace oarlock::sandbox {
namespace {

using namespace std::chrono_literals;

class Faults : public ApiFixture {
 protected:
  void Use(const std::string& rules) {
    auto script = FaultScript::Parse("rules:\n" + rules, "f.yaml");
    ASSERT_TRUE(script.ok()) << script.status().message();
    injector_->Set(*std::move(script));
  }
  // Through the injector; status 0: no answer yet.
  std::shared_ptr<ApiAnswer> Ask(std::string_view method, std::string_view target,
                                 std::string_view body = {}) {
    server::HttpRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.headers.emplace_back("Content-Type", "application/json");
    request.headers.emplace_back("User-Agent", "oarlock/1");
    auto answer = std::make_shared<ApiAnswer>();
    injector_->Handle(std::move(request), [answer](server::HttpResponse response) {
      answer->status = response.status;
      if (auto parsed = ParseJson(response.body); parsed.ok()) answer->body = parsed->value;
      answer->response = std::move(response);
    });
    return answer;
  }
  int Post(const std::string& name) {
    return Ask("POST", "/api/v1/namespaces/t/configmaps",
               R"({"metadata":{"name":")" + name + R"("}})")
        ->status;
  }
  int Get(const std::string& name) {
    return Ask("GET", "/api/v1/namespaces/t/configmaps/" + name)->status;
  }
  std::shared_ptr<ApiServer> shared_api_ = std::make_shared<ApiServer>(env_);
  std::shared_ptr<FaultInjector> injector_ = std::make_shared<FaultInjector>(env_, shared_api_);
};

TEST_F(Faults, ARuleTakesTheRequestsThatItNamesWhenItIsTheirTurn) {
  Use("- {name: r, match: {verbs: [create], resources: [configmaps], namespace: t}, from: 2, "
      "every: 2, times: 2, answer: {status: 503}}\n");
  std::vector<int> statuses;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) statuses.push_back(Post(name));
  EXPECT_EQ(statuses, (std::vector<int>{201, 503, 201, 503, 201, 201, 201}));
  EXPECT_EQ(Get("a"), 200);
  const auto counts = injector_->counts();
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0].fitted, 7u);
  EXPECT_EQ(counts[0].applied, 2u);
}

TEST_F(Faults, MatchesByNameOfABodySubresourceAgentAndPath) {
  ASSERT_EQ(Post("a"), 201);
  const std::string map = "/api/v1/namespaces/t/configmaps/a";
  const std::pair<const char*, bool> cases[] = {
      {"{name: a}", true},           {"{name: b}", false},
      {"{userAgent: arlock}", true}, {"{userAgent: kubectl}", false},
      {"{path: /api/}", true},       {"{path: /apis}", false},
      {"{verbs: [list]}", false},    {"{resources: [configmaps/*]}", true},
      {"{namespace: u}", false},     {"{resources: [configmaps/status]}", false}};
  for (const auto& [match, fits] : cases) {
    Use(std::string("- {name: r, match: ") + match + ", answer: {status: 500}}\n");
    EXPECT_EQ(Ask("GET", map)->status, fits ? 500 : 200) << match;
  }
  Use("- {name: r, match: {verbs: [create], name: x}, answer: {status: 500}}\n");
  EXPECT_EQ(Post("x"), 500);
  EXPECT_EQ(Post("y"), 201);
}

TEST_F(Faults, OfSeveralRulesTheFirstWhoseTurnItIsApplies) {
  Use("- {name: first, times: 1, answer: {status: 500}}\n"
      "- {name: second, times: 1, answer: {status: 409}}\n");
  EXPECT_EQ(Get("a"), 500);
  EXPECT_EQ(Get("a"), 409);
  EXPECT_EQ(Get("a"), 404);
}

TEST_F(Faults, AnAnswerComesBeforeOrAfterTheCommit) {
  Use("- {name: r, match: {verbs: [create]}, times: 1, answer: {status: 500}}\n"
      "- {name: s, match: {verbs: [create]}, answer: {status: 500, when: afterCommit}}\n");
  EXPECT_EQ(Post("a"), 500);
  EXPECT_EQ(Get("a"), 404);
  EXPECT_EQ(Post("a"), 500);
  EXPECT_EQ(Get("a"), 200);
}

TEST_F(Faults, DelaysGoByTheClock) {
  Use("- {name: r, match: {verbs: [create]}, delay: 5s, delayAnswer: 2s}\n");
  const auto answer =
      Ask("POST", "/api/v1/namespaces/t/configmaps", R"({"metadata":{"name":"a"}})");
  clock_.Advance(4s);
  EXPECT_EQ(Get("a"), 404) << "the request is still on its way";
  clock_.Advance(1s);
  EXPECT_EQ(Get("a"), 200);
  EXPECT_EQ(injector_->delayed(), 1u);
  answer->status = 0;
  clock_.Advance(2s);
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(injector_->delayed(), 0u);
}

// A clock that, when a timer is set, notes what is delayed already.
class WatchedClock final : public base::Clock {
 public:
  explicit WatchedClock(base::Clock& base) : base_(base) {}
  base::MonoTime Now() const override { return base_.Now(); }
  base::UnixTime UnixNow() const override { return base_.UnixNow(); }
  base::TimerId Schedule(base::MonoTime deadline, base::Task task) override {
    delayed_when_set = watched->delayed();
    return base_.Schedule(deadline, std::move(task));
  }
  bool Cancel(base::TimerId id) override { return base_.Cancel(id); }
  bool WaitUntil(base::CondVar& cv, base::Mutex& mutex, base::MonoTime deadline) override
      OARLOCK_REQUIRES(mutex) {
    return base_.WaitUntil(cv, mutex, deadline);
  }
  FaultInjector* watched = nullptr;
  uint64_t delayed_when_set = 99;

 private:
  base::Clock& base_;
};

// Or who asks whether all is at rest would see a request that waits for a clock without a timer.
TEST_F(Faults, ARequestCountsAsDelayedOnceItsTimerIsSet) {
  WatchedClock clock(clock_);
  ApiEnvironment env{clock, random_, store_, types_, Schemas(), tables_, access_, {}};
  injector_ = std::make_shared<FaultInjector>(env, shared_api_);
  clock.watched = injector_.get();
  Use("- {name: r, delay: 5s}\n");
  Ask("GET", "/api/v1/namespaces/t/configmaps");
  EXPECT_EQ(clock.delayed_when_set, 0u);
  EXPECT_EQ(injector_->delayed(), 1u);
  injector_->Close();
}

TEST_F(Faults, AfterCloseNothingThatWasDelayedIsDone) {
  Use("- {name: r, delay: 5s}\n");
  Ask("POST", "/api/v1/namespaces/t/configmaps", R"({"metadata":{"name":"a"}})");
  injector_->Close();
  clock_.Advance(10s);
  EXPECT_EQ(Maps("GET", "/a").status, 404);
}

TEST_F(Faults, StaleReadsAnswerFromTheStateOfThePast) {
  ASSERT_EQ(Maps("POST", "", R"({"metadata":{"name":"a"},"data":{"k":"1"}})").status, 201);
  clock_.Advance(10s);
  ASSERT_EQ(Maps("PUT", "/a", R"({"metadata":{"name":"a"},"data":{"k":"2"}})").status, 200);
  ASSERT_EQ(Maps("POST", "", R"({"metadata":{"name":"b"}})").status, 201);
  const auto value = [&] {
    const auto answer = Ask("GET", "/api/v1/namespaces/t/configmaps/a");
    return std::string(TextAt(answer->body, {"data", "k"}));
  };
  Use("- {name: r, match: {resources: [configmaps]}, stale: {versions: 2}}\n");
  EXPECT_EQ(value(), "1");
  EXPECT_EQ(Get("b"), 404);
  const auto list = Ask("GET", "/api/v1/namespaces/t/configmaps");
  EXPECT_EQ(At(list->body, {"items"}).size(), 1u);
  const uint64_t past = store_.Read()->version - 2;
  EXPECT_EQ(TextAt(list->body, {"metadata", "resourceVersion"}), std::to_string(past));
  const auto newer =
      Ask("GET", "/api/v1/namespaces/t/configmaps?resourceVersion=" + std::to_string(past + 1));
  EXPECT_EQ(newer->status, 504) << "a replica that lags does not know that version";
  Use("- {name: r, match: {resources: [configmaps]}, stale: {age: 5s}}\n");
  EXPECT_EQ(value(), "1");
  clock_.Advance(20s);
  EXPECT_EQ(value(), "2");
}

TEST_F(Faults, ExpiredTakesOnlyRequestsThatNameAVersion) {
  Use("- {name: r, expired: http}\n");
  EXPECT_EQ(Ask("GET", "/api/v1/namespaces/t/configmaps")->status, 200);
  EXPECT_EQ(Ask("GET", "/api/v1/namespaces/t/configmaps?resourceVersion=0")->status, 200);
  EXPECT_EQ(Ask("GET", "/api/v1/namespaces/t/configmaps?resourceVersion=1")->status, 410);
  EXPECT_EQ(Ask("GET", "/api/v1/namespaces/t/configmaps?watch=1&resourceVersion=1")->status, 410);
  Use("- {name: r, expired: stream}\n");
  OpenWatch watch(Ask("GET", "/api/v1/configmaps?watch=1&resourceVersion=1")->response);
  EXPECT_EQ(watch.Events(), std::vector<std::string>{"ERROR 410"});
  EXPECT_TRUE(watch.ended);
}

class FaultyWatch : public Faults {
 protected:
  std::vector<std::string> Watch(const std::string& action) {
    Use("- {name: r, " + action + "}\n");
    watch_.emplace(Ask("GET", "/api/v1/configmaps?watch=1&resourceVersion=1")->response);
    return watch_->Events();
  }
  void SetUp() override {
    for (const char* name : {"a", "b", "c"}) ASSERT_EQ(Post(name), 201);
  }
  using Texts = std::vector<std::string>;
  std::optional<OpenWatch> watch_;
};

TEST_F(FaultyWatch, EventsComeTwice) {
  EXPECT_EQ(Watch("duplicate: {}"),
            (Texts{"ADDED a", "ADDED a", "ADDED b", "ADDED b", "ADDED c", "ADDED c"}));
  EXPECT_EQ(Watch("duplicate: {types: [DELETED]}"), (Texts{"ADDED a", "ADDED b", "ADDED c"}));
  Maps("DELETE", "/a");
  EXPECT_EQ(watch_->Events(), (Texts{"DELETED a", "DELETED a"}));
}

TEST_F(FaultyWatch, ErrorFramesEndIt) {
  EXPECT_EQ(Watch("error: {afterEvents: 2, status: 500}"),
            (Texts{"ADDED a", "ADDED b", "ERROR 500"}));
  EXPECT_TRUE(watch_->ended);
  EXPECT_EQ(Watch("error: {status: 410}"), Texts{"ERROR 410"});
}

TEST_F(FaultyWatch, MutedIsSilentForEver) {
  EXPECT_EQ(Watch("mute: {afterEvents: 1}"), Texts{"ADDED a"});
  Post("d");
  EXPECT_EQ(watch_->Events(), Texts{});
  EXPECT_FALSE(watch_->ended);
}

}  // namespace
}  // namespace oarlock::sandbox
