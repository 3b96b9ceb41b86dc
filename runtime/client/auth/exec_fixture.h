#pragma once
// ExecTest: credentials from plugins that are small shell scripts. Where a test must know that one
// runs, the script opens a FIFO that the test opens from the other side: both wait for each other,
// nobody waits for time. Tests only.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <memory>
#include <string>

#include "base/fake_clock.h"
#include "base/mutex.h"
#include "client/credentials_factory.h"
#include "client/test_files.h"

namespace oarlock::client {

inline constexpr const char* kVersion = "client.authentication.k8s.io/v1";

inline std::string Answer(const std::string& status) {
  return std::string(R"({"apiVersion":")") + kVersion + R"(","kind":"ExecCredential","status":)" +
         status + "}";
}
// Counts its runs in `runs` and answers token-1, token-2, …
inline std::string Counting(const std::string& extra = "") {
  return "echo run >> runs\nn=$(grep -c run runs)\n"
         "echo '" +
         Answer(R"({"token":"token-'"$n"'")" + extra + "}") + "'\n";
}

class CollectingSink final : public base::LogSink {
 public:
  void Write(base::LogLevel /*level*/, std::string_view line) override {
    base::MutexLock lock(mutex_);
    lines_ += line;
  }
  std::string lines() {
    base::MutexLock lock(mutex_);
    return lines_;
  }

 private:
  base::Mutex mutex_;
  std::string lines_ OARLOCK_GUARDED_BY(mutex_);
};

class ExecTest : public testing::Test {
 protected:
  using Snapshot = base::Result<CredentialSnapshot>;

  ExecTest() {
    environment.variables = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOST_VARIABLE", "h"}};
    config.server = "https://s:6443";
    config.auth.exec = ExecConfig{.api_version = kVersion, .command = dir / "plugin"};
  }
  void Make(const std::string& script) {
    dir.WriteScript("plugin", "cd '" + dir.path() + "'\n" + script);
    MakeAgain();
  }
  void MakeAgain() {
    credentials.reset();  // or the next ones would share its authenticator
    maker = std::make_unique<CredentialsFactory>(
        CredentialsDeps{clock, metrics, log, environment, policy});
    auto made = maker->Make(config);
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    credentials = *std::move(made);
  }
  std::future<Snapshot> Ask() { return Ask(*credentials); }
  static std::future<Snapshot> Ask(Credentials& whose) {
    auto promise = std::make_shared<std::promise<Snapshot>>();
    whose.Get([promise](Snapshot answer) { promise->set_value(std::move(answer)); });
    return promise->get_future();
  }
  Snapshot Get() { return Ask().get(); }
  std::string Error() { return Get().status().message(); }
  std::string Authorization() {
    const Snapshot answer = Get();
    return answer.ok() ? answer->authorization : answer.status().ToString();
  }
  int Runs() const {
    const std::string runs = dir.Read("runs");
    return static_cast<int>(std::count(runs.begin(), runs.end(), '\n'));
  }
  std::string MakeFifo(const std::string& name) const {
    EXPECT_EQ(mkfifo((dir / name).c_str(), 0600), 0);
    return dir / name;
  }
  // A script that says "here" through `started` and goes on when `go` is written.
  static std::string Gate() { return "echo here > started\nread line < go\n"; }
  void WaitStarted() const { EXPECT_EQ(dir.Read("started"), "here\n"); }
  void LetGo() const { std::ofstream(dir / "go") << "go\n"; }
  void MakeGated(const std::string& script) {
    MakeFifo("started");
    MakeFifo("go");
    Make(Gate() + script);
  }

  TempDir dir;
  base::FakeClock clock;
  std::shared_ptr<CollectingSink> sink = std::make_shared<CollectingSink>();
  base::Log log{base::LogLevel::kDebug, base::LogFormat::kText, sink};
  base::MetricRegistry metrics;
  Environment environment;
  ExecPolicy policy;
  ClientConfig config;
  std::unique_ptr<CredentialsFactory> maker;
  std::unique_ptr<Credentials> credentials;
};

}  // namespace oarlock::client
