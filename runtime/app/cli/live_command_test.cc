#include "app/cli/live_command.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "app/cli/admin_client.h"
#include "app/exit_code.h"
#include "server/http_server.h"

namespace oarlock::app {
namespace {

using Kind = LiveCommand::Kind;

server::Response Said(const std::string& body, int status = 200) {
  return {status, "application/json", body};
}

// The commands against a listener that answers what the test says.
class LiveCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-admin-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir = name;
    command.socket = dir + "/admin.sock";
  }
  void TearDown() override {
    if (server_) server_->Stop();
    std::filesystem::remove_all(dir);
  }
  void Serve() {
    auto server = server::HttpServer::Start("unix:" + command.socket, std::move(router),
                                            base::Log::Discard());
    ASSERT_TRUE(server.ok()) << server.status().ToString();
    server_ = *std::move(server);
  }
  int Run(Kind kind) {
    command.kind = kind;
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = RunLiveCommand(command);
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return code;
  }
  std::string dir;
  std::string out;
  std::string err;
  LiveCommand command;
  server::Router router;

 private:
  std::unique_ptr<server::HttpServer> server_;
};

TEST_F(LiveCommandTest, WithoutAHostItSaysWhereItAskedAndWhatToDo) {
  EXPECT_EQ(Run(Kind::kPlugins), kExitNoHost);
  EXPECT_NE(err.find(command.socket), std::string::npos);
  EXPECT_NE(err.find("--admin-socket"), std::string::npos);
}

TEST_F(LiveCommandTest, WhatTheHostRefusesIsPrintedAsItSaysIt) {
  router.Get("/queues", [](const server::Request& request) {
    EXPECT_EQ(request.query, "plugin=a%20b");
    return Said(R"({"error":"no plugin is called a b"})", 404);
  });
  router.Get("/why", [](const server::Request&) { return Said(R"({"error":"no key"})", 400); });
  router.Get("/events", [](const server::Request&) { return Said("<html>"); });
  Serve();
  command.plugin = "a b";
  EXPECT_EQ(Run(Kind::kQueue), kExitNotDone);
  EXPECT_EQ(err, "no plugin is called a b\n");
  EXPECT_EQ(Run(Kind::kWhy), kExitUsage);
  EXPECT_EQ(Run(Kind::kEvents), kExitInternal);
  EXPECT_NE(err.find("no JSON"), std::string::npos);
  EXPECT_EQ(Run(Kind::kInformers), kExitNotDone) << "an older host";
  EXPECT_EQ(err, "the host answers 404\n");
}

TEST_F(LiveCommandTest, JsonAndYamlAreTheAnswerItself) {
  router.Get("/informers", [](const server::Request&) {
    return Said(R"({"informers":[{"resource":"pods.v1","items":3}]})");
  });
  Serve();
  command.format = OutputFormat::kJson;
  EXPECT_EQ(Run(Kind::kInformers), kExitOk);
  EXPECT_EQ(out,
            "{\n  \"informers\": [\n    {\n      \"items\": 3,\n      \"resource\": "
            "\"pods.v1\"\n    }\n  ]\n}\n");
  command.format = OutputFormat::kYaml;
  EXPECT_EQ(Run(Kind::kInformers), kExitOk);
  EXPECT_NE(out.find("informers:\n"), std::string::npos) << out;
  EXPECT_NE(out.find("resource: pods.v1\n"), std::string::npos) << out;
}

TEST_F(LiveCommandTest, ReloadWaitsForTheEndAndItsCodeTellsHowItEnded) {
  std::atomic<int> asked{0};
  std::string end =
      R"({"state":"done","plugins":[)"
      R"({"name":"a","state":"active","generation":"a@2","sha256":"0123456789abcdef",)"
      R"("asWanted":true,"why":""}]})";
  router.Post("/reload", [](const server::Request&) { return Said(R"({"ticket":"17"})", 202); });
  router.Get("/reload", [&](const server::Request& request) {
    EXPECT_EQ(request.query, "ticket=17");
    return Said(++asked % 3 == 0 ? end : R"({"state":"pending"})");
  });
  Serve();
  EXPECT_EQ(Run(Kind::kReload), kExitOk);
  EXPECT_EQ(out, "a: a@2 0123456789ab\n");
  EXPECT_EQ(err, "") << "no progress where nobody looks";
  EXPECT_EQ(asked, 3);
  end = R"({"state":"failed","plugins":[{"name":"a","state":"active","generation":"a@2",)"
        R"("sha256":"0123456789abcdef","asWanted":false,"why":"no moon"}]})";
  EXPECT_EQ(Run(Kind::kReload), kExitNotDone);
  EXPECT_EQ(err, "a: NOT changed, a@2 0123456789ab goes on: no moon\n");
  end = R"({"state":"invalid","error":"m.yaml:1:1: no"})";
  EXPECT_EQ(Run(Kind::kReload), kExitManifest);
  EXPECT_EQ(err, "m.yaml:1:1: no\nwhat runs stays as it is\n");
  end = R"({"state":"pending"})";
  command.timeout = std::chrono::seconds(0);
  EXPECT_EQ(Run(Kind::kReload), kExitNotDone);
  EXPECT_NE(err.find("it goes on (oarlock plugins"), std::string::npos);
}

TEST_F(LiveCommandTest, RollbackNamesThePluginAndTheReason) {
  std::string body;
  router.Post("/rollback", [&](const server::Request& request) {
    body = request.body;
    return Said(R"({"plugin":"a"})", 202);
  });
  router.Get("/rollback", [](const server::Request& request) {
    EXPECT_EQ(request.query, "plugin=a");
    return Said(
        R"({"state":"failed","plugins":[{"name":"a","state":"degraded","why":"it is gone"}]})");
  });
  Serve();
  command.plugin = "a";
  command.reason = "blank pages";
  EXPECT_EQ(Run(Kind::kRollback), kExitNotDone);
  EXPECT_EQ(body, R"({"plugin":"a","reason":"blank pages"})");
  EXPECT_EQ(err, "a: degraded: it is gone\n");
}

TEST_F(LiveCommandTest, StatusTellsByItsCodeWhetherAllIsWell) {
  std::atomic<int> asked{0};
  router.Get("/status", [&asked](const server::Request&) {
    const char* state = ++asked < 3 ? "starting" : "active";
    return Said(R"({"version":"1","plugins":[{"name":"a","state":")" + std::string(state) +
                R"("}],"informers":[]})");
  });
  Serve();
  EXPECT_EQ(Run(Kind::kStatus), kExitNotDone);
  EXPECT_NE(out.find("! plugin a is starting"), std::string::npos) << out;
  command.wait = true;
  EXPECT_EQ(Run(Kind::kStatus), kExitOk);
  EXPECT_NE(out.find("all is well"), std::string::npos) << out;
  asked = -1000;
  command.timeout = std::chrono::seconds(0);
  EXPECT_EQ(Run(Kind::kStatus), kExitNotDone) << "with what it is by then";
  EXPECT_NE(out.find("starting"), std::string::npos) << out;
}

TEST_F(LiveCommandTest, GetReadsAllPages) {
  router.Get("/objects", [](const server::Request& request) {
    const bool second = request.query.find("continue=n%2Fa") != std::string_view::npos;
    return second ? Said(R"({"items":[{"metadata":{"name":"b"}}],"continue":""})")
                  : Said(R"({"items":[{"metadata":{"name":"a"}}],"continue":"n/a"})");
  });
  Serve();
  command.resource = "pods";
  command.format = OutputFormat::kJson;
  EXPECT_EQ(Run(Kind::kGet), kExitOk);
  EXPECT_NE(out.find("\"kind\": \"List\""), std::string::npos) << out;
  EXPECT_NE(out.find("\"name\": \"a\""), std::string::npos) << out;
  EXPECT_NE(out.find("\"name\": \"b\""), std::string::npos) << out;
}

TEST_F(LiveCommandTest, PauseAndLogLevelSendWhatTheyAreTold) {
  std::string body;
  const auto keep = [&body](const server::Request& request) {
    body = request.body;
    return Said(R"({"level":"info","plugins":{"a":"debug"}})");
  };
  router.Post("/pause", keep);
  router.Post("/resume", keep);
  router.Post("/log-level", keep);
  router.Get("/log-level", keep);
  Serve();
  command.plugin = "a";
  EXPECT_EQ(Run(Kind::kPause), kExitOk);
  EXPECT_EQ(body, R"({"plugin":"a"})");
  EXPECT_EQ(out, "a: paused\n");
  EXPECT_EQ(Run(Kind::kResume), kExitOk);
  EXPECT_EQ(out, "a: resumed\n");
  command.level = "debug";
  EXPECT_EQ(Run(Kind::kLogLevel), kExitOk);
  EXPECT_EQ(body, R"({"level":"debug","plugin":"a"})");
  EXPECT_EQ(out, "info\na: debug\n");
  command.level.clear();
  EXPECT_EQ(Run(Kind::kLogLevel), kExitOk);
  EXPECT_EQ(body, "");
}

}  // namespace
}  // namespace oarlock::app
