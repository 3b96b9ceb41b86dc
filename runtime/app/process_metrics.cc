#include "app/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/version.h"

namespace oarlock::app {
namespace {

using base::MetricFamily;
using base::MetricType;

void Add(std::vector<MetricFamily>& out, MetricType type, std::string name, std::string help,
         double value) {
  out.push_back({std::move(name), std::move(help), type, {{{}, value, {}, {}, 0}}});
}

std::string FirstLine(const char* path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

// When the machine started, in Unix seconds.
double BootTime() {
  std::ifstream in("/proc/stat");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("btime ")) return std::stod(line.substr(6));
  }
  return 0;
}

void AddStat(std::vector<MetricFamily>& out) {
  const auto stat = ProcessStat::Parse(FirstLine("/proc/self/stat"));
  if (!stat) return;
  static const double kTick = static_cast<double>(::sysconf(_SC_CLK_TCK));
  static const double kPage = static_cast<double>(::sysconf(_SC_PAGESIZE));
  static const double kBoot = BootTime();
  Add(out, MetricType::kCounter, "process_cpu_seconds_total",
      "Total user and system CPU time spent in seconds.", stat->cpu_ticks / kTick);
  Add(out, MetricType::kGauge, "process_resident_memory_bytes", "Resident memory size in bytes.",
      stat->resident_pages * kPage);
  Add(out, MetricType::kGauge, "process_virtual_memory_bytes", "Virtual memory size in bytes.",
      stat->virtual_bytes);
  Add(out, MetricType::kGauge, "process_start_time_seconds",
      "Start time of the process since unix epoch in seconds.", kBoot + stat->start_ticks / kTick);
}

void AddFiles(std::vector<MetricFamily>& out) {
  std::error_code error;
  double open = -1;  // the one that counts
  for (std::filesystem::directory_iterator it("/proc/self/fd", error), end; it != end && !error;
       it.increment(error)) {
    ++open;
  }
  if (!error) {
    Add(out, MetricType::kGauge, "process_open_fds", "Number of open file descriptors.", open);
  }
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    Add(out, MetricType::kGauge, "process_max_fds", "Maximum number of open file descriptors.",
        static_cast<double>(limit.rlim_cur));
  }
}

}  // namespace

// The second field is the program's name in parentheses, with anything in it.
std::optional<ProcessStat> ProcessStat::Parse(std::string_view line) {
  const size_t name_end = line.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  std::istringstream rest{std::string(line.substr(name_end + 1))};
  std::vector<std::string> fields;  // from the third on
  for (std::string word; rest >> word;) fields.push_back(std::move(word));
  constexpr size_t kUserTicks = 11;
  constexpr size_t kSystemTicks = 12;
  constexpr size_t kStart = 19;
  constexpr size_t kVirtual = 20;
  constexpr size_t kResident = 21;
  if (fields.size() <= kResident) return std::nullopt;
  const auto number = [&fields](size_t at) { return std::strtod(fields[at].c_str(), nullptr); };
  return ProcessStat{number(kUserTicks) + number(kSystemTicks), number(kStart), number(kVirtual),
                     number(kResident)};
}

std::shared_ptr<void> RegisterProcessMetrics(base::MetricRegistry& metrics) {
  return metrics.AddCollector([](std::vector<MetricFamily>& out) {
    AddStat(out);
    AddFiles(out);
    out.push_back({"oarlock_build_info",
                   "1, with the version of this program.",
                   MetricType::kGauge,
                   {{{{"version", Version()}}, 1, {}, {}, 0}}});
  });
}

}  // namespace oarlock::app
