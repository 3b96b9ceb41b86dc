#include "supervisor/supervisor.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace oarlock::supervisor {
namespace {

base::MetricFamily StateFamily(const std::vector<std::shared_ptr<Plugin>>& plugins) {
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

base::MetricFamily CacheFamily(const std::vector<std::shared_ptr<Plugin>>& plugins,
                               const cache::InformerFactory::ByteShares& shares_of) {
  base::MetricFamily family{"oarlock_plugin_cache_bytes",
                            "Memory of the informers that the plugin uses; that of an informer of "
                            "several plugins in equal parts.",
                            base::MetricType::kGauge,
                            {}};
  std::map<std::string, double> shares = shares_of();
  for (const auto& plugin : plugins) shares.try_emplace(plugin->name());
  for (const auto& [plugin, bytes] : shares) {
    family.samples.push_back({{{"plugin", plugin}}, bytes, {}, {}, 0});
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

Supervisor::Plugins Supervisor::Set::Copy() const {
  base::MutexLock lock(mutex);
  return plugins;
}

Supervisor::Supervisor(PluginEnv env, const std::optional<Manifest>& manifest)
    : env_(std::move(env)), first_revision_(manifest ? 0 : 1), set_(std::make_shared<Set>()) {
  if (manifest) {
    base::MutexLock lock(set_->mutex);
    for (const PluginSpec& spec : manifest->plugins) {
      set_->plugins.push_back(std::make_shared<Plugin>(env_, spec));
    }
  }
  collector_ = env_.host.metrics.AddCollector(
      [set = set_, loader = &env_.loader,
       shares = env_.host.informers.BytesByUser()](std::vector<base::MetricFamily>& out) {
        const Plugins plugins = set->Copy();
        out.push_back(StateFamily(plugins));
        out.push_back(CacheFamily(plugins, shares));
        out.push_back(ZombieFamily(*loader));
      });
}

Supervisor::~Supervisor() = default;

void Supervisor::Start() {
  base::MutexLock lock(apply_mutex_);
  started_ = true;
  for (const auto& plugin : set_->Copy()) plugin->Start();
}

std::shared_ptr<Plugin> Supervisor::Hand(PluginRequest request, const Plugins& known) {
  for (const auto& plugin : known) {
    if (plugin->name() == request.spec.name && plugin->Apply(request)) return plugin;
  }
  auto plugin = std::make_shared<Plugin>(env_, request.spec);
  (void)plugin->Apply(std::move(request));
  return plugin;
}

uint64_t Supervisor::Apply(const Manifest& manifest) {
  base::MutexLock lock(apply_mutex_);
  if (stopped_) return 0;
  ++revision_;
  Plugins known = set_->Copy();
  std::set<std::string> wanted;
  for (const PluginSpec& spec : manifest.plugins) wanted.insert(spec.name);
  Plugins leaving;
  for (const auto& plugin : known) {
    if (!wanted.contains(plugin->name()) && !plugin->ended()) leaving.push_back(plugin);
  }
  std::shared_ptr<MoveTogether> together;
  if (manifest.all_or_nothing) {
    together = std::make_shared<MoveTogether>(env_.host.clock);
  }
  Plugins now;
  Plugins fresh;
  for (const PluginSpec& spec : manifest.plugins) {
    now.push_back(Hand({spec, revision_, false, together}, known));
    const bool is_new = std::find(known.begin(), known.end(), now.back()) == known.end();
    if (is_new) fresh.push_back(now.back());
  }
  for (const auto& plugin : leaving) {
    PluginSpec spec;
    spec.name = plugin->name();
    if (plugin->Apply({spec, revision_, true, together})) now.push_back(plugin);
  }
  if (together) together->Begin(now.size());
  {
    base::MutexLock set_lock(set_->mutex);
    set_->plugins = now;
  }
  for (const auto& plugin : known) {
    if (plugin->ended()) plugin->Join();
  }
  if (started_) {
    for (const auto& plugin : fresh) plugin->Start();
  }
  return revision_;
}

bool Supervisor::Settled(uint64_t revision) const {
  const Plugins plugins = set_->Copy();
  return std::all_of(plugins.begin(), plugins.end(), [revision](const auto& plugin) {
    return plugin->ended() || plugin->status().observed >= revision;
  });
}

base::Status Supervisor::RollBack(const std::string& plugin, const std::string& reason) {
  const auto found = Find(plugin);
  return found ? found->RollBack(reason) : base::NotFound("no plugin is called " + plugin);
}

base::Status Supervisor::SetPaused(const std::string& plugin, bool paused) {
  const auto found = Find(plugin);
  if (!found) return base::NotFound("no plugin is called " + plugin);
  found->SetPaused(paused);
  return base::Status::Ok();
}

std::shared_ptr<Plugin> Supervisor::Find(const std::string& plugin) const {
  for (auto& known : set_->Copy()) {
    if (known->name() == plugin && !known->ended()) return std::move(known);
  }
  return nullptr;
}

std::map<std::string, std::vector<pluginhost::ControllerView>> Supervisor::views() const {
  std::map<std::string, std::vector<pluginhost::ControllerView>> out;
  for (const auto& plugin : set_->Copy()) {
    if (!plugin->ended()) out[plugin->name()] = plugin->views();
  }
  return out;
}

void Supervisor::OnLeadership() {
  for (const auto& plugin : set_->Copy()) plugin->OnLeadership();
}

bool Supervisor::AtRest() const {
  const Plugins plugins = set_->Copy();
  return std::all_of(plugins.begin(), plugins.end(),
                     [](const auto& plugin) { return plugin->AtRest(); });
}

void Supervisor::Stop(base::MonoTime deadline) {
  {
    base::MutexLock lock(apply_mutex_);
    stopped_ = true;
  }
  const Plugins plugins = set_->Copy();
  for (const auto& plugin : plugins) plugin->Stop(deadline);
  for (const auto& plugin : plugins) {
    if (plugin->JoinUntil(deadline)) continue;
    cut_off_ = true;
    env_.host.log.Error("plugin did not end in time; leaving it behind",
                        {{"plugin", plugin->name()}});
  }
  collector_.reset();
}

std::vector<PluginStatus> Supervisor::statuses() const {
  std::vector<PluginStatus> out;
  for (const auto& plugin : set_->Copy()) {
    if (!plugin->ended() || plugin->status().phase == PluginPhase::kStopped) {
      out.push_back(plugin->status());
    }
  }
  return out;
}

std::optional<PluginStatus> Supervisor::FailedRequired() const {
  for (const auto& plugin : set_->Copy()) {
    PluginStatus status = plugin->status();
    const bool at_start = status.phase_since <= first_revision_;
    if (at_start && status.required && status.phase == PluginPhase::kDegraded) return status;
  }
  return std::nullopt;
}

bool Supervisor::stuck() const {
  if (cut_off_) return true;
  for (const auto& plugin : set_->Copy()) {
    if (plugin->stuck()) return true;
  }
  return false;
}

}  // namespace oarlock::supervisor
