#pragma once
// ProcessMetrics: what every exporter says of its own process, by the names that dashboards know
// (process_cpu_seconds_total, …), and oarlock_build_info.
//
// Made by Host; the values are read when metrics are collected. Threads: [any]. Errors: none, a
// value that cannot be read is left out.

#include <memory>
#include <optional>
#include <string_view>

#include "base/metrics.h"

namespace oarlock::app {

// One line of /proc/PID/stat.
struct ProcessStat {
  double cpu_ticks = 0;
  double start_ticks = 0;  // since the machine started
  double virtual_bytes = 0;
  double resident_pages = 0;
  static std::optional<ProcessStat> Parse(std::string_view line);
};

// As long as the handle lives; the registry outlives it.
std::shared_ptr<void> RegisterProcessMetrics(base::MetricRegistry& metrics);

}  // namespace oarlock::app
