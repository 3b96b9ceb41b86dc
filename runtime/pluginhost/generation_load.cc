// The first steps of a generation, all on its control thread: entry and negotiation, creation of
// the instances, configuration and declaration.
#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <set>
#include <utility>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/call_marker.h"
#include "pluginhost/generation.h"

namespace oarlock::pluginhost {
namespace {

constexpr size_t kTextCapacity = 1024;

base::Status Refused(std::string_view what, int32_t status, const oar_text& message) {
  const std::string words = TextOf(message);
  return {FromAbi(status), words.empty()
                               ? fmt::format("{} returned {}", what, AbiStatusName(status))
                               : fmt::format("{}: {}", what, words)};
}

base::Status Broken(std::string message) {
  return {base::StatusCode::kPluginFault, std::move(message)};
}

base::Status CheckDescriptor(const oar_descriptor& descriptor, const GenerationOptions& options) {
  const std::string_view id = FromView(descriptor.id);
  const std::string_view version = FromView(descriptor.version);
  if (!options.plugin_id.empty() && id != options.plugin_id) {
    return Broken(
        fmt::format("its note says \"{}\", its descriptor \"{}\"", options.plugin_id, id));
  }
  if (!options.plugin_version.empty() && version != options.plugin_version) {
    return Broken(fmt::format("its note says version \"{}\", its descriptor \"{}\"",
                              options.plugin_version, version));
  }
  return base::Status::Ok();
}

base::Result<std::vector<std::string>> ControllerIds(const oar_descriptor& descriptor) {
  const auto infos = ReadArray(descriptor.controllers, descriptor.controllers_count,
                               descriptor.controllers_stride);
  if (!infos) return Broken("its list of controllers is malformed");
  if (infos->empty()) return Broken("it offers no controller");
  if (infos->size() > kInstancesMax) {
    return Broken(fmt::format("it offers more than {} controllers", kInstancesMax));
  }
  std::vector<std::string> ids;
  std::set<std::string> seen;
  for (const oar_controller_info& info : *infos) {
    std::string id = TextOf(info.id);
    if (id.empty() || !seen.insert(id).second) {
      return Broken(fmt::format("controller id \"{}\" is empty or used twice", id));
    }
    ids.push_back(std::move(id));
  }
  return ids;
}

base::Status GoOn(const std::stop_token& stop) {
  if (!stop.stop_requested()) return base::Status::Ok();
  return {base::StatusCode::kCancelled, "stopped while loading"};
}

std::vector<std::string> StateReads(const oar_descriptor& descriptor) {
  std::vector<std::string> out;
  const oar_view* const views = descriptor.state_reads;
  for (uint64_t i = 0; views != nullptr && i < descriptor.state_reads_count; ++i) {
    if (i >= kAbiArrayMax) break;
    out.push_back(TextOf(views[i]));
  }
  return out;
}

base::Status CheckOverrides(const GenerationOptions& options, const std::vector<std::string>& ids) {
  for (const auto& [name, spec] : options.controllers) {
    if (std::find(ids.begin(), ids.end(), name) != ids.end()) continue;
    return base::InvalidArgument(
        fmt::format("the manifest sets controllers.{}, but the plugin offers only {}", name,
                    fmt::join(ids, ", ")));
  }
  return base::Status::Ok();
}

}  // namespace

base::Status Generation::LoadOnControl(const std::stop_token& stop) {
  load_stop_ = stop;
  OARLOCK_RETURN_IF_ERROR(GoOn(load_stop_));
  OARLOCK_ASSIGN_OR_RETURN(const PluginEntry entry, code_->Load());
  mapped_ = true;
  OARLOCK_RETURN_IF_ERROR(GoOn(load_stop_));
  return Negotiate(entry);
}

base::Status Generation::Negotiate(const PluginEntry& entry) {
  oar_host_hello host{sizeof(oar_host_hello),
                      0,
                      OAR_ABI_MAJOR,
                      0,
                      OAR_ABI_MINOR,
                      static_cast<uint32_t>(::getpagesize()),
                      ToView("oarlock"),
                      ToView(env_.host_version),
                      0,
                      0};
  char message[kTextCapacity];
  oar_plugin_hello plugin{};
  plugin.struct_size = sizeof(plugin);
  plugin.message = {message, sizeof(message), 0};
  int32_t status = OAR_OK;
  {
    const CallMarker mark({label_.c_str(), "oar_entry_v1", 0});
    status = entry.call(&host, &plugin);
  }
  if (status < 0) return Refused("the plugin refused this host", status, plugin.message);
  if (plugin.abi_minor > OAR_ABI_MINOR || plugin.abi_minor_min > OAR_ABI_MINOR) {
    return Broken(fmt::format("it needs plugin ABI 1.{}, this host has 1.{}",
                              std::max(plugin.abi_minor, plugin.abi_minor_min), OAR_ABI_MINOR));
  }
  const auto descriptor = ReadStruct(plugin.descriptor);
  const auto factory = ReadStruct(plugin.factory);
  if (!descriptor || !factory || factory->create == nullptr) {
    return Broken("its entry gave no descriptor or no factory");
  }
  OARLOCK_RETURN_IF_ERROR(CheckDescriptor(*descriptor, options_));
  options_.plugin_id = TextOf(descriptor->id);
  options_.plugin_version = TextOf(descriptor->version);
  state_reads_ = StateReads(*descriptor);
  state_writes_ = TextOf(descriptor->state_writes);
  return CreateInstances(*descriptor, *factory);
}

base::Status Generation::CreateInstances(const oar_descriptor& descriptor,
                                         const oar_factory& factory) {
  OARLOCK_ASSIGN_OR_RETURN(const auto ids, ControllerIds(descriptor));
  OARLOCK_RETURN_IF_ERROR(CheckOverrides(options_, ids));
  for (const std::string& id : ids) {
    OARLOCK_RETURN_IF_ERROR(GoOn(load_stop_));
    auto member = CreateInstance(id, factory);
    if (!member.ok()) return member.status().WithContext("controller " + id);
    {
      base::MutexLock lock(members_mutex_);
      members_.push_back(std::move(member).value());
    }
    const base::Status ready = ConfigureAndDeclare(members_.back());
    if (!ready.ok()) return ready.WithContext("controller " + id);
  }
  return base::Status::Ok();
}

base::Result<Generation::Member> Generation::CreateInstance(const std::string& controller,
                                                            const oar_factory& factory) {
  Member member;
  member.instance = std::make_unique<Instance>(
      env_, InstanceName{options_.plugin, label_, controller, options_.plugin_id});
  member.instance->set_leadership(options_.leadership);
  member.instance->set_permissions(options_.permissions);
  if (options_.client) member.instance->set_client(options_.client);
  if (member.instance->handle().id == 0) {
    return base::Status(base::StatusCode::kResourceExhausted, "too many plugin instances");
  }
  const oar_create_args args{sizeof(oar_create_args), 0, ToView(controller),
                             ToView(options_.plugin), options_.number};
  char message[kTextCapacity];
  oar_created created{sizeof(oar_created), 0, nullptr, nullptr, {message, sizeof(message), 0}};
  int32_t status = OAR_OK;
  {
    const CallMarker mark({label_.c_str(), "create", 0});
    status = factory.create(&HostApi(), member.instance->handle(), &args, &created);
  }
  if (status < 0) return Refused("create", status, created.message);
  if (created.plugin == nullptr) return Broken("create gave no table");
  const auto table = ReadStruct(created.plugin);
  if (!table || table->reconcile == nullptr || table->destroy == nullptr) {
    if (table && table->destroy != nullptr) (void)table->destroy(created.instance);
    return Broken("its table lacks reconcile or destroy");
  }
  member.calls = std::make_unique<PluginCalls>(*member.instance, created.instance, *created.plugin);
  return member;
}

base::Status Generation::ConfigureAndDeclare(Member& member) {
  const auto configured = member.calls->Configure(options_.config_json, options_.config_digest,
                                                  options_.config_values, load_stop_);
  if (!configured.ok()) return configured.status().WithContext("configuration");
  OARLOCK_ASSIGN_OR_RETURN(Declaration declaration, DeclareMember(member));
  if (options_.leadership != nullptr && declaration.controller.all_replicas) {
    member.instance->log().Warning(
        "a controller that wants to work on every replica works on the leader only: set "
        "leaderElection: false for its plugin");
  }
  member.instance->set_declaration(std::move(declaration));
  return member.instance->ClaimMetrics().WithContext("declare");
}

// What the plugin declares, within the namespaces that the manifest leaves it.
base::Result<Declaration> Generation::DeclareMember(Member& member) {
  OARLOCK_ASSIGN_OR_RETURN(Declaration declaration, member.calls->Declare());
  OARLOCK_RETURN_IF_ERROR(declaration.NarrowTo(options_.namespaces));
  return declaration;
}

}  // namespace oarlock::pluginhost
