// Every step of a reload fails, in every way: one generation works afterwards, two never do, and
// the next change is tried as ever.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "supervisor/testing/reload_fixture.h"

namespace oarlock::supervisor {
namespace {

// Who works after the fault.
enum class Works : uint8_t { kFormer, kNext, kNobody };

struct Fault {
  const char* library;  // L1: the former, L2: the next
  const char* step;
  Works error;              // after an error of the step
  Works stuck;              // after a call that never returns
  bool remembered = false;  // after an error: `L2` is to blame
};

const std::vector<Fault>& Faults() {
  static const std::vector<Fault> kFaults = {
      {"L2", "open", Works::kFormer, Works::kFormer},
      {"L2", "load", Works::kFormer, Works::kFormer},
      {"L2", "bind", Works::kFormer, Works::kFormer},
      {"L2", "sync", Works::kFormer, Works::kFormer},
      {"L2", "subscribe", Works::kFormer, Works::kFormer, true},
      {"L1", "deactivate", Works::kNext, Works::kNobody},
      {"L1", "save", Works::kNext, Works::kNext},
      {"L2", "load-state", Works::kNext, Works::kFormer},
      {"L2", "activate", Works::kFormer, Works::kFormer, true},
      {"L2", "wait-subscribed", Works::kNext, Works::kNext},
      {"L1", "close", Works::kNext, Works::kNext},
  };
  return kFaults;
}

class PluginFaults : public testing::ReloadFixture {
 protected:
  void ReloadTo(const std::string& library) {
    PluginSpec spec = Spec(library);
    spec.reload.probation = base::Duration(0);
    Apply(spec);
  }
  void Expect(Works works) {
    using testing::Calls;
    const PluginStatus status = plugin->status();
    if (works == Works::kNobody) {
      EXPECT_EQ(status.phase, PluginPhase::kDegraded) << status.reason;
      EXPECT_NE(status.reason, "");
      return;
    }
    ASSERT_EQ(world.active(), Calls{works == Works::kFormer ? "demo@1" : "demo@2"});
    EXPECT_EQ(status.phase, PluginPhase::kActive) << status.reason;
    EXPECT_EQ(status.sha256, works == Works::kFormer ? "L1" : "L2");
  }
  void Restart() {
    plugin->Stop(host.clock.Now() + std::chrono::hours(1));
    plugin->Join();
    EXPECT_FALSE(world.two_were_active());
    plugin.reset();
    world.Reset();
    disk.Clear();
    entry_ += "again";
  }
};

TEST_F(PluginFaults, AnErrorAtAnyStepLeavesOneGenerationAtWork) {
  for (const Fault& fault : Faults()) {
    SCOPED_TRACE(std::string(fault.step) + " of " + fault.library);
    Start();
    world.Answer(fault.library, fault.step, base::InvalidArgument("no good"));
    ReloadTo("L2");
    Expect(fault.error);
    EXPECT_EQ(disk.records().contains("rollback.demo"), fault.remembered);
    EXPECT_TRUE(host.log_lines->Has("no good") || std::string(fault.step) == "save");
    ReloadTo("L3");
    EXPECT_EQ(plugin->status().sha256, "L3") << "the next change is tried as ever";
    EXPECT_EQ(plugin->status().last_failure, "");
    EXPECT_EQ(world.active().size(), 1u);
    Restart();
  }
}

TEST_F(PluginFaults, ACallThatNeverReturnsLeavesWhoWorksAtWork) {
  for (const Fault& fault : Faults()) {
    if (std::string(fault.step) == "open" || std::string(fault.step) == "wait-subscribed") continue;
    SCOPED_TRACE(std::string(fault.step) + " of " + fault.library);
    Start();
    world.Stick(fault.library, fault.step);
    ReloadTo("L2");
    Expect(fault.stuck);
    ReloadTo("L3");
    EXPECT_NE(plugin->status().last_failure.find("restart"), std::string::npos)
        << "nothing of it is loaded again";
    EXPECT_FALSE(disk.records().contains("rollback.demo") && std::string(fault.library) == "L1")
        << "L2 is not to blame for L1";
    Restart();
  }
}

TEST_F(PluginFaults, AServerOutOfReachAtAnyStepIsNobodysFault) {
  for (const char* step : {"subscribe", "activate"}) {
    SCOPED_TRACE(step);
    Start();
    world.Answer("L2", step, base::Unavailable("the server is down"));
    ReloadTo("L2");
    Expect(Works::kFormer);
    EXPECT_FALSE(disk.records().contains("rollback.demo"));
    world.Answer("L2", step, base::Status::Ok());
    ReloadTo("L2");
    EXPECT_EQ(plugin->status().sha256, "L2");
    Restart();
  }
}

}  // namespace
}  // namespace oarlock::supervisor
