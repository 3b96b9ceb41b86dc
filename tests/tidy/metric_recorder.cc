// Part of every test program: what metric families its tests make is what docs/metrics.md says
// (metric_page.h).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/metric/metric_observer.h"
#include "base/mutex.h"
#include "tidy/metric_page.h"

namespace oarlock::tidy {
namespace {

class Recorder {
 public:
  void Note(const base::MetricFamily& family) {
    if (family.help.empty()) return;  // a test that looks for a family
    base::MutexLock lock(mutex_);
    for (const base::MetricSample& sample : family.samples) {
      std::vector<std::string> labels;
      for (const auto& [label, value] : sample.labels) labels.push_back(label);
      made_.insert({family.name, TypeName(family.type), LabelCell(labels), family.help});
    }
  }
  std::set<MetricFacts> made() {
    base::MutexLock lock(mutex_);
    return made_;
  }

 private:
  static const char* TypeName(base::MetricType type) {
    switch (type) {
      case base::MetricType::kCounter: return "counter";
      case base::MetricType::kGauge: return "gauge";
      case base::MetricType::kHistogram: return "histogram";
    }
    return "";
  }

  base::Mutex mutex_;
  std::set<MetricFacts> made_ OARLOCK_GUARDED_BY(mutex_);
};

// Never destroyed: threads of static objects may still make families.
Recorder& TheRecorder() {
  static auto* const recorder = new Recorder;
  return *recorder;
}

std::string ReadPage() {
  std::ostringstream text;
  text << std::ifstream(OARLOCK_METRICS_PAGE).rdbuf();
  return text.str();
}

// Several programs may do so at the same time.
void WritePage(const std::set<MetricFacts>& made) {
  const int file = ::open(OARLOCK_METRICS_PAGE, O_RDWR | O_CLOEXEC);
  ASSERT_GE(file, 0) << OARLOCK_METRICS_PAGE;
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  const std::string old = ReadPage();
  const std::string page = UpdateMetricPage(old, made);
  if (page != old) std::ofstream(OARLOCK_METRICS_PAGE, std::ios::trunc) << page;
  ::close(file);
}

class MetricPageCheck final : public testing::Environment {
 public:
  void SetUp() override {
    base::SetMetricObserver([](const base::MetricFamily& family) { TheRecorder().Note(family); });
  }
  void TearDown() override {
    base::SetMetricObserver(nullptr);
    const std::set<MetricFacts> made = TheRecorder().made();
    const char* mode = std::getenv("OARLOCK_METRICS_PAGE");
    if (mode != nullptr && std::string_view(mode) == "write") {
      WritePage(made);
      return;
    }
    for (const std::string& finding : CheckMetricPage(ReadPage(), made)) {
      ADD_FAILURE() << "docs/metrics.md: " << finding << " (`make metrics-page` writes it anew)";
    }
  }
};

[[maybe_unused]] const auto* const kCheck = testing::AddGlobalTestEnvironment(new MetricPageCheck);

}  // namespace
}  // namespace oarlock::tidy
