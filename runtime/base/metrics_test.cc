#include "base/metrics.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

const MetricFamily* FindFamily(const std::vector<MetricFamily>& families, std::string_view name) {
  for (const MetricFamily& family : families) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

TEST(MetricRegistry, GivesTheSameSeriesForTheSameLabels) {
  MetricRegistry registry;
  const auto a = registry.MakeCounter("x_total", "help", {{"l", "1"}});
  const auto b = registry.MakeCounter("x_total", "help", {{"l", "1"}});
  a->Add(2);
  b->Add(3);
  const auto families = registry.Collect();
  const MetricFamily* family = FindFamily(families, "x_total");
  ASSERT_NE(family, nullptr);
  ASSERT_EQ(family->samples.size(), 1u);
  EXPECT_EQ(family->samples[0].value, 5);
}

TEST(MetricRegistry, DropsSeriesNobodyHolds) {
  MetricRegistry registry;
  const size_t before = registry.Collect().size();
  for (int i = 0; i < 100; ++i) {
    (void)registry.MakeGauge("g", "help", {{"i", std::to_string(i)}});
  }
  EXPECT_EQ(registry.Collect().size(), before);
}

TEST(MetricRegistry, FoldsLabelSetsPastTheLimitIntoOther) {
  MetricRegistry registry;
  std::vector<std::shared_ptr<Counter>> held;
  for (size_t i = 0; i < kSeriesPerFamilyMax + 3; ++i) {
    held.push_back(registry.MakeCounter("c_total", "help", {{"i", std::to_string(i)}}));
    held.back()->Add();
  }
  const auto families = registry.Collect();
  const MetricFamily* family = FindFamily(families, "c_total");
  ASSERT_NE(family, nullptr);
  EXPECT_EQ(family->samples.size(), kSeriesPerFamilyMax + 1);
  EXPECT_EQ(FindFamily(families, "oarlock_metrics_series_dropped_total")->samples[0].value, 3);
}

TEST(MetricRegistry, SeriesNobodyHoldsCrowdOutNoneThoughNobodyCollects) {
  MetricRegistry registry;
  const auto kept = registry.MakeCounter("c_total", "help", {{"i", "kept"}});
  kept->Add(5);
  for (size_t i = 0; i < 3 * kSeriesPerFamilyMax; ++i) {
    registry.MakeCounter("c_total", "help", {{"i", std::to_string(i)}})->Add();
  }
  const auto last = registry.MakeCounter("c_total", "help", {{"i", "last"}});
  const auto families = registry.Collect();
  const MetricFamily* family = FindFamily(families, "c_total");
  ASSERT_NE(family, nullptr);
  ASSERT_EQ(family->samples.size(), 2u);
  EXPECT_EQ(family->samples[0].value, 5);
  EXPECT_EQ(family->samples[1].labels[0].second, "last");
  EXPECT_EQ(FindFamily(families, "oarlock_metrics_series_dropped_total")->samples[0].value, 0);
}

TEST(MetricRegistry, CountsHistogramBuckets) {
  MetricRegistry registry;
  const auto h = registry.MakeHistogram("h_seconds", "help", {1, 10});
  h->Observe(0.5);
  h->Observe(1);
  h->Observe(11);
  EXPECT_EQ(h->counts(), (std::vector<uint64_t>{2, 0, 1}));
  EXPECT_EQ(h->sum(), 12.5);
}

TEST(MetricRegistry, MergesWhatCollectorsAddUntilTheirHandleDies) {
  MetricRegistry registry;
  const auto own = registry.MakeGauge("depth", "help", {{"q", "a"}});
  auto handle = registry.AddCollector([](std::vector<MetricFamily>& out) {
    out.push_back({"depth", "help", MetricType::kGauge, {{{{"q", "b"}}, 7, {}, {}, 0}}});
  });
  EXPECT_EQ(FindFamily(registry.Collect(), "depth")->samples.size(), 2u);
  handle.reset();
  EXPECT_EQ(FindFamily(registry.Collect(), "depth")->samples.size(), 1u);
}

}  // namespace
}  // namespace oarlock::base
