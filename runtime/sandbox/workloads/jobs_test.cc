#include "sandbox/workloads/workloads_fixture.h"

namespace oarlock::sandbox {
namespace {

class JobsTest : public WorkloadsFixture {
 protected:
  static std::string Work() { return "/apis/batch/v1/namespaces/t/jobs/work"; }
  void MakeJob(Json spec, const std::string& outcome = {}) {
    Json pod_template = TemplateOf("work");
    pod_template["spec"]["restartPolicy"] = "Never";
    if (!outcome.empty()) {
      pod_template["metadata"]["annotations"]["sandbox.oarlock.dev/pod"] = outcome;
    }
    spec["template"] = pod_template;
    Make("/apis/batch/v1/namespaces/t/jobs", {{"metadata", {{"name", "work"}}}, {"spec", spec}});
  }
  size_t CountOf(const std::string& phase) {
    size_t count = 0;
    for (const Json& pod : List(Pods())) count += TextAt(pod, {"status", "phase"}) == phase;
    return count;
  }
};

TEST_F(JobsTest, RunsAsManyAsItIsAskedForAndNeverMoreAtOnce) {
  MakeJob({{"completions", 5}, {"parallelism", 2}});
  while (executor_.RunOne()) {
    EXPECT_LE(CountOf("Pending") + CountOf("Running"), 2u);
  }
  EXPECT_EQ(CountOf("Succeeded"), 5u);
  EXPECT_EQ(Count(Work(), "succeeded"), 5);
  EXPECT_EQ(Count(Work(), "active"), 0);
  EXPECT_EQ(ConditionOf(Work(), "Complete"), "True CompletionsReached");
  EXPECT_FALSE(TextAt(Get(Work()), {"status", "completionTime"}).empty());
  ExpectSettled();
}

TEST_F(JobsTest, TheFirstSuccessEndsAWorkQueue) {
  MakeJob({{"parallelism", 3}});
  Settle();
  EXPECT_EQ(CountOf("Succeeded"), 3u);
  EXPECT_EQ(ConditionOf(Work(), "Complete").substr(0, 4), "True");
}

TEST_F(JobsTest, SuspendedItRunsNothing) {
  MakeJob({{"suspend", true}});
  Settle();
  EXPECT_TRUE(Names(Pods()).empty());
  EXPECT_EQ(ConditionOf(Work(), "Suspended"), "True JobSuspended");
  Patch(Work(), {{"spec", {{"suspend", false}}}});
  Settle();
  EXPECT_EQ(ConditionOf(Work(), "Suspended"), "False JobResumed");
  EXPECT_EQ(ConditionOf(Work(), "Complete").substr(0, 4), "True");
}

TEST_F(JobsTest, FailuresAreTriedAgainLaterUntilTheLimit) {
  MakeJob({{"backoffLimit", 2}}, "failed");
  Settle();
  EXPECT_EQ(Count(Work(), "failed"), 1);
  Pass(std::chrono::seconds(9));
  EXPECT_EQ(Count(Work(), "failed"), 1);
  Pass(std::chrono::seconds(1));
  EXPECT_EQ(Count(Work(), "failed"), 2);
  Pass(std::chrono::seconds(20));
  EXPECT_EQ(Count(Work(), "failed"), 3);
  EXPECT_EQ(ConditionOf(Work(), "Failed"), "True BackoffLimitExceeded");
  Pass(std::chrono::hours(1));
  EXPECT_EQ(Names(Pods()).size(), 3u);
}

TEST_F(JobsTest, AnIndexedOneHasEachIndexOnce) {
  MakeJob({{"completions", 4}, {"parallelism", 3}, {"completionMode", "Indexed"}});
  Settle();
  EXPECT_EQ(TextAt(Get(Work()), {"status", "completedIndexes"}), "0-3");
  std::set<std::string> indexes;
  for (const Json& pod : List(Pods())) {
    indexes.emplace(
        TextAt(pod, {"metadata", "annotations", "batch.kubernetes.io/job-completion-index"}));
  }
  EXPECT_EQ(indexes, (std::set<std::string>{"0", "1", "2", "3"}));
}

TEST_F(JobsTest, TheDeadlineEndsItsPods) {
  MakeJob({{"activeDeadlineSeconds", 100}}, "ready");
  Pass(std::chrono::seconds(99));
  EXPECT_EQ(Count(Work(), "active"), 1);
  EXPECT_EQ(Count(Work(), "ready"), 1);
  Pass(std::chrono::seconds(1));
  EXPECT_EQ(ConditionOf(Work(), "Failed"), "True DeadlineExceeded");
  EXPECT_TRUE(Names(Pods()).empty());
}

TEST_F(JobsTest, AFinishedOneGoesAfterItsTime) {
  MakeJob({{"ttlSecondsAfterFinished", 60}});
  Pass(std::chrono::seconds(59));
  EXPECT_TRUE(Exists(Work()));
  Pass(std::chrono::seconds(1));
  EXPECT_FALSE(Exists(Work()));
  EXPECT_TRUE(Names(Pods()).empty());
}

}  // namespace
}  // namespace oarlock::sandbox
