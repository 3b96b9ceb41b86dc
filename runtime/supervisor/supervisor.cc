#include "supervisor/supervisor.h"

#include <utility>

namespace oarlock::supervisor {
namespace {

using Plugins = std::vector<std::unique_ptr<Plugin>>;

base::MetricFamily StateFamily(const Plugins& plugins) {
  base::MetricFamily family{
      "oarlock_plugin_state", "1 for the state the plugin is in.", base::MetricType::kGauge, {}};
  for (const auto& plugin : plugins) {
    const PluginStatus status = plugin->status();
    base::MetricSample sample;
    sample.labels = {{"plugin", status.name},
                     {"state", std::string(PluginPhaseName(status.phase))}};
    sample.value = 1;
    family.samples.push_back(std::move(sample));
  }
  return family;
}

base::MetricFamily ZombieFamily(const Loader& loader) {
  base::MetricSample sample;
  sample.value = static_cast<double>(loader.zombies());
  return {"oarlock_plugin_zombies",
          "Libraries that stayed mapped after they were closed.",
          base::MetricType::kGauge,
          {std::move(sample)}};
}

}  // namespace

Supervisor::Supervisor(PluginEnv env, const Manifest& manifest)
    : env_(std::move(env)), plugins_(std::make_shared<Plugins>()) {
  for (const PluginSpec& spec : manifest.plugins) {
    if (spec.enabled) plugins_->push_back(std::make_unique<Plugin>(env_, spec));
  }
  collector_ = env_.host.metrics.AddCollector(
      [plugins = plugins_, loader = &env_.loader](std::vector<base::MetricFamily>& out) {
        out.push_back(StateFamily(*plugins));
        out.push_back(ZombieFamily(*loader));
      });
}

Supervisor::~Supervisor() = default;

void Supervisor::Start() {
  for (const auto& plugin : *plugins_) plugin->Start();
}

void Supervisor::Stop(base::MonoTime deadline) {
  for (const auto& plugin : *plugins_) plugin->Stop(deadline);
  for (const auto& plugin : *plugins_) {
    if (plugin->JoinUntil(deadline)) continue;
    cut_off_ = true;
    env_.host.log.Error("plugin did not end in time; leaving it behind",
                        {{"plugin", plugin->spec().name}});
  }
  collector_.reset();
}

std::vector<PluginStatus> Supervisor::statuses() const {
  std::vector<PluginStatus> out;
  for (const auto& plugin : *plugins_) out.push_back(plugin->status());
  return out;
}

std::optional<PluginStatus> Supervisor::FailedRequired() const {
  for (const auto& plugin : *plugins_) {
    PluginStatus status = plugin->status();
    if (status.required && status.phase == PluginPhase::kDegraded) return status;
  }
  return std::nullopt;
}

bool Supervisor::stuck() const {
  if (cut_off_) return true;
  for (const auto& plugin : *plugins_) {
    if (plugin->stuck()) return true;
  }
  return false;
}

}  // namespace oarlock::supervisor
