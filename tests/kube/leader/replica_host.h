#pragma once
// ReplicaHost: one of two hosts that contend for one Lease, each with a user name of its own, so
// that the server's audit log says which of them wrote; and LeaderKube, a test with both.
//
// Threads: one test thread.

#include <signal.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/leader/audit_log.h"

namespace oarlock::kubetest {

// As flags and as numbers.
struct LeaseTimes {
  std::chrono::milliseconds lease;
  std::chrono::milliseconds renew;
  std::chrono::milliseconds retry;
  std::vector<std::string> Flags() const {
    const auto text = [](std::chrono::milliseconds time) {
      return std::to_string(time.count()) + "ms";
    };
    return {"--leader-elect-lease-duration", text(lease),
            "--leader-elect-renew-deadline", text(renew),
            "--leader-elect-retry-period",   text(retry)};
  }
};

inline constexpr LeaseTimes kCustomary{std::chrono::seconds(15), std::chrono::seconds(10),
                                       std::chrono::seconds(2)};
inline constexpr LeaseTimes kShort{std::chrono::seconds(3), std::chrono::seconds(2),
                                   std::chrono::milliseconds(500)};

class ReplicaHost {
 public:
  ReplicaHost(const ApiServer& server, Identity identity, const std::string& ns,
              const std::vector<std::string>& plugins, const LeaseTimes& times)
      : user(identity == Identity::kAdmin ? "admin" : "limited"),
        process(server.Kubeconfig(identity), Plugins(plugins), Flags(ns, user, times)) {}

  bool Leads() { return process.Metric("leader_election_master_status") == 1; }
  void Freeze() const { ::kill(process.pid(), SIGSTOP); }
  void Thaw() const { ::kill(process.pid(), SIGCONT); }

  const std::string user;  // as the server knows it
  HostProcess process;

 private:
  static std::vector<std::string> Flags(const std::string& ns, const std::string& identity,
                                        const LeaseTimes& times) {
    std::vector<std::string> flags = times.Flags();
    flags.insert(flags.end(),
                 {"--leader-elect", "--namespace", ns, "--leader-elect-identity", identity});
    return flags;
  }
};

class LeaderKube : public KubeTest {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.audit_level = "Metadata";
    SetServerOptions(std::move(options));
  }
  // What keeps a plugin busy must not do so in the next test.
  void TearDown() override;
  static std::string Stamper() {
    return "name: stamper, library: " OARLOCK_TEST_PLUGIN_DIR "/stamper.so";
  }
  // The second host's user may do everything, or nothing.
  void LetSecondIn(bool in);
  // Something to stamp: `count` ConfigMaps.
  void Create(int count);
  // Two hosts; the first leads, the second is ready to.
  void StartBoth(const LeaseTimes& times, const std::vector<std::string>& plugins = {Stamper()});
  // Fails the test unless `user` writes within `limit`; when its first write after `from` came.
  WallTime FirstWrite(const std::string& user, WallTime from, std::chrono::milliseconds limit);
  // Nobody of them wrote between two writes of the other, from `from` on, but for one change of
  // hands.
  void ExpectOneChangeOfHands(WallTime from, const ReplicaHost& before, const ReplicaHost& after);

  std::unique_ptr<AuditLog> audit;
  std::unique_ptr<ReplicaHost> first;
  std::unique_ptr<ReplicaHost> second;
};

}  // namespace oarlock::kubetest
