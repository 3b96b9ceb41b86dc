// The sandbox: from nothing to ready, requests one after the other, a load of many objects, a write
// that many watches hear of, and what a snapshot costs.
#include <arpa/inet.h>
#include <benchmark/benchmark.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/real_clock.h"
#include "sandbox/sandbox.h"

namespace oarlock::bench {
namespace {

std::unique_ptr<sandbox::Sandbox> Start(base::Clock& clock, bool tls) {
  sandbox::SandboxOptions options;
  options.tls = tls;
  return *sandbox::Sandbox::Start(std::move(options), clock, base::Log::Discard());
}

// Some 400 bytes as stored.
std::string Map(const std::string& name, uint64_t value) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
         R"(","namespace":"default","labels":{"app":"checkout"}},"data":{"value":")" +
         std::to_string(value) + R"(","text":")" + std::string(100, 'x') + R"("}})";
}

class Connection {
 public:
  explicit Connection(const std::string& url) {
    const size_t colon = url.rfind(':');
    uint16_t port = 0;
    std::from_chars(url.data() + colon + 1, url.data() + url.size(), port);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    fd_ = ::socket(AF_INET, SOCK_STREAM, 0);
    OARLOCK_CHECK(::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof(to)) == 0);
  }
  ~Connection() { ::close(fd_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Send(const std::string& method, const std::string& target, const std::string& body = {}) {
    const std::string request = method + " " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: " +
                                std::to_string(body.size()) +
                                "\r\nContent-Type: application/json\r\n\r\n" + body;
    OARLOCK_CHECK(::send(fd_, request.data(), request.size(), MSG_NOSIGNAL) ==
                  static_cast<ssize_t>(request.size()));
  }
  // Reads until `end` has come.
  void ReadUntil(std::string_view end) {
    char buffer[16384];
    while (text_.find(end) == std::string::npos) {
      const ssize_t got = ::recv(fd_, buffer, sizeof(buffer), 0);
      OARLOCK_CHECK(got > 0);
      text_.append(buffer, static_cast<size_t>(got));
    }
    text_.clear();
  }

 private:
  int fd_ = -1;
  std::string text_;
};

void StartToReady(benchmark::State& state) {
  base::RealClock clock;
  for (auto _ : state) {
    const auto server = Start(clock, state.range(0) != 0);
    OARLOCK_CHECK(server->Do("GET", "/readyz").status == 200);
  }
}
BENCHMARK(StartToReady)->ArgName("tls")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void GetOverASocket(benchmark::State& state) {
  base::RealClock clock;
  const auto server = Start(clock, false);
  OARLOCK_CHECK(server->Create(Map("a", 1)).ok());
  Connection connection(server->url());
  for (auto _ : state) {
    connection.Send("GET", "/api/v1/namespaces/default/configmaps/a");
    connection.ReadUntil("}\n");
  }
}
BENCHMARK(GetOverASocket)->Unit(benchmark::kMicrosecond);

void UpdateInProcess(benchmark::State& state) {
  base::RealClock clock;
  const auto server = Start(clock, false);
  OARLOCK_CHECK(server->Create(Map("a", 1)).ok());
  uint64_t value = 0;
  for (auto _ : state) {
    const auto answer =
        server->Do("PUT", "/api/v1/namespaces/default/configmaps/a", Map("a", ++value));
    OARLOCK_CHECK(answer.status == 200);
  }
}
BENCHMARK(UpdateInProcess)->Unit(benchmark::kMicrosecond);

// As `oarlock sandbox --load` creates them.
void LoadObjects(benchmark::State& state) {
  base::RealClock clock;
  for (auto _ : state) {
    const auto server = Start(clock, false);
    for (int64_t i = 0; i < state.range(0); ++i) {
      OARLOCK_CHECK(server->Create(Map("m" + std::to_string(i), 1)).ok());
    }
    state.counters["stored_MiB"] = static_cast<double>(server->store().Read()->bytes) / 1024 / 1024;
  }
}
BENCHMARK(LoadObjects)->ArgName("objects")->Arg(100'000)->Unit(benchmark::kSecond)->Iterations(1);

void SnapshotAndRestore(benchmark::State& state) {
  base::RealClock clock;
  const auto server = Start(clock, false);
  for (int64_t i = 0; i < state.range(0); ++i) {
    OARLOCK_CHECK(server->Create(Map("m" + std::to_string(i), 1)).ok());
  }
  for (auto _ : state) server->Restore(server->TakeSnapshot());
}
BENCHMARK(SnapshotAndRestore)
    ->ArgName("objects")
    ->Arg(10)
    ->Arg(10'000)
    ->Unit(benchmark::kMicrosecond);

// One write, until the last of the watchers has it.
void WriteToWatchers(benchmark::State& state) {
  base::RealClock clock;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const auto server = Start(clock, false);
  OARLOCK_CHECK(server->Create(Map("a", 0)).ok());
  std::vector<std::unique_ptr<Connection>> watchers;
  for (int64_t i = 0; i < state.range(0); ++i) {
    watchers.push_back(std::make_unique<Connection>(server->url()));
    watchers.back()->Send("GET", "/api/v1/namespaces/default/configmaps?watch=1");
    watchers.back()->ReadUntil("}}\n");
  }
  uint64_t value = 0;
  for (auto _ : state) {
    const std::string end = "\"value\":\"" + std::to_string(++value) + "\"";
    OARLOCK_CHECK(
        server->Do("PUT", "/api/v1/namespaces/default/configmaps/a", Map("a", value)).status ==
        200);
    for (const auto& watcher : watchers) watcher->ReadUntil(end);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(WriteToWatchers)->ArgName("watchers")->Arg(1)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace oarlock::bench
