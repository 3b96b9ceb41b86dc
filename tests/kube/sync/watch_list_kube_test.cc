// First states that come as the beginning of the watch, and what happens when that breaks.
#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

class KubeWatchList : public InformerKube {};

// The informer is cut off until its version has expired: it asks for the whole state again, by the
// same stream that it then goes on watching.
TEST_F(KubeWatchList, WL_8_13_ExpiredVersionLeadsToAStreamedStateThatFindsEveryDelete) {
  for (const char* name : {"a", "b", "c", "again"}) Create(name);
  auto proxy = TcpProxy::Start(server().port());
  ASSERT_TRUE(proxy.ok()) << proxy.status().ToString();
  base::ThreadPool views("views", 1);
  PipelineOptions options = OptionsVia(**proxy);
  options.watch_list = true;
  options.verify_cache = true;
  Pipeline pipeline(options);
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  ExpectConverged(all);
  EXPECT_EQ(pipeline.counts().watches, 1);
  ExpectVerified(pipeline);

  (*proxy)->Cut();
  EXPECT_TRUE(Eventually(20s, [&] { return !all.lease->state().current(); }));
  Delete("a");
  Update("b", "2");
  Delete("again");
  Create("again");
  Compact();
  Restart();
  (*proxy)->Mend();
  ExpectConverged(all);
  EXPECT_EQ(all.inline_view->stale_deletes(), 2);
  Delete("b");
  Create("d");
  ExpectConverged(all);
  EXPECT_EQ(pipeline.counts().lists, 0);
  EXPECT_EQ(pipeline.counts().watch_lists, 2);
  // The second comparison may be given up: the server need not have that version any more.
  EXPECT_EQ(pipeline.Metric("oarlock_informer_verify_differences_total"), 0);
}

TEST_F(KubeWatchList, OfASelectorAndOfMetadataOnly) {
  Create("a");
  Ask("POST", Path(),
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b","labels":{"g":"1"}}})");
  base::ThreadPool views("views", 1);
  PipelineOptions options = Options();
  options.watch_list = true;
  options.verify_cache = true;
  for (const InformerScope& scope :
       {ConfigMaps(ObjectForm::kFull, "g=1"), ConfigMaps(ObjectForm::kMetadataOnly)}) {
    SCOPED_TRACE(scope.Key());
    Pipeline pipeline(options);
    const Watched some = Watch(pipeline, scope, &views);
    ExpectConverged(some, scope.label_selector);
    EXPECT_EQ(pipeline.counts().lists, 0);
    ExpectVerified(pipeline);
  }
}

}  // namespace
}  // namespace oarlock::kubetest
