#include "app/admin/admin.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "app/admin/admin_client.h"
#include "app/admin/admin_command.h"
#include "app/exit_code.h"
#include "server/http_server.h"

namespace oarlock::app {
namespace {

using supervisor::ManifestFollower;
using supervisor::PluginPhase;
using supervisor::PluginStatus;
using supervisor::ReloadStep;

PluginStatus Active(const std::string& name) {
  PluginStatus status;
  status.name = name;
  status.phase = PluginPhase::kActive;
  status.generation = name + "@3";
  status.sha256 = std::string(64, 'a');
  return status;
}

TEST(AdminText, ShowsEveryPluginWithItsLastSteps) {
  const base::UnixTime now(std::chrono::seconds(1000));
  PluginStatus reloaded = Active("reloader");
  reloaded.on_probation = true;
  reloaded.pinned = true;
  reloaded.last_failure = "its SHA-256 is another one";
  reloaded.reloads = {
      {base::UnixTime(std::chrono::seconds(990)), "reloader@3", ReloadStep::kActivate, ""},
      {base::UnixTime(std::chrono::seconds(400)), "reloader@4", ReloadStep::kFailed, "no moon"}};
  PluginStatus down = Active("janitor");
  down.phase = PluginPhase::kDegraded;
  down.reason = "create: no licence";
  const std::string text = PluginsText({reloaded, down}, now);
  EXPECT_NE(text.find("active,probation"), std::string::npos) << text;
  EXPECT_NE(text.find("aaaaaaaaaaaa "), std::string::npos);
  EXPECT_NE(text.find("10s ago  activate     reloader@3"), std::string::npos) << text;
  EXPECT_NE(text.find("10m ago  failed       reloader@4: no moon"), std::string::npos) << text;
  EXPECT_NE(text.find("last change failed: its SHA-256"), std::string::npos);
  EXPECT_NE(text.find("reason: create: no licence"), std::string::npos);
  EXPECT_EQ(PluginsText({reloaded, down}, now, "janitor").find("reloader"), std::string::npos);
}

TEST(AdminText, TellsHowAReloadEnded) {
  EXPECT_EQ(ReloadText({}, false, {}), "pending\n");
  const ManifestFollower::Answer invalid{base::InvalidArgument("m.yaml:3:1: no"), 0};
  EXPECT_EQ(ReloadText(invalid, false, {}), "invalid\nm.yaml:3:1: no\nwhat runs stays as it is\n");
  const ManifestFollower::Answer applied{base::Status::Ok(), 7};
  EXPECT_EQ(ReloadText(applied, false, {}), "pending\n");
  EXPECT_EQ(ReloadText(applied, true, {Active("a")}), "done\na: a@3 aaaaaaaaaaaa\n");
  PluginStatus ready = Active("a");
  ready.phase = PluginPhase::kStandby;
  EXPECT_EQ(ReloadText(applied, true, {ready}), "done\na: a@3 aaaaaaaaaaaa\n");
  PluginStatus failed = Active("b");
  failed.last_failure = "no moon";
  EXPECT_EQ(ReloadText(applied, true, {Active("a"), failed}),
            "failed\na: a@3 aaaaaaaaaaaa\nb: NOT changed, b@3 aaaaaaaaaaaa goes on: no moon\n");
  failed.phase = PluginPhase::kDegraded;
  failed.last_failure.clear();
  failed.reason = "create: no licence";
  EXPECT_EQ(ReloadText(applied, true, {failed}), "failed\nb: degraded: create: no licence\n");
}

TEST(AdminText, TellsHowARollbackEnded) {
  PluginStatus status = Active("a");
  status.rolling_back = true;
  EXPECT_EQ(RollbackText(status), "pending\n");
  status.rolling_back = false;
  status.reason = "library bbb was rolled back: by hand";
  EXPECT_EQ(RollbackText(status),
            "done\na: a@3 aaaaaaaaaaaa: library bbb was rolled back: by hand\n");
  status.rollback_failure = "it is gone";
  EXPECT_EQ(RollbackText(status), "failed\na: it is gone\n");
}

// The sub-commands against a listener that answers what the test says.
class AdminCommandTest : public testing::Test {
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
  void Serve(server::Router router) {
    auto server = server::HttpServer::Start("unix:" + command.socket, std::move(router),
                                            base::Log::Discard());
    ASSERT_TRUE(server.ok()) << server.status().ToString();
    server_ = *std::move(server);
  }
  int Run(AdminCommand::Kind kind) {
    command.kind = kind;
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = RunAdminCommand(command);
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return code;
  }
  std::string dir;
  std::string out;
  std::string err;
  AdminCommand command;

 private:
  std::unique_ptr<server::HttpServer> server_;
};

TEST_F(AdminCommandTest, WithoutAHostItSaysWhereItAskedAndWhatToDo) {
  EXPECT_EQ(Run(AdminCommand::Kind::kPlugins), kExitNoHost);
  EXPECT_NE(err.find(command.socket), std::string::npos);
  EXPECT_NE(err.find("--admin-socket"), std::string::npos);
}

TEST_F(AdminCommandTest, PluginsPrintsWhatTheHostSays) {
  server::Router router;
  router.Get("/plugins", [](const server::Request& request) {
    return server::Response{200, "text/plain", "for " + std::string(request.query) + "\n"};
  });
  Serve(std::move(router));
  command.plugin = "reloader";
  EXPECT_EQ(Run(AdminCommand::Kind::kPlugins), kExitOk);
  EXPECT_EQ(out, "for reloader\n");
}

TEST_F(AdminCommandTest, ReloadWaitsForTheEndAndItsCodeTellsHowItEnded) {
  std::atomic<int> asked{0};
  std::string end = "done\na: a@2\n";
  server::Router router;
  router.Post("/reload", [](const server::Request&) {
    return server::Response{202, "text/plain", "17\n"};
  });
  router.Get("/reload", [&](const server::Request& request) {
    EXPECT_EQ(request.query, "17");
    return server::Response{200, "text/plain", ++asked % 3 == 0 ? end : "pending\n"};
  });
  Serve(std::move(router));
  EXPECT_EQ(Run(AdminCommand::Kind::kReload), kExitOk);
  EXPECT_EQ(out, "a: a@2\n");
  EXPECT_EQ(asked, 3);
  end = "failed\na: NOT changed\n";
  EXPECT_EQ(Run(AdminCommand::Kind::kReload), kExitNotDone);
  EXPECT_EQ(err, "a: NOT changed\n");
  end = "invalid\nm.yaml:1:1: no\n";
  EXPECT_EQ(Run(AdminCommand::Kind::kReload), kExitManifest);
}

TEST_F(AdminCommandTest, RollbackNamesThePluginAndTheReason) {
  std::string body;
  server::Router router;
  router.Post("/rollback", [&](const server::Request& request) {
    body = request.body;
    if (!body.starts_with("a\n")) return server::Response{404, "text/plain", "no plugin\n"};
    return server::Response{202, "text/plain", "pending\n"};
  });
  router.Get("/rollback", [](const server::Request&) {
    return server::Response{200, "text/plain", "done\na: a@1\n"};
  });
  Serve(std::move(router));
  command.plugin = "a";
  command.reason = "blank pages";
  EXPECT_EQ(Run(AdminCommand::Kind::kRollback), kExitOk);
  EXPECT_EQ(body, "a\nblank pages");
  EXPECT_EQ(out, "a: a@1\n");
  command.plugin = "b";
  EXPECT_EQ(Run(AdminCommand::Kind::kRollback), kExitNotDone);
  EXPECT_EQ(err, "no plugin\n");
}

}  // namespace
}  // namespace oarlock::app
