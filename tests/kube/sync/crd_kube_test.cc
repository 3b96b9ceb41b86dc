// A type that comes and goes while it is watched.
#include <memory>

#include "integration/client_sinks.h"
#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using cache::InformerPhase;
using integration::RecordingLog;
using namespace std::chrono_literals;

// In the longest pauses of the backoff: 30 to 60 s each.
constexpr int kProbes = 14;
constexpr base::Duration kProbesTakeAtLeast = 4min;

class KubeCrd : public InformerKube {
 protected:
  void SetUp() override {
    crd_.group = ns() + ".test";
    CreateType();
    options_ = Options();
    options_.informer_clock = &clock_;
    options_.log = log_;
  }
  void CreateType() {
    const base::Status created = CreateCrd(server(), crd_);
    ASSERT_TRUE(created.ok()) << created.ToString();
  }
  void DeleteType() {
    const base::Status deleted = DeleteCrd(server(), crd_);
    ASSERT_TRUE(deleted.ok()) << deleted.ToString();
  }
  void ExpectHolds(const Watched& watched, const Versions& wanted) {
    EXPECT_TRUE(Eventually(10s, [&] { return VersionsOf(watched.store()) == wanted; }))
        << watched.store().size() << " things, " << watched.lease->state().last_error.ToString();
    for (const auto& view : {watched.inline_view, watched.queued_view}) {
      EXPECT_TRUE(Eventually(10s, [&] { return view->Versions() == wanted; }));
      EXPECT_EQ(view->Faults(), "");
    }
  }
  void ExpectGone(const Watched& watched) {
    EXPECT_TRUE(EventuallyAsTimePasses(clock_, 500ms, [&] {
      return watched.lease->state().phase == InformerPhase::kGone;
    })) << watched.lease->state().last_error.ToString();
    const base::Status error = watched.lease->state().last_error;
    EXPECT_EQ(error.code(), base::StatusCode::kNotFound);
    EXPECT_NE(error.message().find("things." + crd_.group), std::string::npos) << error.message();
  }

  Crd crd_;
  base::FakeClock clock_;  // the informer's: a type that is gone is asked for again after minutes
  std::shared_ptr<RecordingLog> log_ = std::make_shared<RecordingLog>();
  PipelineOptions options_;
  base::ThreadPool views_{"views", 1};
};

TEST_F(KubeCrd, FA_6_DeletedWhileWatchedIsGoneQuietlyAndComesBack) {
  Versions things;
  for (const char* name : {"a", "b", "c"}) CreateThing(crd_, name, things);
  Pipeline pipeline(options_);
  const Watched all = Watch(pipeline, Things(crd_), &views_);
  ExpectHolds(all, things);

  DeleteType();
  ExpectGone(all);
  // The server deleted each thing before the type, and the watch was there to see it.
  ExpectHolds(all, {});
  EXPECT_EQ(all.inline_view->stale_deletes(), 0);
  EXPECT_TRUE(all.lease->HasSynced());

  const size_t lines = log_->CountLinesWith("");
  EXPECT_EQ(log_->CountLinesWith("phase=gone"), 1u);
  const int lists = pipeline.counts().lists;
  base::Duration away{0};
  for (int i = 0; i < kProbes; ++i) away += NextAttempt(clock_, *all.lease);
  EXPECT_EQ(pipeline.counts().lists, lists + kProbes);
  EXPECT_GE(away, kProbesTakeAtLeast);
  EXPECT_EQ(all.lease->state().phase, InformerPhase::kGone);
  EXPECT_EQ(log_->CountLinesWith(""), lines) << "each of the same answers was logged";

  CreateType();
  things.clear();
  for (const char* name : {"b", "d"}) CreateThing(crd_, name, things);
  NextAttempt(clock_, *all.lease);
  ExpectHolds(all, things);
  EXPECT_TRUE(EventuallyAsTimePasses(clock_, 500ms, [&] { return all.lease->state().current(); }));
  EXPECT_TRUE(all.lease->state().last_error.ok());
  CreateThing(crd_, "e", things);
  ExpectHolds(all, things);
  EXPECT_LE(log_->CountLinesWith(""), lines + 2);
}

// Nobody saw the things go: an answer of 404 alone is no reason to tell of deletes, what comes
// after it is.
TEST_F(KubeCrd, DeletedWhileCutOffFindsEveryDeleteWhenItComesBack) {
  Versions things;
  for (const char* name : {"a", "b", "c"}) CreateThing(crd_, name, things);
  auto proxy = TcpProxy::Start(server().port());
  ASSERT_TRUE(proxy.ok()) << proxy.status().ToString();
  options_.kubeconfig = OptionsVia(**proxy).kubeconfig;
  Pipeline pipeline(options_);
  const Watched all = Watch(pipeline, Things(crd_), &views_);
  (*proxy)->Cut();
  EXPECT_TRUE(EventuallyAsTimePasses(clock_, 100ms, [&] { return !all.lease->state().current(); }));
  DeleteType();
  (*proxy)->Mend();
  ExpectGone(all);
  ExpectHolds(all, things);

  CreateType();
  things.clear();
  for (const char* name : {"b", "d"}) CreateThing(crd_, name, things);
  NextAttempt(clock_, *all.lease);
  ExpectHolds(all, things);
  EXPECT_EQ(all.inline_view->stale_deletes(), 3);
}

// The first watch of a type that is not there yet.
TEST_F(KubeCrd, InstalledAfterItsInformerIsFoundByTheNextAttempt) {
  crd_.group = "late." + ns() + ".test";
  Pipeline pipeline(options_);
  const Watched all = WithViews(pipeline.Acquire(Things(crd_)), &views_);
  EXPECT_TRUE(
      Eventually(10s, [&] { return all.lease->state().phase == InformerPhase::kNotServed; }));
  EXPECT_EQ(all.lease->WaitForSync({.fail_fast = true}).code(), base::StatusCode::kNotFound);
  CreateType();
  Versions things;
  CreateThing(crd_, "a", things);
  NextAttempt(clock_, *all.lease);
  ExpectHolds(all, things);
  EXPECT_TRUE(all.lease->HasSynced());
}

}  // namespace
}  // namespace oarlock::kubetest
