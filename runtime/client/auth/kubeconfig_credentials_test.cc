// A kubeconfig that changes while its credentials are in use.
#include "client/auth/kubeconfig_credentials.h"

#include <gtest/gtest.h>

#include "client/auth/exec_fixture.h"
#include "client/kubeconfig.h"

namespace oarlock::client {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class KubeconfigCredentialsTest : public ExecTest {
 protected:
  static std::string Text(const std::string& user, const std::string& server = "https://s:6443") {
    return "current-context: a\nclusters: [{name: a, cluster: {server: '" + server +
           "'}}]\nusers: [{name: a, user: " + user +
           "}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\n";
  }
  // Renamed into place, as tools do: a new inode, however coarse the clock of the file system is.
  void Write(const std::string& text) {
    dir.Write("new", text);
    std::filesystem::rename(dir / "new", dir / "config");
  }
  base::Result<ClientConfig> Load() {
    ++loads;
    OARLOCK_ASSIGN_OR_RETURN(const Kubeconfig kubeconfig,
                             LoadKubeconfig({.path = dir / "config"}, environment));
    return ResolveKubeconfig(kubeconfig, {});
  }
  void Start(const std::string& text) {
    Write(text);
    maker = std::make_unique<CredentialsFactory>(
        CredentialsDeps{clock, metrics, log, environment, policy});
    auto made = maker->MakeFollowing(*Load(), [this] { return Load(); });
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    credentials = *std::move(made);
  }
  size_t LinesWith(std::string_view text) {
    const std::string lines = sink->lines();
    size_t count = 0;
    for (size_t at = lines.find(text); at != std::string::npos; at = lines.find(text, at + 1)) {
      ++count;
    }
    return count;
  }
  int loads = 0;
};

TEST_F(KubeconfigCredentialsTest, KC_13_ANewTokenIsUsedWithinAMinute) {
  Start(Text("{token: one}"));
  EXPECT_EQ(Authorization(), "Bearer one");
  const uint64_t first = Get()->generation;
  Write(Text("{token: two}"));
  clock.Advance(seconds(59));
  EXPECT_EQ(Authorization(), "Bearer one");
  clock.Advance(seconds(1));
  EXPECT_EQ(Authorization(), "Bearer two");
  EXPECT_GT(Get()->generation, first);
  EXPECT_EQ(loads, 2);
  clock.Advance(minutes(5));
  EXPECT_EQ(Authorization(), "Bearer two");
  EXPECT_EQ(loads, 2) << "read only when a file changed";
}

TEST_F(KubeconfigCredentialsTest, KC_13_A401LooksAtOnce) {
  Start(Text("{token: one}"));
  const uint64_t first = Get()->generation;
  Write(Text("{token: two}"));
  credentials->Invalidate(first + 9);
  EXPECT_EQ(Authorization(), "Bearer one") << "not of ours";
  credentials->Invalidate(first);
  EXPECT_EQ(Authorization(), "Bearer two");
  Write(Text("{token: three}"));
  credentials->Invalidate(first);
  EXPECT_EQ(Authorization(), "Bearer two") << "of a request that was sent before the change";
}

TEST_F(KubeconfigCredentialsTest, KC_13_ABrokenFileLeavesWhatWasGood) {
  Start(Text("{token: one}"));
  EXPECT_EQ(Authorization(), "Bearer one");
  for (const char* broken : {"clusters: [", "", "current-context: nowhere\n"}) {
    Write(broken);
    clock.Advance(minutes(1));
    EXPECT_EQ(Authorization(), "Bearer one") << broken;
  }
  std::filesystem::remove(dir / "config");
  clock.Advance(minutes(1));
  EXPECT_EQ(Authorization(), "Bearer one");
  EXPECT_EQ(LinesWith("changed and cannot be used"), 4u);
  Write(Text("{token: two}"));
  clock.Advance(minutes(1));
  EXPECT_EQ(Authorization(), "Bearer two");
}

TEST_F(KubeconfigCredentialsTest, KC_13_AnotherServerOrIdentityNeedsARestart) {
  Start(Text("{token: one}"));
  Write(Text("{token: two}", "https://other:6443"));
  clock.Advance(minutes(1));
  EXPECT_EQ(Authorization(), "Bearer one") << "a token must not go to a server it is not for";
  Write(Text("{token: three, as: somebody}"));
  clock.Advance(minutes(1));
  EXPECT_EQ(Authorization(), "Bearer one");
  clock.Advance(minutes(5));
  EXPECT_EQ(Authorization(), "Bearer one");
  EXPECT_EQ(LinesWith("restart to use it"), 2u) << "said once per change";
}

TEST_F(KubeconfigCredentialsTest, KC_13_AnotherKindOfCredentialsAlsoWhileAPluginRuns) {
  MakeFifo("started");
  MakeFifo("go");
  dir.WriteScript("plugin", "cd '" + dir.path() + "'\n" + Gate() + Counting());
  const std::string exec = "{exec: {apiVersion: " + std::string(kVersion) +
                           ", command: ./plugin, interactiveMode: Never}}";
  Start(Text(exec));
  clock.Advance(seconds(30));  // so that the plugin's own minute is not over when the file is read
  auto waiting = Ask();
  WaitStarted();
  Write(Text("{token: static}"));
  clock.Advance(seconds(30));
  EXPECT_EQ(Authorization(), "Bearer static") << "the plugin is ended, nobody waits for it";
  EXPECT_EQ(waiting.get()->authorization, "Bearer static");
  EXPECT_EQ(Runs(), 0);
}

TEST_F(KubeconfigCredentialsTest, WithoutFilesThereIsNothingToFollow) {
  config.auth = {.token = "t"};
  maker = std::make_unique<CredentialsFactory>(CredentialsDeps{clock, metrics, log, environment});
  credentials = *maker->MakeFollowing(config, [this] { return Load(); });
  clock.Advance(minutes(10));
  EXPECT_EQ(Authorization(), "Bearer t");
  EXPECT_EQ(loads, 0);
}

}  // namespace
}  // namespace oarlock::client
