// What each action of a fault script looks like to a client, over a real socket.
#include "integration/client_sinks.h"
#include "integration/host_world.h"
#include "kube/api_status.h"

namespace oarlock::integration {
namespace {

using namespace std::chrono_literals;
using base::StatusCode;
using kube::WatchEventType;
using Types = std::vector<WatchEventType>;

class FaultsOverSockets : public testing::Test {
 protected:
  static kube::ObjectRef Ref(const std::string& name) { return {kMaps, "default", name, ""}; }

  base::Status Create(const std::string& name) {
    return client->Create(Ref(""), Map(name), {}, {}).status();
  }
  base::Result<kube::Object> Get(const std::string& name) { return client->Get(Ref(name), {}); }
  bool IsThere(const std::string& name) {
    return world.server().Do("GET", "/api/v1/namespaces/default/configmaps/" + name).status == 200;
  }
  // Calls while time passes, so that retries and delays come about.
  template <typename T>
  T InTime(std::function<T()> call, base::Duration delta) {
    std::optional<T> result;
    world.InBackground([&] { result.emplace(call()); });
    world.Advance(delta);
    return result ? *std::move(result) : T(base::Internal("it still waits"));
  }
  // A watch from the beginning, at rest.
  std::shared_ptr<RecordingWatch> Watch() {
    auto sink = std::make_shared<RecordingWatch>();
    calls_.push_back(client->MakeListerWatcher({kMaps, "default", "", "", false})
                         ->Watch({.resource_version = "1"}, sink));
    world.Quiesce();
    return sink;
  }

  HostWorld world;
  std::shared_ptr<kube::Client> client = world.client();

 private:
  std::vector<std::unique_ptr<kube::Call>> calls_;
};

TEST_F(FaultsOverSockets, AnswersHaveTheServersForm) {
  const std::pair<const char*, StatusCode> cases[] = {{"409", StatusCode::kConflict},
                                                      {"403", StatusCode::kPermissionDenied},
                                                      {"404", StatusCode::kNotFound}};
  for (const auto& [status, code] : cases) {
    world.UseFaults(std::string("- {name: r, answer: {status: ") + status + ", message: no}}\n");
    const base::Status got = Get("a").status();
    EXPECT_EQ(got.code(), code) << got.ToString();
    EXPECT_NE(got.message().find("no"), std::string::npos) << got.message();
  }
}

TEST_F(FaultsOverSockets, RetryAfterIsWaitedForAndTheRequestSentAgain) {
  ASSERT_TRUE(Create("a").ok());
  world.UseFaults("- {name: r, times: 2, answer: {status: 429, retryAfter: 7s}}\n");
  std::optional<base::Result<kube::Object>> got;
  world.InBackground([&] { got = Get("a"); });
  world.Advance(13s);
  EXPECT_FALSE(got.has_value());
  world.Advance(10s);
  ASSERT_TRUE(got.has_value());
  EXPECT_TRUE(got->ok()) << got->status().ToString();
  EXPECT_EQ(world.Applied("r"), 2u);
}

TEST_F(FaultsOverSockets, AfterTheCommitTheClientDoesNotKnowWhatHappened) {
  world.UseFaults(
      "- {name: r, match: {verbs: [create]}, answer: {status: 500, when: afterCommit}}\n");
  EXPECT_FALSE(Create("a").ok());
  EXPECT_TRUE(IsThere("a"));
  world.UseFaults("- {name: r, match: {verbs: [create]}, answer: {status: 500}}\n");
  EXPECT_FALSE(Create("b").ok());
  EXPECT_FALSE(IsThere("b"));
}

TEST_F(FaultsOverSockets, DroppedRequestsBeforeAndAfterTheCommit) {
  for (const char* ending : {"close", "reset"}) {
    const std::string name = std::string("a-") + ending;
    const std::string drop = std::string("ending: ") + ending;
    world.UseFaults("- {name: r, match: {verbs: [create]}, drop: {" + drop + "}}\n");
    EXPECT_EQ(Create(name).code(), StatusCode::kUnavailable);
    EXPECT_FALSE(IsThere(name)) << "a POST is never sent twice";
    world.UseFaults("- {name: r, match: {verbs: [create]}, drop: {when: afterCommit, " + drop +
                    "}}\n");
    EXPECT_EQ(Create(name).code(), StatusCode::kUnavailable);
    EXPECT_TRUE(IsThere(name));
  }
}

TEST_F(FaultsOverSockets, SilenceEndsWithTheClientsDeadline) {
  world.UseFaults("- {name: r, match: {verbs: [create]}, silence: {when: afterCommit}}\n");
  const base::Status status = InTime<base::Status>([this] { return Create("a"); }, 61s);
  EXPECT_EQ(status.code(), StatusCode::kDeadlineExceeded) << status.ToString();
  EXPECT_TRUE(IsThere("a"));
}

TEST_F(FaultsOverSockets, DelaysOfRequestAndAnswer) {
  world.UseFaults("- {name: r, match: {verbs: [create]}, delay: 5s, delayAnswer: 5s}\n");
  std::optional<base::Status> created;
  world.InBackground([&] { created = Create("a"); });
  world.Advance(4s);
  EXPECT_FALSE(IsThere("a"));
  world.Advance(2s);
  EXPECT_TRUE(IsThere("a"));
  EXPECT_FALSE(created.has_value());
  world.Advance(4s);
  ASSERT_TRUE(created.has_value());
  EXPECT_TRUE(created->ok()) << created->ToString();
}

TEST_F(FaultsOverSockets, BodiesComeInChunksAndSlowly) {
  ASSERT_TRUE(Create("a").ok());
  world.UseFaults("- {name: r, chunks: [1, 2, 3]}\n");
  EXPECT_TRUE(Get("a").ok());
  world.UseFaults("- {name: r, chunks: [100], pause: 1s}\n");
  std::optional<base::Result<kube::Object>> got;
  world.InBackground([&] { got = Get("a"); });
  world.Advance(1s);
  EXPECT_FALSE(got.has_value()) << "the body has more than 200 bytes";
  world.Advance(20s);
  ASSERT_TRUE(got.has_value());
  EXPECT_TRUE(got->ok()) << got->status().ToString();
}

TEST_F(FaultsOverSockets, ABodyThatIsCutShortIsNoAnswer) {
  ASSERT_TRUE(Create("a").ok());
  world.UseFaults("- {name: r, match: {verbs: [create]}, cut: {bytes: 40}}\n");
  EXPECT_EQ(Create("b").code(), StatusCode::kUnavailable);
  EXPECT_TRUE(IsThere("b"));
}

TEST_F(FaultsOverSockets, AWatchCutInTheMidstOfAFrameLosesThatFrameAlone) {
  for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(Create(name).ok());
  for (const char* ending : {"close", "reset"}) {
    world.UseFaults(std::string("- {name: r, cut: {afterEvents: 2, bytes: 30, ending: ") + ending +
                    "}}\n");
    const auto watch = Watch();
    EXPECT_EQ(watch->types(), (Types{WatchEventType::kAdded, WatchEventType::kAdded}));
    EXPECT_EQ(watch->ends(), 1);
  }
}

TEST_F(FaultsOverSockets, WatchEventsTwiceMutedAndErrors) {
  for (const char* name : {"a", "b"}) ASSERT_TRUE(Create(name).ok());
  world.UseFaults("- {name: r, duplicate: {}}\n");
  EXPECT_EQ(Watch()->objects().size(), 4u);
  world.UseFaults("- {name: r, mute: {afterEvents: 1}}\n");
  const auto muted = Watch();
  EXPECT_EQ(muted->objects().size(), 1u);
  EXPECT_EQ(muted->ends(), 0);
  world.UseFaults("- {name: r, error: {afterEvents: 1, status: 500, message: broken}}\n");
  const auto told = Watch();
  EXPECT_EQ(told->types(), (Types{WatchEventType::kAdded, WatchEventType::kError}));
  EXPECT_EQ(told->ends(), 1);
}

TEST_F(FaultsOverSockets, ExpiredVersionsInTheStreamOrByHttp) {
  ASSERT_TRUE(Create("a").ok());
  world.UseFaults("- {name: r, expired: stream}\n");
  EXPECT_EQ(Watch()->types(), Types{WatchEventType::kError});
  world.UseFaults("- {name: r, expired: http}\n");
  const auto watch = Watch();
  EXPECT_EQ(watch->opens(), 0);
  EXPECT_EQ(watch->WaitEnd().code(), StatusCode::kGone) << watch->WaitEnd().ToString();
}

// Whatever goes wrong on the way, an informer ends up with what the server has.
TEST_F(FaultsOverSockets, InformersConvergeThroughAllOfThem) {
  const char* const rules[] = {"drop: {}",
                               "drop: {ending: reset}",
                               "answer: {status: 500}",
                               "answer: {status: 429, retryAfter: 2s}",
                               "answer: {status: 200, body: '<html>no API</html>'}",
                               "expired: stream",
                               "expired: http",
                               "error: {afterEvents: 1, status: 500}",
                               "cut: {afterEvents: 1, bytes: 20}",
                               "cut: {bytes: 0, ending: reset}",
                               "duplicate: {}",
                               "chunks: [1, 7, 3]",
                               "delay: 30s",
                               "delayAnswer: 30s"};
  const auto informer = world.Informer(kMaps);
  int objects = 0;
  const auto converges = [&](const std::string& verbs, const std::string& rule) {
    world.server().Restore(world.server().TakeSnapshot());  // whoever watches has to begin anew
    world.UseFaults("- {name: r, match: {verbs: " + verbs +
                    ", resources: [configmaps]}, times: 3, " + rule + "}\n");
    world.Quiesce();
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(world.server().Create(Map("m" + std::to_string(objects++))).ok());
    }
    world.Advance(3h);
    EXPECT_EQ(informer->store().size(), static_cast<size_t>(objects)) << rule;
    EXPECT_GE(world.Applied("r"), 1u) << rule;
  };
  for (const char* rule : rules) converges("[list, watch]", rule);
  // A list that gets no byte is given up in real time.
  converges("[watch]", "silence: {}");
  converges("[watch]", "mute: {}");
}

}  // namespace
}  // namespace oarlock::integration
