// From activate to destroy: order, failures, deadlines, and what a plugin leaves behind.
#include <atomic>
#include <thread>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::Gate;
using testing::View;
using Calls = std::vector<std::string>;

class GenerationLife : public testing::GenerationFixture {};

TEST_F(GenerationLife, LivesFromActivateToDestroyInOrder) {
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 1));
  Stop();
  ASSERT_TRUE(generation->Close().ok());
  EXPECT_EQ(plugin.calls(),
            (Calls{"entry", "create main", "configure main", "declare main", "activate main",
                   "reconcile default/a", "drain main", "deactivate main", "destroy main"}));
  EXPECT_EQ(plugin.control_threads(), 1u);
  EXPECT_EQ(plugin.unloads(), 1u);
  generation.reset();
}

TEST_F(GenerationLife, MayBeActivatedAgainAfterStop) {
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 1));
  Stop();
  const base::Status again = generation->Activate(queues);
  ASSERT_TRUE(again.ok()) << again.ToString();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 2));
  EXPECT_EQ(plugin.Count("deactivate main"), 1u);
}

TEST_F(GenerationLife, RunsAreToldThatLeadershipIsLostAndNoOtherBegins) {
  Gate entered;
  std::atomic<int32_t> why{-1};
  plugin.on_reconcile = [&](oar_ctx ctx, const oar_key&, oar_result*) {
    entered.Open();
    while (HostApi().context->is_cancelled(ctx) == 0) std::this_thread::yield();
    int32_t reason = 0;
    (void)HostApi().context->cancel_reason(ctx, &reason);
    why = reason;
    return OAR_E_CANCELLED;
  };
  Start();
  entered.Wait();
  generation->CancelRuns(controller::CancelReason::kLostLeadership);
  Stop();
  EXPECT_EQ(why, OAR_CANCEL_LOST_LEADERSHIP);
  EXPECT_EQ(plugin.Count("reconcile default/a"), 1u);
  EXPECT_EQ(queues.at("main")->stats().processing, 0u);
  EXPECT_GE(queues.at("main")->Len() + queues.at("main")->stats().delayed, 1u)
      << "the key waits for the next term";
}

TEST_F(GenerationLife, AFailingActivateDeactivatesTheOthersOnly) {
  plugin.controllers = {"a", "b", "c"};
  plugin.on_activate = [](const std::string& controller, oar_ctx ctx) {
    if (controller != "b") return OAR_OK;
    (void)HostApi().context->set_error(ctx, OAR_E_FORBIDDEN, View("b may not"));
    return OAR_E_FORBIDDEN;
  };
  Load();
  const base::Status active = generation->Activate(queues);
  EXPECT_EQ(active.code(), base::StatusCode::kPermissionDenied);
  EXPECT_EQ(active.message(), "b may not");
  EXPECT_TRUE(generation->status().empty()) << "nothing is at work";
  Stop();
  EXPECT_EQ(plugin.Count("drain a") + plugin.Count("deactivate a"), 2u);
  EXPECT_EQ(plugin.Count("drain b") + plugin.Count("deactivate b"), 0u);
  EXPECT_EQ(plugin.Count("activate c") + plugin.Count("deactivate c"), 0u);
}

TEST_F(GenerationLife, ThePluginsDrainMayHelpRunsToEnd) {
  Gate gate;
  plugin.on_reconcile = [&](oar_ctx, const oar_key&, oar_result*) {
    gate.Wait();
    return OAR_OK;
  };
  plugin.on_drain = [&](const std::string&, oar_ctx) {
    gate.Open();
    return OAR_OK;
  };
  Start();
  gate.WaitEntered();
  Stop();
  EXPECT_EQ(plugin.Count("deactivate main"), 1u);
}

TEST_F(GenerationLife, AStopRequestCancelsActivate) {
  plugin.on_activate = [](const std::string&, oar_ctx ctx) {
    return HostApi().context->wait_cancel(ctx, OAR_NEVER);
  };
  Load();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(generation->Activate(queues, stop.get_token()).code(), base::StatusCode::kCancelled);
}

TEST_F(GenerationLife, ActivateIsCancelledAtItsDeadline) {
  Gate gate;
  std::atomic<int32_t> reason{0};
  plugin.on_activate = [&](const std::string&, oar_ctx ctx) {
    gate.Wait();
    int32_t told = 0;
    (void)HostApi().context->cancel_reason(ctx, &told);
    reason = told;
    return HostApi().context->is_cancelled(ctx);
  };
  Load();
  base::Status active;
  std::thread caller([&] { active = generation->Activate(queues); });
  gate.WaitEntered();
  host.clock.Advance(kActivateTimeout);
  gate.Open();
  caller.join();
  EXPECT_EQ(active.code(), base::StatusCode::kCancelled);
  EXPECT_EQ(reason, OAR_CANCEL_DEADLINE);
  EXPECT_FALSE(generation->stuck());
}

TEST_F(GenerationLife, ThreadsThatWaitOnAForkAreWokenByDrain) {
  std::thread own;
  plugin.on_activate = [&](const std::string&, oar_ctx ctx) {
    oar_ctx fork{};
    const int32_t status = HostApi().context->fork(ctx, &fork);
    if (status < 0) return status;
    own = std::thread([fork] {
      EXPECT_EQ(HostApi().context->wait_cancel(fork, OAR_NEVER), OAR_E_CANCELLED);
      int32_t reason = 0;
      EXPECT_EQ(HostApi().context->cancel_reason(fork, &reason), OAR_OK);
      EXPECT_EQ(reason, OAR_CANCEL_DRAIN);
      EXPECT_EQ(HostApi().context->release(fork), OAR_OK);
    });
    return OAR_OK;
  };
  plugin.on_deactivate = [&](const std::string&, oar_ctx) {
    own.join();
    return OAR_OK;
  };
  Start();
  Stop();
  EXPECT_FALSE(host.log_lines->Has("left forked contexts"));
}

TEST_F(GenerationLife, ForksLeftBehindAreTakenAwayAndTold) {
  oar_ctx fork{};
  plugin.on_activate = [&](const std::string&, oar_ctx ctx) {
    return HostApi().context->fork(ctx, &fork);
  };
  Start();
  Stop();
  EXPECT_TRUE(host.log_lines->Has("left forked contexts"));
  EXPECT_EQ(HostApi().context->is_cancelled(fork), OAR_E_STALE);
}

TEST_F(GenerationLife, FailuresOfDrainAndDeactivateDoNotStopTheRest) {
  plugin.on_drain =
      plugin.on_deactivate = [](const std::string&, oar_ctx) { return OAR_E_TIMEOUT; };
  expect_clean_ = false;
  Start();
  EXPECT_EQ(generation->Stop(host.clock.Now() + std::chrono::seconds(30)).message(),
            "drain returned TIMEOUT");
  EXPECT_FALSE(generation->stuck()) << "it came back and said so";
  EXPECT_EQ(plugin.Count("deactivate main"), 1u);
}

TEST_F(GenerationLife, HealthIsInThePluginsWordsAndAWordThatIsNotKnownIsDegraded) {
  plugin.controllers = {"a", "b", "c"};
  plugin.on_health = [](const std::string& controller, oar_health* out) {
    if (controller == "a") return OAR_OK;
    out->state = controller == "b" ? OAR_HEALTH_FAILED : 77;
    WriteText(out->reason, "NoMoon");
    return OAR_OK;
  };
  Load();
  const auto health = generation->CheckHealth();
  ASSERT_TRUE(health.ok()) << health.status().ToString();
  EXPECT_EQ(health->at("a").state, OAR_HEALTH_OK);
  EXPECT_EQ(health->at("b").state, OAR_HEALTH_FAILED);
  EXPECT_EQ(health->at("b").reason, "NoMoon");
  EXPECT_EQ(health->at("c").state, OAR_HEALTH_DEGRADED);
}

TEST_F(GenerationLife, AFailingHealthCheckIsAnError) {
  plugin.on_health = [](const std::string&, oar_health*) { return OAR_E_INTERNAL; };
  Load();
  EXPECT_EQ(generation->CheckHealth().status().message(), "health returned INTERNAL");
}

TEST_F(GenerationLife, StatusMayBeReadAtAnyTime) {
  std::atomic<bool> done{false};
  Load();
  std::thread reader([&] {
    while (!done) (void)generation->status();
  });
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(generation->Activate(queues).ok());
    Stop();
  }
  ASSERT_TRUE(generation->Close().ok());
  done = true;
  reader.join();
  generation.reset();
}

}  // namespace
}  // namespace oarlock::pluginhost
