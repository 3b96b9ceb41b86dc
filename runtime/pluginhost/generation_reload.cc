// What a generation offers to a reload and to a change of configuration: its state out and in, and
// a new configuration for the instances that are there.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/wipe.h"
#include "pluginhost/declare/declaration_diff.h"
#include "pluginhost/generation.h"

namespace oarlock::pluginhost {
namespace {

base::Status Refuse(base::StatusCode code, std::string message) {
  return {code, std::move(message)};
}

}  // namespace

void Generation::CountState(std::string_view direction, std::string_view result) {
  env_.metrics
      .MakeCounter("oarlock_plugin_state_total",
                   "States of controllers handed from one generation to the next.",
                   {{"plugin", options_.plugin},
                    {"direction", std::string(direction)},
                    {"result", std::string(result)}})
      ->Add();
}

SavedState Generation::SaveState() {
  SavedState saved;
  if (const PluginFaults faults = this->faults(); faults.count > 0) {
    env_.log.Warning("no state is handed over: the plugin was at fault before",
                     {{"plugin", label_}, {"faults", faults.count}, {"first", faults.first}});
    CountState("save", "faulted");
    return saved;
  }
  const base::Status status = OnControl("save state", kStateTimeout + kDeactivateTimeout, [&] {
    saved = SaveMembers(env_.clock.Now() + kStateTimeout);
    return base::Status::Ok();
  });
  if (!status.ok()) return {};
  return saved;
}

SavedState Generation::SaveMembers(base::MonoTime deadline) {
  SavedState saved;
  for (Member& member : members_) {
    auto blob = member.calls->SaveState(state_writes_, deadline);
    const std::string& controller = member.instance->name().controller;
    if (!blob.ok()) {
      member.instance->log().Warning("state was not saved", {{"error", blob.status().message()}});
      CountState("save", "failed");
    } else if (blob->has_value()) {
      StateBlob& state = **blob;
      state.plugin_version = options_.plugin_version;
      if (options_.sha256 != nullptr) state.digest = options_.sha256(state.bytes);
      saved.emplace(controller, std::move(state));
      CountState("save", "ok");
    }
  }
  return saved;
}

base::Status Generation::LoadState(const SavedState& state) {
  base::Status first;
  const auto load = [&] {
    const base::MonoTime deadline = env_.clock.Now() + kStateTimeout;
    for (Member& member : members_) {
      const auto blob = state.find(member.instance->name().controller);
      if (blob == state.end() || !member.calls->takes_state()) continue;
      const base::Status loaded = LoadMember(member, blob->second, deadline);
      CountState("load", loaded.ok() ? "ok" : "refused");
      if (loaded.ok()) continue;
      member.instance->log().Warning("state was not taken over: starting empty",
                                     {{"error", loaded.message()}});
      if (first.ok()) first = loaded;
    }
    return base::Status::Ok();
  };
  OARLOCK_RETURN_IF_ERROR(OnControl("load state", kStateTimeout + kDeactivateTimeout, load));
  return first;
}

base::Status Generation::LoadMember(Member& member, const StateBlob& blob,
                                    base::MonoTime deadline) {
  const bool known = state_reads_.empty() || std::find(state_reads_.begin(), state_reads_.end(),
                                                       blob.schema) != state_reads_.end();
  if (!known) {
    return Refuse(base::StatusCode::kUnimplemented,
                  fmt::format("the plugin does not read schema {}", blob.schema));
  }
  if (blob.bytes.size() > kStateBytesMax) {
    return Refuse(base::StatusCode::kTooLarge, fmt::format("{} bytes of state are more than {}",
                                                           blob.bytes.size(), kStateBytesMax));
  }
  if (options_.sha256 != nullptr && !blob.digest.empty() &&
      options_.sha256(blob.bytes) != blob.digest) {
    return Refuse(base::StatusCode::kDataLoss, "the state does not have its digest");
  }
  return member.calls->LoadState(blob, deadline);
}

base::Status Generation::PauseRuns(base::MonoTime deadline) {
  for (Member& member : members_) {
    if (member.AtWork()) member.run->Pause();
  }
  for (Member& member : members_) {
    if (member.AtWork()) OARLOCK_RETURN_IF_ERROR(member.run->Drain(deadline));
  }
  return base::Status::Ok();
}

base::Result<Reconfigured> Generation::Reconfigure(std::string json, std::string digest,
                                                   base::MonoTime deadline,
                                                   const SharedConfigValues& values) {
  const bool active = std::any_of(members_.begin(), members_.end(),
                                  [](const Member& member) { return member.active; });
  base::Result<Reconfigured> answer = Reconfigured::kNeedsRestart;
  base::Status status = active ? PauseRuns(deadline) : base::Status::Ok();
  if (status.ok()) {
    const std::shared_ptr<void> held = threads_->HoldCallbacks(deadline);
    status = held == nullptr ? base::DeadlineExceeded("a callback of the plugin does not return")
                             : OnControl("configure", kLoadTimeout, [&] {
                                 answer = ReconfigureMembers(json, digest, values);
                                 return base::Status::Ok();
                               });
  }
  for (Member& member : members_) {
    if (active && !stuck_ && member.AtWork()) member.run->Resume();
  }
  if (status.ok() && answer.ok() && *answer == Reconfigured::kApplied) {
    options_.config_json.swap(json);
    options_.config_digest = std::move(digest);
    options_.config_values = values;
  }
  if (!stuck_) base::Wipe(json);
  if (!status.ok()) return status;
  return answer;
}

base::Result<Reconfigured> Generation::ReconfigureMembers(const std::string& json,
                                                          const std::string& digest,
                                                          const SharedConfigValues& values) {
  bool applied = true;
  for (size_t i = 0; i < members_.size(); ++i) {
    const auto took = members_[i].calls->Configure(json, digest, values);
    if (took.ok()) {
      applied = applied && *took;
      continue;
    }
    GiveFormerConfig(i);
    return took.status().WithContext("controller " + members_[i].instance->name().controller);
  }
  for (Member& member : members_) {
    const auto now = DeclareMember(member);
    if (!now.ok()) {
      GiveFormerConfig(members_.size());
      return now.status();
    }
    applied = applied && CompareDeclarations(member.instance->declaration(), *now).same();
  }
  if (applied) return Reconfigured::kApplied;
  // It works on until there is a new one, which may never come.
  GiveFormerConfig(members_.size());
  return Reconfigured::kNeedsRestart;
}

void Generation::GiveFormerConfig(size_t members) {
  for (size_t i = 0; i < members; ++i) {
    const auto took = members_[i].calls->Configure(options_.config_json, options_.config_digest,
                                                   options_.config_values);
    if (took.ok()) continue;
    members_[i].instance->log().Warning("does not take its former configuration again",
                                        {{"error", took.status().message()}});
  }
}

}  // namespace oarlock::pluginhost
