// The whole informer with every switch of the reflector on (streamed first states, gate, comparison
// with the server) against a server that changes, fails and forgets at random: at rest the cache is
// the server's state, and no comparison ever found a difference.
#include <gtest/gtest.h>

#include "cache/list_gate.h"
#include "cache/testing/informer_harness.h"
#include "cache/testing/scripted_server.h"
#include "cache/watch_list_memory.h"

namespace oarlock::cache {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using testing::HttpError;
using testing::InformerHarness;
using testing::ScriptedServer;

class Model {
 public:
  Model(uint64_t seed, bool watch_list) : random_(seed), server_(*h_.source) {
    InformerEnv env = h_.env();
    env.list_gate = &gate_;
    env.watch_list = watch_list ? &memory_ : nullptr;
    env.verify_cache = true;
    h_.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h_.source, env);
    view_ = h_.Record();
  }
  ~Model() {
    h_.informer.reset();
    h_.Run();
  }

  void Run() {
    for (int i = 0; i < 10; ++i) Change();
    h_.informer->Start();
    for (int round = 0; round < 10; ++round) {
      for (int step = 0; step < 60; ++step) {
        if (random_.Next() % 4 == 0) Fault();
        Change();
        h_.Advance(milliseconds(random_.Next() % 900));
      }
      Heal();
      h_.Advance(minutes(12));
      ASSERT_EQ(h_.Content(), server_.Content()) << "round " << round;
      ASSERT_TRUE(h_.informer->state().current());
    }
    EXPECT_EQ(view_->violations, std::vector<std::string>{});
    EXPECT_GT(Count("oarlock_informer_verifications_total"), 0u);
    EXPECT_EQ(Count("oarlock_informer_verify_differences_total"), 0u);
    EXPECT_EQ(gate_.running(), 0u);
  }

 private:
  std::string Name() { return "o" + std::to_string(random_.Next() % 25); }
  uint64_t Count(const std::string& name) {
    return h_.metrics.MakeCounter(name, "", {{"resource", resource_}})->value();
  }

  void Change() {
    const std::string name = Name();
    switch (random_.Next() % 5) {
      case 0: server_.Delete(name); break;
      case 1: server_.Recreate(name); break;
      default: server_.Put(name); break;
    }
  }

  base::Status Error() {
    switch (random_.Next() % 5) {
      case 0: return testing::Expired();
      case 1: return HttpError(base::StatusCode::kResourceExhausted, 429, "", "slow");
      case 2: return HttpError(base::StatusCode::kUnavailable, 503, "", "down");
      case 3: return HttpError(base::StatusCode::kInvalidArgument, 422, "Invalid", "no");
      default: return base::Unavailable("reset");
    }
  }

  void Fault() {
    switch (random_.Next() % 11) {
      case 0: server_.Close(); break;
      case 1: server_.Close(base::Unavailable("reset")); break;
      case 2: server_.Close(base::DataLoss("half a line")); break;
      case 3: server_.SendError(410, "Expired"); break;
      case 4: server_.SendError(429, "TooManyRequests"); break;
      case 5: server_.SendError(500, "InternalError"); break;
      case 6: server_.DropHistory(); break;
      case 7: server_.list_errors.push_back(Error()); break;
      case 8: server_.watch_replies.push_back({false, {}, Error()}); break;
      case 9: server_.SendBookmark(); break;
      case 10:
        server_.page = random_.Next() % 2 == 0 ? 0 : 7;
        server_.serves_watch_list = random_.Next() % 4 != 0;
        server_.closes_watch_list = random_.Next() % 4 != 0;
        break;
    }
  }

  void Heal() {
    server_.list_errors.clear();
    server_.watch_replies.clear();
    server_.serves_watch_list = server_.closes_watch_list = true;
  }

  const std::string resource_ = testing::ConfigMapScope().resource.gvr.ToString();
  InformerHarness h_;
  base::Random random_;
  ListGate gate_{1, h_.clock, &h_.metrics};
  WatchListMemory memory_{h_.clock, &h_.metrics};
  ScriptedServer server_;
  std::shared_ptr<testing::Recorder> view_;
};

class ReflectorModel : public ::testing::TestWithParam<bool> {};

TEST_P(ReflectorModel, INV_1_CD_1_EqualsTheServerAtRestAndAtEverySync) {
  const uint64_t seed = base::Random::OsSeed();
  for (uint64_t i = 0; i < 3 && !HasFatalFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Model(seed + i, GetParam()).Run();
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, ReflectorModel, ::testing::Bool(), [](const auto& mode) {
  return std::string(mode.param ? "WatchList" : "List");
});

}  // namespace
}  // namespace oarlock::cache
