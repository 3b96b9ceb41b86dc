// The leader is stopped (SIGSTOP) at random points under load, and goes on when another one may
// lead: the server's audit log has no write of it that had not left before the stop.
#include <cstdlib>
#include <random>

#include "tests/kube/leader/bytes_under_way.h"
#include "tests/kube/leader/replica_host.h"
#include "tests/kube/polling.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kStops = 5;  // OARLOCK_LEADER_STOPS says another number
constexpr LeaseTimes kVeryShort{seconds(2), milliseconds(1200), milliseconds(300)};
// A request has its time in the log by then, counted from when the server has read it.
constexpr milliseconds kUnlogged{400};

int Stops() {
  const char* text = std::getenv("OARLOCK_LEADER_STOPS");
  return text == nullptr ? kStops : std::atoi(text);
}

class LeaderStops : public LeaderKube {
 protected:
  ReplicaHost& Leader() {
    EXPECT_TRUE(Eventually(seconds(20), [&] { return first->Leads() != second->Leads(); }));
    return first->Leads() ? *first : *second;
  }
  ReplicaHost& Other(const ReplicaHost& one) { return &one == first.get() ? *second : *first; }
  // Real time, as the server and the hosts are processes of their own.
  void Wait(milliseconds time) {
    (void)PollUntil(time, [] { return false; });
  }
  milliseconds Random(int most) {
    return milliseconds(std::uniform_int_distribution(0, most)(random_));
  }
  void StopOnce();

  const unsigned seed_ = std::random_device()();
  std::mt19937 random_{seed_};
};

void LeaderStops::StopOnce() {
  ReplicaHost& leader = Leader();
  ReplicaHost& other = Other(leader);
  Wait(Random(300));
  leader.Freeze();
  // A busy server reads late what had left in time.
  ASSERT_TRUE(Eventually(seconds(20), [&] { return BytesUnderWay(leader.process.pid()) == 0U; }));
  const WallTime frozen = WallNow() + kUnlogged;
  ASSERT_TRUE(Eventually(seconds(20), [&] { return audit->Wrote(other.user, frozen); }))
      << other.process.log();
  Wait(Random(300));
  leader.Thaw();
  ASSERT_TRUE(Eventually(seconds(20), [&] {
    return leader.process.Get("/readyz").body.find("plugin stamper standby") != std::string::npos;
  })) << leader.process.log();
  for (const AuditedWrite& late : audit->Since(frozen, leader.user)) {
    ADD_FAILURE() << late.verb << " of " << late.name << " came "
                  << (late.received - frozen + kUnlogged).count() << " us after all was read";
  }
  audit->ForgetBefore(frozen);
}

TEST_F(LeaderStops, NoWriteFollowsAStop) {
  ASSERT_NO_FATAL_FAILURE(StartBoth(kVeryShort));
  for (int i = 0; i < Stops() && !HasFatalFailure(); ++i) {
    SCOPED_TRACE("stop " + std::to_string(i) + ", seed " + std::to_string(seed_));
    StopOnce();
  }
}

}  // namespace
}  // namespace oarlock::kubetest
