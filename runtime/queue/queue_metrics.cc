#include "queue/queue_metrics.h"

#include <string_view>

namespace oarlock::queue {
namespace {

using base::MetricFamily;
using base::MetricLabels;
using base::MetricSample;
using base::MetricType;

constexpr std::string_view kSharedLabel = "exceeded_cardinality_limit";

const std::vector<double>& Buckets() {
  static const std::vector<double> buckets = base::ExponentialBuckets(1e-8, 10, 12);
  return buckets;
}

double Seconds(base::Duration d) { return std::chrono::duration<double>(d).count(); }

MetricLabels QueueLabels(const std::string& name) { return {{"name", name}, {"controller", name}}; }

void Append(std::vector<MetricFamily>& out, const std::string& queue, const char* name,
            const char* help, MetricType type, double value) {
  out.push_back({name, help, type, {{QueueLabels(queue), value, {}, {}, 0}}});
}

void AppendHistogram(std::vector<MetricFamily>& out, const std::string& queue, const char* name,
                     const char* help, const HistogramCopy& copy) {
  MetricSample sample{QueueLabels(queue), 0, Buckets(), copy.counts, copy.sum};
  out.push_back({name, help, MetricType::kHistogram, {std::move(sample)}});
}

void Render(const std::string& name, const QueueSnapshot& now, std::vector<MetricFamily>& out) {
  const auto counter = [&](const char* metric, const char* help, uint64_t value) {
    Append(out, name, metric, help, MetricType::kCounter, static_cast<double>(value));
  };
  const auto gauge = [&](const char* metric, const char* help, double value) {
    Append(out, name, metric, help, MetricType::kGauge, value);
  };
  MetricFamily depth{"workqueue_depth", "Keys ready to be taken.", MetricType::kGauge, {}};
  for (const auto& [label, count] : now.depth) {
    MetricLabels labels = QueueLabels(name);
    labels.emplace_back("priority", label);
    depth.samples.push_back({std::move(labels), static_cast<double>(count), {}, {}, 0});
  }
  out.push_back(std::move(depth));
  counter("workqueue_adds_total", "Keys that became ready.", now.stats.adds);
  counter("workqueue_retries_total", "Delayed adds, for whatever reason.", now.stats.retries);
  gauge("workqueue_unfinished_work_seconds", "Sum of the ages of the runs under way.",
        now.unfinished_seconds);
  gauge("workqueue_longest_running_processor_seconds", "Age of the longest run under way.",
        now.longest_seconds);
  gauge("oarlock_workqueue_delayed", "Keys that become ready at a later time.",
        static_cast<double>(now.stats.delayed));
  gauge("oarlock_workqueue_processing", "Keys handed out and not done.",
        static_cast<double>(now.stats.processing));
  gauge("oarlock_workqueue_held", "Keys that wait for a change after a permanent error.",
        static_cast<double>(now.stats.held));
  gauge("oarlock_workqueue_paused", "1 while no key is handed out.", now.stats.paused ? 1 : 0);
  gauge("oarlock_workqueue_head_wait_seconds", "How long the key that is next has been ready.",
        now.head_wait_seconds);
  counter("oarlock_workqueue_refused_total", "Adds refused because the queue was full.",
          now.stats.refused);
  AppendHistogram(out, name, "workqueue_queue_duration_seconds",
                  "From becoming due to being taken.", now.wait);
  AppendHistogram(out, name, "workqueue_work_duration_seconds", "From being taken to done.",
                  now.work);
  AppendHistogram(out, name, "oarlock_workqueue_age_seconds", "From becoming due to done.",
                  now.age);
}

}  // namespace

size_t& PriorityDepth::Of(Priority priority) {
  const auto it = own_.find(priority);
  if (it != own_.end()) return it->second;
  if (own_.size() < kPriorityLabelsMax - 1) return own_[priority];
  has_shared_ = true;
  return shared_;
}

std::vector<std::pair<std::string, size_t>> PriorityDepth::ByLabel() const {
  std::vector<std::pair<std::string, size_t>> out;
  for (const auto& [priority, count] : own_) out.emplace_back(std::to_string(priority), count);
  if (has_shared_) out.emplace_back(kSharedLabel, shared_);
  return out;
}

QueueMetrics::QueueMetrics() : wait_(Buckets()), work_(Buckets()), age_(Buckets()) {}

void QueueMetrics::Register(base::MetricRegistry& registry, const std::string& name,
                            Snapshot snapshot) {
  collector_ =
      registry.AddCollector([name, snapshot = std::move(snapshot)](std::vector<MetricFamily>& out) {
        if (const auto now = snapshot()) Render(name, *now, out);
      });
}

void QueueMetrics::ObserveWait(base::Duration waited) { wait_.Observe(Seconds(waited)); }

void QueueMetrics::ObserveRun(base::Duration worked, base::Duration age) {
  work_.Observe(Seconds(worked));
  age_.Observe(Seconds(age));
}

void QueueMetrics::Fill(QueueSnapshot& snapshot) const {
  snapshot.wait = {wait_.counts(), wait_.sum()};
  snapshot.work = {work_.counts(), work_.sum()};
  snapshot.age = {age_.counts(), age_.sum()};
}

}  // namespace oarlock::queue
