// The series of the work queue: names, labels, buckets, and that they add up.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "queue/work_queue_fixture.h"

namespace oarlock::queue {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

uint64_t HistogramCount(const std::vector<base::MetricFamily>& families, const std::string& name) {
  uint64_t count = 0;
  for (const auto& family : families) {
    if (family.name != name) continue;
    for (const auto& sample : family.samples) {
      count = std::accumulate(sample.bucket_counts.begin(), sample.bucket_counts.end(), count);
    }
  }
  return count;
}

double Sum(const std::vector<base::MetricFamily>& families, const std::string& name) {
  double sum = 0;
  for (const auto& family : families) {
    if (family.name != name) continue;
    for (const auto& sample : family.samples) sum += sample.value;
  }
  return sum;
}

TEST_F(WorkQueueTest, MQ_1_NamesLabelsAndBucketsAreThoseOfDashboards) {
  WorkQueue unnamed({.name = ""}, clock_, &metrics_);
  unnamed.Add(K("a"));
  queue_.Add(K("a"));
  std::map<std::string, base::MetricType> seen;
  for (const auto& family : metrics_.Collect()) {
    if (family.name.find("workqueue_") == std::string::npos) continue;
    seen.emplace(family.name, family.type);
    ASSERT_EQ(family.samples.size(), 1u) << family.name;  // the unnamed queue shows nothing
    const auto& sample = family.samples[0];
    base::MetricLabels labels{{"name", "c"}, {"controller", "c"}};
    if (family.name == "workqueue_depth") labels.emplace_back("priority", "0");
    EXPECT_EQ(sample.labels, labels) << family.name;
    if (family.type != base::MetricType::kHistogram) continue;
    ASSERT_EQ(sample.bounds.size(), 12u);
    EXPECT_DOUBLE_EQ(sample.bounds.front(), 1e-8);
    EXPECT_NEAR(sample.bounds.back(), 1e3, 1e-6);
  }
  using enum base::MetricType;
  const std::map<std::string, base::MetricType> expected{
      {"workqueue_depth", kGauge},
      {"workqueue_adds_total", kCounter},
      {"workqueue_queue_duration_seconds", kHistogram},
      {"workqueue_work_duration_seconds", kHistogram},
      {"workqueue_unfinished_work_seconds", kGauge},
      {"workqueue_longest_running_processor_seconds", kGauge},
      {"workqueue_retries_total", kCounter},
      {"oarlock_workqueue_age_seconds", kHistogram},
      {"oarlock_workqueue_delayed", kGauge},
      {"oarlock_workqueue_head_wait_seconds", kGauge},
      {"oarlock_workqueue_held", kGauge},
      {"oarlock_workqueue_paused", kGauge},
      {"oarlock_workqueue_processing", kGauge},
      {"oarlock_workqueue_refused_total", kCounter}};
  EXPECT_EQ(seen, expected);
}

// Computed when somebody looks: nothing runs every 500 ms, so nothing has to be stopped.
TEST_F(WorkQueueTest, MQ_2_RunsUnderWayAreMeasuredAtTheScrape) {
  queue_.Add(K("a"));
  queue_.Add(K("b"));
  Take(queue_);
  clock_.Advance(seconds(3));
  EXPECT_DOUBLE_EQ(Metric("oarlock_workqueue_head_wait_seconds"), 3);
  Take(queue_);
  clock_.Advance(seconds(2));
  EXPECT_DOUBLE_EQ(Metric("workqueue_unfinished_work_seconds"), 7);
  EXPECT_DOUBLE_EQ(Metric("workqueue_longest_running_processor_seconds"), 5);
  EXPECT_DOUBLE_EQ(Metric("oarlock_workqueue_head_wait_seconds"), 0);
  EXPECT_EQ(clock_.pending_timers(), 0u);
  queue_.Done(K("a"));
  queue_.Done(K("b"));
  EXPECT_DOUBLE_EQ(Metric("workqueue_unfinished_work_seconds"), 0);
  std::map<std::string, double> sums;
  for (const auto& family : metrics_.Collect()) sums[family.name] = family.samples.at(0).sum;
  EXPECT_DOUBLE_EQ(sums["workqueue_work_duration_seconds"], 5 + 2);
  EXPECT_DOUBLE_EQ(sums["workqueue_queue_duration_seconds"], 0 + 3);
  EXPECT_DOUBLE_EQ(sums["oarlock_workqueue_age_seconds"], 5 + 5);
}

// Waiting starts when a key is due, not when it was added; and a key that was added while running
// waits since then.
TEST_F(WorkQueueTest, MQ_2_TheWaitStartsWhenAKeyIsDue) {
  queue_.AddAfter(K("a"), seconds(10));
  clock_.Advance(seconds(12));
  EXPECT_EQ(queue_.TryGet()->waited, seconds(2));
  clock_.Advance(seconds(1));
  queue_.Add(K("a"));
  clock_.Advance(seconds(4));
  queue_.Done(K("a"));
  EXPECT_EQ(queue_.TryGet()->waited, seconds(4));
}

// No process-wide provider that the first caller wins: each queue is given its registry.
TEST_F(WorkQueueTest, MQ_3_EachQueueShowsItselfWhereItWasTold) {
  base::MetricRegistry other;
  WorkQueue second({.name = "c"}, clock_, &other);
  second.Add(K("x"));
  second.Add(K("y"));
  queue_.Add(K("x"));
  EXPECT_EQ(Metric("workqueue_depth"), 1);
  EXPECT_EQ(MetricSum(other, "workqueue_depth"), 2);
}

TEST_F(WorkQueueTest, C_WQ_10_DepthCountsReadyKeysOnce) {
  for (int i = 0; i < 100; ++i) queue_.Add(K("k"));
  queue_.AddAfter(K("m"), hours(1));
  EXPECT_EQ(Metric("workqueue_depth"), 1);
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 1);
  EXPECT_EQ(RunAll(queue_), "k");
  EXPECT_EQ(Metric("workqueue_depth"), 0);
  EXPECT_EQ(Metric("oarlock_workqueue_delayed"), 1);
}

TEST_F(WorkQueueTest, C_MET_03_DepthPerPriorityIsBoundedAndAddsUp) {
  for (int i = 0; i < 100; ++i) queue_.Add(K(std::to_string(i)), {i % 30});
  for (int i = 0; i < 50; ++i) queue_.AddAfter(K("d" + std::to_string(i)), hours(1), {i % 30});
  std::set<std::string> priorities;
  for (uint64_t done = 0, left = 100;; ++done, --left) {
    const auto families = metrics_.Collect();  // one scrape
    EXPECT_EQ(Sum(families, "workqueue_depth"), left);
    EXPECT_EQ(Sum(families, "oarlock_workqueue_delayed"), 50);
    EXPECT_EQ(Sum(families, "workqueue_adds_total"),
              static_cast<double>(done) + Sum(families, "workqueue_depth"));
    EXPECT_EQ(HistogramCount(families, "workqueue_work_duration_seconds"), done);
    for (const auto& family : families) {
      if (family.name != "workqueue_depth") continue;
      for (const auto& sample : family.samples) priorities.insert(sample.labels.back().second);
    }
    const auto item = queue_.TryGet();
    if (!item) break;
    queue_.Done(item->key);
  }
  EXPECT_EQ(Metric("workqueue_depth"), 0);
  EXPECT_EQ(priorities.size(), kPriorityLabelsMax);
  EXPECT_TRUE(priorities.contains("exceeded_cardinality_limit"));
}

}  // namespace
}  // namespace oarlock::queue
