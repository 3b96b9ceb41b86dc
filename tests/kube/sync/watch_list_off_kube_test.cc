// A server that streams no first states: what it says to that is known from then on.
#include <memory>

#include "integration/client_sinks.h"
#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using integration::RecordingLog;
using namespace std::chrono_literals;

class KubeWatchListOff : public InformerKube {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.api_server_flags = {"--feature-gates=WatchList=false"};
    SetServerOptions(std::move(options));
  }
};

TEST_F(KubeWatchListOff, WL_9_FallsBackToAListAndAsksNoSecondTime) {
  for (const char* name : {"a", "b", "c"}) Create(name);
  auto proxy = TcpProxy::Start(server().port());
  ASSERT_TRUE(proxy.ok()) << proxy.status().ToString();
  const auto log = std::make_shared<RecordingLog>();
  base::ThreadPool views("views", 1);
  PipelineOptions options = OptionsVia(**proxy);
  options.watch_list = true;
  options.verify_cache = true;
  options.log = log;
  Pipeline pipeline(options);
  const Watched first = Watch(pipeline, ConfigMaps(), &views);
  ExpectConverged(first);
  EXPECT_TRUE(first.lease->state().last_error.ok());
  EXPECT_EQ(pipeline.counts().watch_lists, 1);
  EXPECT_EQ(pipeline.counts().lists, 1);
  EXPECT_EQ(log->CountLinesWith("no watch-list"), 1u);
  // Another informer of the same resource.
  InformerScope scope = ConfigMaps(ObjectForm::kFull);
  scope.ns = NewNamespace();
  const cache::InformerLease second = pipeline.Synced(scope);
  EXPECT_EQ(pipeline.counts().lists, 2);
  // The first one, when its version has expired.
  (*proxy)->Cut();
  EXPECT_TRUE(Eventually(20s, [&] { return !first.lease->state().current(); }));
  Delete("b");
  Compact();
  Restart();
  (*proxy)->Mend();
  ExpectConverged(first);
  EXPECT_EQ(first.inline_view->stale_deletes(), 1);
  EXPECT_EQ(pipeline.counts().watch_lists, 1);
  EXPECT_EQ(log->CountLinesWith("no watch-list"), 1u);
  EXPECT_EQ(pipeline.Metric("oarlock_informer_verify_differences_total"), 0);
}

}  // namespace
}  // namespace oarlock::kubetest
