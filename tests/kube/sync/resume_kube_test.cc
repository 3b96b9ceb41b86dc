// What an informer keeps over the death of the server and over lists that break in the middle: its
// version, by bookmarks, and its deletes.
#include <atomic>
#include <charconv>

#include "tests/kube/sync/informer_kube.h"
#include "tests/kube/sync/tcp_proxy.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

int64_t Number(const std::string& version) {
  int64_t number = -1;
  std::from_chars(version.data(), version.data() + version.size(), number);
  return number;
}

class KubeResume : public InformerKube {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    // Else a resource hears of the changes of others when somebody lists it, or after 10 minutes.
    options.etcd_flags = {"--watch-progress-notify-interval=1s"};
    SetServerOptions(std::move(options));
  }

  // The informer has taken in everything that any resource's version tells.
  bool UpToDate(const Watched& watched) {
    const auto revision = server().CurrentRevision();
    return revision.ok() && Number(watched.lease->state().resource_version) >= *revision;
  }
  void ChangeSomethingElse(const std::string& name) {
    Ask("POST", "/api/v1/namespaces/" + ns() + "/secrets",
        R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":")" + name + "\"}}");
  }
  void CreateHundred() {
    for (int i = 0; i < 100; ++i) Create(Numbered(i));
  }
  static std::string Numbered(int i) { return (i < 10 ? "n-0" : "n-") + std::to_string(i); }
};

TEST_F(KubeResume, AnIdleInformerFollowsByBookmarksAndResumesFromThemAfterARestart) {
  Create("a");
  base::ThreadPool views("views", 1);
  PipelineOptions options = Options();
  options.watch_timeout = 4s;  // the server sends a bookmark two seconds before that
  Pipeline pipeline(options);
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  ExpectConverged(all);
  const std::string first = all.lease->state().resource_version;
  const int events = all.inline_view->events();
  ChangeSomethingElse("one");
  // It is up to date by a bookmark of this watch, so the watch is older than a second and its end
  // not an empty one.
  ASSERT_TRUE(Eventually(40s, [&] { return UpToDate(all); }))
      << first << " became " << all.lease->state().resource_version;
  server().KillApiServer();
  const std::string bookmarked = all.lease->state().resource_version;
  EXPECT_GT(Number(bookmarked), Number(first));
  EXPECT_EQ(all.inline_view->events(), events);
  EXPECT_EQ(pipeline.counts().lists, 1);
  const int watches = pipeline.counts().watches;

  const base::Status started = server().StartApiServer();
  ASSERT_TRUE(started.ok()) << started.ToString();
  Update("a", "2");
  Create("b");
  Delete("b");
  ExpectConverged(all);
  EXPECT_TRUE(all.lease->state().current());
  EXPECT_GT(pipeline.counts().watches, watches);
  EXPECT_EQ(pipeline.counts().lists, 1) << "from " << bookmarked;
  EXPECT_EQ(all.inline_view->relist_events(), 0);
  // Without the bookmark it would have had to list: the restarted server knows no older versions.
  const std::string old = Ask("GET", Path() + "?watch=1&timeoutSeconds=1&resourceVersion=" + first);
  EXPECT_NE(old.find("\"code\":410"), std::string::npos) << old;
}

// The first pages were taken in; what follows them is gone for ever.
TEST_F(KubeResume, C_WAT_08_CompactionBetweenThePagesOfTheFirstList) {
  CreateHundred();
  base::ThreadPool views("views", 1);
  PipelineOptions options = Options();
  options.paged = true;
  options.page_size = 30;
  std::atomic<int> page{0};
  options.before_next_page = [&] {
    if (++page != 2) return;
    Delete(Numbered(7));   // of the first page
    Delete(Numbered(95));  // of the last one
    Create("n-07-again");  // would have been on the first page
    Update(Numbered(8), "2");
    Compact();
    Restart();
  };
  Pipeline pipeline(options);
  const Watched all = WithViews(pipeline.Acquire(ConfigMaps()), &views);
  ASSERT_TRUE(Eventually(30s, [&] { return all.lease->HasSynced(); }));
  ExpectConverged(all);
  EXPECT_EQ(pipeline.counts().lists, 2);
  EXPECT_EQ(pipeline.counts().more_pages, 2);
  EXPECT_FALSE(all.store().Get(ns() + "/" + Numbered(7)));
  EXPECT_TRUE(all.lease->state().current());
}

// The store holds what was deleted while nobody looked, and what is deleted between two pages.
TEST_F(KubeResume, C_WAT_08_CompactionBetweenThePagesOfARelistLosesNoDelete) {
  CreateHundred();
  auto proxy = TcpProxy::Start(server().port());
  ASSERT_TRUE(proxy.ok()) << proxy.status().ToString();
  base::ThreadPool views("views", 1);
  PipelineOptions options = OptionsVia(**proxy);
  options.paged = true;
  options.page_size = 30;
  std::atomic<int> page{0};
  std::atomic<bool> relist{false};
  options.before_next_page = [&] {
    if (!relist || ++page != 2) return;
    for (const int i : {5, 45, 85}) Delete(Numbered(i));  // shown, being shown, to be shown
    Delete(Numbered(6));
    Create(Numbered(6), "again");
    Compact();
    Restart();
  };
  Pipeline pipeline(options);
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  Update(Numbered(2), "seen");  // a watch that ends early without any event is followed by a list
  ExpectConverged(all);
  (*proxy)->Cut();
  EXPECT_TRUE(Eventually(20s, [&] { return !all.lease->state().current(); }));
  for (const int i : {1, 41, 81}) Delete(Numbered(i));
  Update(Numbered(2), "2");
  Compact();
  Restart();
  relist = true;
  (*proxy)->Mend();
  ASSERT_TRUE(Eventually(60s, [&] { return all.lease->state().current() && page >= 2; }));
  ExpectConverged(all);
  EXPECT_EQ(pipeline.counts().lists, 3) << "the first one, the broken one and a whole one";
  EXPECT_EQ(pipeline.counts().more_pages, 3 + 2);
  // Six that are gone and one of another uid.
  EXPECT_EQ(all.inline_view->stale_deletes(), 7);
}

}  // namespace
}  // namespace oarlock::kubetest
