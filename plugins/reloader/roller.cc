#include "roller.h"

namespace oarlock::reloader {

namespace {

// The peer's field manager: managedFields of existing workloads name it.
constexpr std::string_view kFieldManager = "Reloader";

std::string IdOf(uint32_t type, const sdk::Object& workload) {
  return std::to_string(type) + "/" + std::string(workload.name());
}

// No later attempt can succeed.
bool IsFinal(const sdk::Status& status) {
  return status.code() == OAR_E_INVALID || status.code() == OAR_E_TOO_LARGE;
}

bool EndsThePass(const sdk::Status& status) {
  return status.code() == OAR_E_CANCELLED || status.code() == OAR_E_TIMEOUT;
}

}  // namespace

bool OnlyCarriers(const Look& look, bool on_create) {
  return look.sight == Sight::kBaseline || look.sight == Sight::kReverted ||
         (look.sight == Sight::kNew && !on_create);
}

Roller::Roller(sdk::Context& ctx, const Task& task, Once& once)
    : ctx_(ctx),
      task_(task),
      once_(once),
      variable_(EnvName(task.type, task.config.name())),
      hash_(PublishedHash(task.config, task.type)),
      mark_(MarkOf(task.digest)),
      only_carriers_(OnlyCarriers(task.look, task.on_create)) {}

sdk::Status Roller::Collect() {
  for (const uint32_t type : kWorkloadTypes) {
    const auto workloads = ctx_.client().List(type, {.ns = task_.config.ns()});
    if (!workloads.ok()) return workloads.status();
    for (const sdk::Object& workload : *workloads) Consider(type, workload);
  }
  return {};
}

void Roller::Consider(uint32_t type, const sdk::Object& workload) {
  bool force = false;
  Reference reference;
  const std::string id = IdOf(type, workload);
  if (workload.is_deleting() || !NeedsRoll(id, workload, force)) return;
  if (!IsWanted(workload, reference)) return;
  if (only_carriers_ && BelongsToAnother(*CarriedHash(workload, variable_))) return;
  if (force) forced_.insert(id);
  targets_.push_back(
      {type, workload, TargetContainer(PodSpecOf(workload), variable_, reference), force});
}

bool Roller::NeedsRoll(const std::string& id, const sdk::Object& workload, bool& force) const {
  const auto carried = CarriedHash(workload, variable_);
  const bool current = carried == hash_;
  if (only_carriers_) return carried && !current;
  if (task_.look.sight == Sight::kChanged) {
    force = current;
    return true;
  }
  if (task_.look.sight == Sight::kRetry && task_.look.forced.contains(id)) {
    force = true;
    return CarriedMark(workload) != mark_;
  }
  return !current;
}

bool Roller::IsWanted(const sdk::Object& workload, Reference& reference) {
  const Decision decision = Decide(workload, task_.config, task_.type, task_.auto_reload_all);
  for (const std::string& item : decision.invalid_items) {
    WarnOnce(workload, "InvalidPattern",
             "\"" + item + "\" in the list of " + std::string(KindOf(task_.type)) +
                 " names is no valid pattern and is skipped");
  }
  if (decision.verdict == Verdict::kNo) return false;
  if (PodSpecOf(workload)["containers"].empty()) {
    WarnOnce(workload, "ReloadSkipped", "the pod template has no container: it cannot be rolled");
    return false;
  }
  reference = FindReference(PodSpecOf(workload), task_.type, task_.config.name());
  return decision.verdict == Verdict::kRoll || reference.found;
}

// Two names may map to one variable. What another object of the same variable has written there is
// left alone where nothing is known to have changed; else the two would roll in turns for ever.
bool Roller::BelongsToAnother(std::string_view hash) const {
  const uint32_t type = task_.type == ConfigType::kConfigMap ? kConfigMaps : kSecrets;
  const auto configs = ctx_.client().List(type, {.ns = task_.config.ns()});
  if (!configs.ok()) return false;
  for (const sdk::Object& other : *configs) {
    const std::string_view name = other.name();
    if (name == task_.config.name() || EnvName(task_.type, name) != variable_) continue;
    if (PublishedHash(other, task_.type) == hash) return true;
  }
  return false;
}

sdk::Status Roller::Roll() {
  sdk::Status first;
  for (const Target& target : targets_) {
    sdk::Status status = RollOne(target);
    if (EndsThePass(status)) return status;
    if (first.ok()) first = std::move(status);
  }
  return first;
}

sdk::Status Roller::RollOne(const Target& target) const {
  const sdk::Key key{target.type, std::string(target.workload.ns()),
                     std::string(target.workload.name())};
  const std::string patch =
      RollPatch({target.container, variable_, hash_, target.force ? mark_ : std::string_view()});
  sdk::Status status = ctx_.client()
                           .Patch(key, OAR_PATCH_STRATEGIC, patch, {.field_manager = kFieldManager})
                           .status();
  if (status.ok()) {
    ctx_.Normal(target.workload, "Reloaded", "rolled because " + What() + " changed");
    ctx_.Info("rolled", {{"kind", target.workload.kind()},
                         {"namespace", key.ns},
                         {"name", key.name},
                         {"because", What()}});
    return {};
  }
  if (status.code() == OAR_E_NOT_FOUND) return {};
  if (!IsFinal(status) && status.code() != OAR_E_FORBIDDEN) return status;
  ctx_.Warning(target.workload, "ReloadFail",
               What() + " changed, but the roll is refused: " + status.message());
  return IsFinal(status) ? sdk::Status() : status;
}

void Roller::WarnOnce(const sdk::Object& workload, std::string_view reason,
                      const std::string& message) {
  if (!once_.First(std::string(workload.uid()) + " " + message)) return;
  ctx_.Warning(workload, reason, message);
}

std::string Roller::What() const {
  return std::string(KindOf(task_.type)) + " " + std::string(task_.config.ns()) + "/" +
         std::string(task_.config.name());
}

}  // namespace oarlock::reloader
