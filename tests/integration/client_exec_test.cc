// A credential plugin that takes its time, behind a client that has other things to do.

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "client/credentials_factory.h"
#include "client/test_files.h"
#include "integration/client_fixture.h"

namespace oarlock::integration {
namespace {

constexpr const char* kVersion = "client.authentication.k8s.io/v1";

// Says that it was called, and from the second run on waits until `go` is written.
std::string Plugin(const std::string& dir) {
  return "cd '" + dir +
         "'\n"
         "echo run >> runs\nn=$(grep -c run runs)\n"
         "if [ $n -gt 1 ]; then echo here > started; read line < go; fi\n"
         R"(echo '{"apiVersion":")" +
         kVersion + R"(","kind":"ExecCredential","status":{"token":"token-'"$n"'"}}')" + "\n";
}

TEST_F(ClientTest, C_KC_15_WatchesGoOnWhileAPluginIsSlow) {
  client::TempDir dir;
  dir.WriteScript("plugin", Plugin(dir.path()));
  ASSERT_EQ(mkfifo((dir / "started").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((dir / "go").c_str(), 0600), 0);
  config.auth.exec = client::ExecConfig{.api_version = kVersion, .command = dir / "plugin"};
  client::CredentialsFactory credentials_factory(
      {clock, metrics, deps().log, {.variables = {{"PATH", "/usr/bin:/bin"}}}});
  auto made = credentials_factory.Make(config);
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  const std::shared_ptr<client::Credentials> exec = *std::move(made);
  auto factory = client::RestClientFactory::Create(config, exec, options, deps());
  ASSERT_TRUE(factory.ok());
  const std::shared_ptr<kube::Client> slow = (*factory)->ForIdentity({});
  const auto stream = std::make_shared<ScriptStream>();
  server.Handle([stream](const ScriptRequest& request) {
    return request.Query("watch") == "true" ? ScriptAnswer::Stream(stream)
                                            : ScriptAnswer::Json(200, kOneConfigMap);
  });

  const auto sink = std::make_shared<RecordingWatch>();
  const auto call = slow->MakeListerWatcher({.resource = kConfigMaps, .ns = "t"})
                        ->Watch({.resource_version = "4"}, sink);
  ASSERT_TRUE(Eventually([&] { return sink->opens() == 1; }));
  uint64_t generation = 0;
  exec->Get([&](const auto& now) { generation = now->generation; });
  exec->Invalidate(generation);  // what a 401 does

  std::atomic<int> served{0};
  std::vector<std::thread> requests;
  for (int i = 0; i < 20; ++i) {
    requests.emplace_back([&] { served += slow->Get({kConfigMaps, "t", "a", ""}, {}).ok(); });
  }
  EXPECT_EQ(dir.Read("started"), "here\n");
  stream->PushLine(R"({"type":"ADDED","object":)" + kOneConfigMap + "}");
  EXPECT_TRUE(Eventually([&] { return sink->objects().size() == 1; }))
      << "the plugin still runs, the watch goes on";
  EXPECT_EQ(served, 0);
  EXPECT_EQ(server.request_count(), 1u) << "who needs the credentials waits for them";

  std::ofstream(dir / "go") << "go\n";
  for (std::thread& request : requests) request.join();
  EXPECT_EQ(served, 20);
  EXPECT_EQ(dir.Read("runs"), "run\nrun\n") << "one more run for all twenty";
  EXPECT_EQ(sink->ends(), 0);
  EXPECT_EQ(server.requests().back().Header("Authorization"), "Bearer token-2");
}

}  // namespace
}  // namespace oarlock::integration
