#include "app/process_metrics.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <map>
#include <string>

namespace oarlock::app {
namespace {

TEST(ProcessMetrics, ANameWithAnythingInItIsSkipped) {
  const auto stat = ProcessStat::Parse(
      "42 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 700 300 13 14 15 16 17 18 5000 8192 9 20");
  ASSERT_TRUE(stat.has_value());
  EXPECT_EQ(stat->cpu_ticks, 1000);
  EXPECT_EQ(stat->start_ticks, 5000);
  EXPECT_EQ(stat->virtual_bytes, 8192);
  EXPECT_EQ(stat->resident_pages, 9);
  EXPECT_FALSE(ProcessStat::Parse("").has_value());
  EXPECT_FALSE(ProcessStat::Parse("42 (a) S 1 2").has_value());
}

TEST(ProcessMetrics, AreThoseOfThisProcess) {
  base::MetricRegistry metrics;
  std::shared_ptr<void> handle = RegisterProcessMetrics(metrics);
  std::map<std::string, double> values;
  for (const base::MetricFamily& family : metrics.Collect()) {
    values[family.name] = family.samples.at(0).value;
  }
  EXPECT_GT(values["process_resident_memory_bytes"], 1e6);
  EXPECT_GE(values["process_virtual_memory_bytes"], values["process_resident_memory_bytes"]);
  EXPECT_GE(values["process_cpu_seconds_total"], 0);
  EXPECT_GE(values["process_open_fds"], 3);
  EXPECT_GE(values["process_max_fds"], values["process_open_fds"]);
  const double now = static_cast<double>(::time(nullptr));
  EXPECT_LE(values["process_start_time_seconds"], now + 2);
  EXPECT_GT(values["process_start_time_seconds"], now - 3600);
  EXPECT_EQ(values["oarlock_build_info"], 1);
  handle.reset();
  for (const base::MetricFamily& family : metrics.Collect()) {
    EXPECT_FALSE(family.name.starts_with("process_")) << family.name;
  }
}

}  // namespace
}  // namespace oarlock::app
