// Client and cache while the server sends connections away and ends watches all the time.
#include <cstdio>
#include <vector>

#include "tests/kube/sync/churn.h"
#include "tests/kube/sync/sync_kube.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

class KubeSyncGoaway : public SyncKube {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.api_server_flags = {"--goaway-chance=0.02", "--min-request-timeout=5"};
    SetServerOptions(std::move(options));
  }

  // 32 informers over one connection; those of a group see the same objects.
  void ConvergesWithWatchesOf(std::chrono::seconds timeout, int watches_wanted) {
    const uint64_t seed = base::Random::OsSeed();
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    base::ThreadPool views("views", 1);
    PipelineOptions options = Options();
    options.watch_timeout = timeout;
    Pipeline pipeline(options);
    std::vector<Watched> informers;
    std::vector<std::string> selectors;
    for (int i = 0; i < 32; ++i) {
      // Different scopes, so that each has a watch of its own.
      selectors.push_back("g=" + std::to_string(i % 4) + ",no" + std::to_string(i) + "!=x");
      informers.push_back(
          Watch(pipeline, ConfigMaps(ObjectForm::kFullWithManaged, selectors.back()), &views));
    }
    Churn churn(server(), {.ns = ns(), .seed = seed, .changes = 1200, .writers = 2});
    churn.Start();
    EXPECT_TRUE(Eventually(40s, [&] { return pipeline.counts().watches >= watches_wanted; }));
    churn.Join();
    ASSERT_EQ(churn.Fault(), "");
    for (size_t i = 0; i < informers.size(); ++i)
      ExpectConverged(informers[i], "g=" + std::to_string(i % 4));
    // The end of a watch is no reason to list again.
    EXPECT_EQ(pipeline.counts().lists, 32);
    EXPECT_TRUE(pipeline.Stop().ok());
  }
};

TEST_F(KubeSyncGoaway, WatchesOfOneSecond) { ConvergesWithWatchesOf(1s, 300); }

// The server chooses: 5 to 10 s.
TEST_F(KubeSyncGoaway, WatchesAsShortAsTheServerLikes) { ConvergesWithWatchesOf(0s, 64); }

}  // namespace
}  // namespace oarlock::kubetest
