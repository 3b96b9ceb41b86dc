// The programs that `make bench` measures do what subject.h says, against a real API server and
// against its recorded bytes. The programs around other clients are checked by `make bench` itself,
// which compares what all caches hold.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/kube/kube_environment.h"

extern char** environ;

namespace oarlock::bench {
namespace {

using kubetest::Eventually;
using kubetest::Identity;
using nlohmann::json;

constexpr std::chrono::seconds kLimit{30};

// A program with its standard input and output. Errors are empty answers.
class Program {
 public:
  explicit Program(const std::vector<std::string>& words) {
    int in[2] = {};
    int out[2] = {};
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    if (::posix_spawn(&pid_, argv[0], &files, nullptr, argv.data(), environ) != 0) pid_ = 0;
    posix_spawn_file_actions_destroy(&files);
    ::close(in[0]);
    ::close(out[1]);
    to_ = ::fdopen(in[1], "w");
    from_ = ::fdopen(out[0], "r");
  }
  ~Program() { End(); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The next line that it says.
  json Next() {
    std::string line;
    for (int c = 0; (c = std::fgetc(from_)) != EOF && c != '\n';) line += static_cast<char>(c);
    return json::parse(line, nullptr, /*allow_exceptions=*/false);
  }
  json Ask(const std::string& command) {
    std::fprintf(to_, "%s\n", command.c_str());
    std::fflush(to_);
    return Next();
  }
  // Closes its input and waits for its end: its exit code.
  int End() {
    if (pid_ == 0) return -1;
    std::fclose(to_);
    int status = 0;
    ::waitpid(std::exchange(pid_, 0), &status, 0);
    std::fclose(from_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = 0;
  FILE* to_ = nullptr;
  FILE* from_ = nullptr;
};

class BenchPrograms : public kubetest::KubeTest {
 protected:
  static constexpr int kPods = 5;

  void SetUp() override {
    for (int i = 0; i < kPods; ++i) {
      const std::string body = R"({"metadata":{"name":"p)" + std::to_string(i) +
                               R"("},"spec":{"nodeName":"n1","containers":[{"name":"c",)"
                               R"("image":"i"}]}})";
      const auto made = server().Request("POST", "/api/v1/namespaces/" + ns() + "/pods", body);
      ASSERT_TRUE(made.ok()) << made.status().ToString();
      ASSERT_EQ(made->code, 201) << made->body;
    }
  }
  void TearDown() override {
    const auto gone =
        server().Request("DELETE", "/api/v1/namespaces/" + ns() + "/pods?gracePeriodSeconds=0");
    EXPECT_TRUE(gone.ok());
  }

  static std::string Admin() { return server().Kubeconfig(Identity::kAdmin); }
  static std::string ListBody() { return server().Request("GET", "/api/v1/pods")->body; }
};

uint64_t HashOf(const json& list) {
  uint64_t sum = 0;
  for (const json& item : list["items"]) {
    const json& meta = item["metadata"];
    const std::string text = meta["namespace"].get<std::string>() + "/" +
                             meta["name"].get<std::string>() + "@" +
                             meta["resourceVersion"].get<std::string>() + "\n";
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
    sum += hash;
  }
  return sum;
}

void ExpectHolds(Program& program, const json& list) {
  EXPECT_EQ(program.Next()["event"], "started");
  const json synced = program.Next();
  EXPECT_EQ(synced["event"], "synced");
  EXPECT_EQ(synced["objects"], list["items"].size());
  const json keys = program.Ask("keys");
  EXPECT_EQ(keys["count"], list["items"].size());
  char hash[17] = {};
  std::snprintf(hash, sizeof(hash), "%016lx", HashOf(list));
  EXPECT_EQ(keys["hash"], hash);
}

TEST_F(BenchPrograms, TheInformerHoldsWhatTheServerHasAndObeys) {
  const json list = json::parse(ListBody());
  for (const char* http : {"1", "2"}) {
    Program informer({OARLOCK_BENCH_INFORMER, "--kubeconfig", Admin(), "--http", http});
    ExpectHolds(informer, list);
    json object = informer.Ask("object " + ns() + " p1")["json"];
    EXPECT_EQ(object["metadata"]["name"], "p1");
    EXPECT_TRUE(object["metadata"].contains("managedFields"));
    EXPECT_TRUE(informer.Ask("object nowhere p1")["json"].is_null());
    EXPECT_EQ(informer.Ask("stats")["events"], kPods);
    EXPECT_EQ(informer.Ask("reset")["event"], "reset");
    EXPECT_EQ(informer.Ask("stats")["events"], 0);
    const json reads = informer.Ask("reads 2 0.02");
    EXPECT_GT(reads["gets_per_second"], 0);
    EXPECT_GT(reads["index_per_second"], 0);
    EXPECT_EQ(informer.Ask("settle")["event"], "settled");
    EXPECT_EQ(informer.Ask("dance")["event"], "unsupported");
    EXPECT_EQ(informer.End(), 0);
  }
}

TEST_F(BenchPrograms, TheInformerCanLeaveManagedFieldsOutAndTimesWhatSaysWhenItWasSent) {
  Program informer({OARLOCK_BENCH_INFORMER, "--kubeconfig", Admin(), "--strip-managed-fields"});
  ExpectHolds(informer, json::parse(ListBody()));
  EXPECT_FALSE(
      informer.Ask("object " + ns() + " p1")["json"]["metadata"].contains("managedFields"));
  informer.Ask("reset");
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::string sent =
      std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  const std::string path = "/api/v1/namespaces/" + ns() + "/pods/p2";
  json stats;
  int events = 0;
  for (const std::string& annotation : {std::string("other"), sent}) {
    const auto patched = server().Request(
        "PATCH", path,
        R"({"metadata":{"annotations":{"bench.oarlock.dev/sent":")" + annotation + R"("}}})",
        "application/merge-patch+json");
    ASSERT_TRUE(patched.ok() && patched->code == 200);
    ++events;  // seen before the next one is made: two that come together are one for a handler
    ASSERT_TRUE(
        Eventually(kLimit, [&] { return (stats = informer.Ask("stats"))["events"] == events; }));
  }
  EXPECT_GT(stats["p50_us"], 0);
  EXPECT_EQ(stats["p50_us"], stats["p99_us"]);
  EXPECT_LT(stats["p50_us"], 60e6);
}

TEST_F(BenchPrograms, TheFloorReceivesTheWholeListAndEveryEvent) {
  const std::string body = ListBody();
  for (const char* http : {"1", "2"}) {
    Program list({OARLOCK_BENCH_FLOOR, "--kubeconfig", Admin(), "--mode", "list", "--http", http});
    EXPECT_EQ(list.Next()["event"], "started");
    // The list's own version may have got a digit since.
    EXPECT_NEAR(list.Next()["bytes"].get<double>(), static_cast<double>(body.size()), 2);
    EXPECT_EQ(list.End(), 0);
    for (const char* accept : {"json", "protobuf"}) {
      Program streamed({OARLOCK_BENCH_FLOOR, "--kubeconfig", Admin(), "--mode", "watch-list",
                        "--http", http, "--accept", accept});
      EXPECT_EQ(streamed.Next()["event"], "started");
      EXPECT_EQ(streamed.Next()["event"], "synced");
      EXPECT_EQ(streamed.End(), 0);
      Program watch({OARLOCK_BENCH_FLOOR, "--kubeconfig", Admin(), "--mode", "watch", "--http",
                     http, "--accept", accept});
      EXPECT_EQ(watch.Next()["event"], "started");
      EXPECT_EQ(watch.Next()["event"], "synced");
      EXPECT_TRUE(Eventually(kLimit, [&] { return watch.Ask("stats")["events"] >= kPods; }))
          << accept << " over HTTP/" << http;
      EXPECT_EQ(watch.Ask("keys")["event"], "unsupported");
    }
  }
}

TEST_F(BenchPrograms, ThePlayerPlaysWhatWasRecorded) {
  kubetest::ScratchDir dir;
  ASSERT_TRUE(dir.Create().ok());
  const std::string body = ListBody();
  json list = json::parse(body);
  std::string events;
  for (json object : list["items"]) {
    object["apiVersion"] = "v1";
    object["kind"] = "Pod";
    object["metadata"]["resourceVersion"] = "900000000";
    events += json{{"type", "MODIFIED"}, {"object", object}}.dump() + "\n";
  }
  ASSERT_TRUE(kubetest::WriteFile(dir.File("list.json"), body).ok());
  ASSERT_TRUE(kubetest::WriteFile(dir.File("watch.json"), events).ok());
  Program player({OARLOCK_BENCH_PLAYER, "--dir", dir.path(), "--port", "0", "--cert",
                  server().dir() + "/server.crt", "--key", server().dir() + "/server.key"});
  const json port = player.Next()["port"];
  ASSERT_TRUE(port.is_number());
  const auto kubeconfig =
      server().KubeconfigVia(Identity::kAdminToken, "https://127.0.0.1:" + port.dump(), "player");
  ASSERT_TRUE(kubeconfig.ok());

  Program informer({OARLOCK_BENCH_INFORMER, "--kubeconfig", *kubeconfig});
  EXPECT_EQ(informer.Next()["event"], "started");
  EXPECT_EQ(informer.Next()["objects"], kPods);
  EXPECT_TRUE(Eventually(kLimit, [&] { return informer.Ask("stats")["events"] == 2 * kPods; }));
  for (json& object : list["items"]) object["metadata"]["resourceVersion"] = "900000000";
  char hash[17] = {};
  std::snprintf(hash, sizeof(hash), "%016lx", HashOf(list));
  EXPECT_EQ(informer.Ask("keys")["hash"], hash);
}

}  // namespace
}  // namespace oarlock::bench
