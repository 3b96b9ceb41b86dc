#include "app/admin/admin.h"

#include <gtest/gtest.h>

#include "app/admin/exchange.h"
#include "pluginhost/testing/host_harness.h"
#include "supervisor/manifest/file_manifest.h"
#include "supervisor/testing/fake_generation.h"

namespace oarlock::app {
namespace {

using pluginhost::ControllerView;
using supervisor::PluginPhase;

// The API over one plugin, whose generations do what the test says.
class AdminTest : public testing::Test {
 protected:
  void SetUp() override {
    ControllerView view;
    view.status.name = "demo";
    view.queue = queue;
    view.history = history;
    view.types = {{1, 0, {"apps", "v1", "deployments"}}};
    world.SetViews("L1", {view});
    supervisor.Start();
    ASSERT_TRUE(host.WaitFor(
        [this] { return supervisor.statuses().front().phase == PluginPhase::kActive; }));
    AddAdminRoutes(router, {supervisor, follower, host.informers(), host.clock, log,
                            [] { return std::optional<ReplicaStatus>(); }});
  }
  void TearDown() override { supervisor.Stop(host.clock.Now() + std::chrono::hours(1)); }

  static supervisor::Manifest TheManifest() {
    supervisor::Manifest manifest;
    manifest.name = "m";
    supervisor::PluginSpec spec;
    spec.name = "demo";
    spec.library = "L1";
    manifest.plugins = {spec};
    return manifest;
  }
  Json Get(const std::string& target, int status = 200) {
    const size_t question = target.find('?');
    server::Request request;
    request.method = "GET";
    request.path = std::string_view(target).substr(0, question);
    if (question != std::string::npos)
      request.query = std::string_view(target).substr(question + 1);
    return Answered(request, status);
  }
  Json Post(std::string_view path, std::string_view body, int status = 200) {
    server::Request request;
    request.method = "POST";
    request.path = path;
    request.body = body;
    return Answered(request, status);
  }
  static std::string Error(const Json& answer) {
    return std::string(sandbox::TextOf(sandbox::Member(answer, "error")));
  }

  pluginhost::testing::HostHarness host;
  supervisor::testing::FakeGenerations world;
  supervisor::Loader loader;
  base::Log log{base::LogLevel::kInfo, base::LogFormat::kText, host.log_lines};
  std::shared_ptr<queue::WorkQueue> queue =
      std::make_shared<queue::WorkQueue>(queue::WorkQueueOptions{.name = ""}, host.clock);
  std::shared_ptr<controller::RunHistory> history = std::make_shared<controller::RunHistory>();
  supervisor::Supervisor supervisor{
      supervisor::PluginEnv{host.env(),
                            loader,
                            "",
                            {},
                            nullptr,
                            nullptr,
                            [this](const std::string&) { return world.MakeFactory(); }},
      TheManifest()};
  // Not started: nobody reads anything.
  supervisor::ManifestFollower follower{{supervisor::MakeFileManifest("none.yaml"), "", {}},
                                        TheManifest(),
                                        host.clock,
                                        host.metrics,
                                        log};
  server::Router router;

 private:
  Json Answered(const server::Request& request, int status) {
    const server::Response response = router.Route(request);
    EXPECT_EQ(response.status, status) << request.path << "?" << request.query << response.body;
    const auto parsed = sandbox::ParseJson(response.body);
    EXPECT_TRUE(parsed.ok()) << response.body;
    return parsed.ok() ? parsed->value : Json();
  }
};

TEST_F(AdminTest, TellsOfPluginsAndInformers) {
  const Json status = Get("/status");
  EXPECT_EQ(status["plugins"][0]["name"], "demo");
  EXPECT_EQ(status["plugins"][0]["state"], "active");
  EXPECT_TRUE(status["informers"].is_array());
  EXPECT_FALSE(status.contains("election"));
  EXPECT_EQ(Get("/plugins?plugin=demo")["plugins"].size(), 1u);
  EXPECT_EQ(Error(Get("/plugins?plugin=x", 404)), "no plugin is called x");
  EXPECT_TRUE(Get("/informers")["informers"].is_array());
}

TEST_F(AdminTest, BadInputIsAnsweredWithItsReason) {
  EXPECT_NE(Error(Get("/plugins?plugni=demo", 400)).find("there are: plugin"), std::string::npos);
  EXPECT_NE(Error(Get("/queues?limit=many", 400)).find("has to be a number"), std::string::npos);
  EXPECT_NE(Error(Get("/queues?limit=100000", 400)).find("from 0 to 1000"), std::string::npos);
  EXPECT_NE(Error(Get("/why?key=%zz", 400)).find("bad escape"), std::string::npos);
  EXPECT_NE(Error(Get("/why?key=a&key=b", 400)).find("given twice"), std::string::npos);
  EXPECT_NE(Error(Get("/why", 400)).find("\"key\" is needed"), std::string::npos);
  EXPECT_NE(Error(Get("/objects", 400)).find("\"resource\" is needed"), std::string::npos);
  EXPECT_NE(Error(Get("/reload", 400)).find("\"ticket\" is needed"), std::string::npos);
  Post("/pause", "not json", 400);
  EXPECT_NE(Error(Post("/pause", "[1]", 400)).find("JSON object"), std::string::npos);
  EXPECT_NE(Error(Post("/pause", R"({"plugin":1})", 400)).find("a string"), std::string::npos);
  EXPECT_NE(Error(Post("/pause", "", 400)).find("\"plugin\" is needed"), std::string::npos);
  EXPECT_NE(Error(Post("/reload", R"({"now":"yes"})", 400)).find("there are: none"),
            std::string::npos);
}

TEST_F(AdminTest, APausedPluginIsSaidToBeUntilItIsResumed) {
  EXPECT_EQ(Post("/pause", R"({"plugin":"demo"})")["paused"], true);
  EXPECT_EQ(Get("/plugins")["plugins"][0]["paused"], true);
  EXPECT_EQ(Post("/pause", R"({"plugin":"demo"})")["paused"], true) << "again is no error";
  EXPECT_EQ(Post("/resume", R"({"plugin":"demo"})")["paused"], false);
  EXPECT_EQ(Get("/plugins")["plugins"][0]["paused"], false);
  Post("/pause", R"({"plugin":"x"})", 404);
  Post("/resume", R"({"plugin":"x"})", 404);
}

TEST_F(AdminTest, LogLevelsAreOfTheHostOrOfOnePlugin) {
  EXPECT_EQ(Get("/log-level")["level"], "info");
  EXPECT_EQ(Post("/log-level", R"({"level":"error"})")["level"], "error");
  EXPECT_FALSE(log.Enabled(base::LogLevel::kInfo));
  Post("/log-level", R"({"level":"debug","plugin":"demo"})");
  EXPECT_TRUE(log.Named("demo").Enabled(base::LogLevel::kDebug));
  EXPECT_EQ(Get("/log-level")["plugins"]["demo"], "debug");
  Post("/log-level", R"({"level":"default","plugin":"demo"})");
  EXPECT_TRUE(Get("/log-level")["plugins"].empty());
  Post("/log-level", R"({"level":"default"})", 400);
  Post("/log-level", R"({"level":"loud"})", 400);
  Post("/log-level", R"({"level":"debug","plugin":"x"})", 404);
}

TEST_F(AdminTest, AReloadIsAskedForAndThenAskedAbout) {
  const Json asked = Post("/reload", "", 202);
  const std::string ticket = asked["ticket"];
  EXPECT_EQ(Get("/reload?ticket=" + ticket)["state"], "pending") << "nobody has read it yet";
}

TEST_F(AdminTest, ARollbackNeedsSomethingToGoBackTo) {
  EXPECT_NE(Error(Post("/rollback", R"({"plugin":"demo"})", 409)).find("no generation to go back"),
            std::string::npos);
  Post("/rollback", R"({"plugin":"x"})", 404);
  Get("/rollback?plugin=x", 404);
}

TEST_F(AdminTest, QueuesListTheirKeysAndWhatTheyAreOf) {
  queue->Add({1, 0, "ns", "web"}, {0, false, queue::kReasonUpdated});
  queue->AddAfter({1, 0, "ns", "later"}, std::chrono::seconds(90));
  queue->AddRateLimited({1, 0, "ns", "failed"});
  const Json queues = Get("/queues?plugin=demo&controller=demo")["queues"];
  ASSERT_EQ(queues.size(), 1u);
  const Json& keys = queues[0]["keys"];
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0]["key"], "ns/web");
  EXPECT_EQ(keys[0]["state"], "ready");
  EXPECT_EQ(keys[0]["resource"], "deployments.v1.apps");
  EXPECT_EQ(keys[0]["reasons"], Json::array({"updated"}));
  EXPECT_EQ(keys[1]["state"], "backoff");
  EXPECT_EQ(keys[2]["state"], "delayed");
  EXPECT_EQ(keys[2]["dueInSeconds"], 90.0);
  EXPECT_EQ(Get("/queues?limit=1")["queues"][0]["keys"].size(), 1u);
  EXPECT_TRUE(Get("/queues?controller=other")["queues"].empty());
  Get("/queues?plugin=x", 404);
}

TEST_F(AdminTest, WhyTellsWhatAKeyWaitsForAndItsLastRuns) {
  controller::RunRecord run;
  run.key = {1, 0, "ns", "web"};
  run.outcome = controller::Outcome::kErrorTransient;
  run.code = base::StatusCode::kUnavailable;
  run.message = "no moon";
  run.took = std::chrono::milliseconds(1500);
  run.ended = host.clock.Now();
  history->Add(run);
  for (int i = 0; i < 12; ++i) queue->AddRateLimited(run.key);
  const Json why = Get("/why?key=ns%2Fweb")["controllers"];
  ASSERT_EQ(why.size(), 1u);
  EXPECT_EQ(why[0]["why"], "is retried in 5ms, after 12 failures in a row");
  EXPECT_EQ(why[0]["runs"][0]["result"], "Error");
  EXPECT_EQ(why[0]["runs"][0]["tookSeconds"], 1.5);
  EXPECT_EQ(why[0]["runs"][0]["message"], "no moon");
  const Json unknown = Get("/why?key=ns%2Fnever&resource=deployments.apps")["controllers"];
  EXPECT_EQ(unknown[0]["now"], nullptr);
  EXPECT_NE(std::string(unknown[0]["why"]).find("no run of it is remembered"), std::string::npos);
  for (const char* bad : {"", "ns/", "/web", "a/b/c"}) {
    Get("/why?key=" + std::string(bad), 400);
  }
  Get("/why?key=ns%2Fweb&resource=pods", 404);
  Get("/why?key=ns%2Fweb&controller=other", 404);
}

TEST_F(AdminTest, EventsAreWhatPluginsBecameStepsOfReloadsAndFailedRuns) {
  controller::RunRecord run;
  run.key = {1, 0, "ns", "web"};
  run.outcome = controller::Outcome::kErrorPermanent;
  run.message = "no moon";
  run.ended = host.clock.Now();
  history->Add(run);
  const Json events = Get("/events")["events"];
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0]["event"], "active");
  EXPECT_EQ(events[0]["about"], "demo@1");
  EXPECT_EQ(events.back()["event"], "PermanentError");
  EXPECT_EQ(events.back()["about"], "demo ns/web");
  EXPECT_EQ(Get("/events?limit=1")["events"].size(), 1u);
  EXPECT_TRUE(Get("/events?plugin=x")["events"].empty());
}

TEST_F(AdminTest, ObjectsOfWhatIsNotCachedAreSaidNotToBe) {
  EXPECT_NE(Error(Get("/objects?resource=pods", 404)).find("no pods are cached here"),
            std::string::npos);
}

}  // namespace
}  // namespace oarlock::app
