#include "app/check/inspect_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <memory>
#include <sstream>

#include "app/check/child_process.h"
#include "app/check/declaration_text.h"
#include "app/check/subject.h"
#include "app/check/subject_config.h"
#include "app/exit_code.h"
#include "app/rbac/needs.h"
#include "app/rbac/rule_set.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/abi_convert.h"
#include "supervisor/library_file.h"
#include "supervisor/plugin_package.h"

namespace oarlock::app {
namespace {

constexpr std::chrono::seconds kInspectDeadline{30};

void Indented(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) fmt::print("  {}\n", line);
}

void PrintNote(const oar_note& note) {
  fmt::print("plugin:   {} {}\n", supervisor::NoteText(note.plugin_id),
             supervisor::NoteText(note.plugin_version));
  fmt::print("abi:      {}.{}, needs a host of {}.{} or newer\n", note.abi_major, note.abi_minor,
             note.abi_major, note.host_minor_min);
  fmt::print("sdk:      {} {}\n", supervisor::NoteText(note.sdk_language),
             supervisor::NoteText(note.sdk_version));
  fmt::print("flags:    {}{}{}\n",
             (note.flags_must & OAR_NOTE_NEEDS_CHILD) != 0 ? "needs-child " : "",
             (note.flags_may & OAR_NOTE_RELOAD_SAFE) != 0 ? "reload-safe " : "",
             (note.flags_may & OAR_NOTE_NO_THREADS) != 0 ? "no-threads" : "");
}

// False: it is no plugin.
bool PrintStatic(const supervisor::LibraryFile& file) {
  fmt::print("file:     {}\nsha256:   {}\n", file.path(), file.sha256());
  const supervisor::ElfNote* data = file.image().FindNote(OAR_NOTE_OWNER, OAR_NOTE_TYPE);
  oar_note note{};
  if (data == nullptr || data->data.size() < sizeof(note)) {
    fmt::print(stderr, "{}: a shared library, but no oarlock plugin\n", file.path());
    return false;
  }
  std::memcpy(&note, data->data.data(), sizeof(note));
  PrintNote(note);
  const std::string_view schema = file.image().TextSection(".oarlock.schema");
  fmt::print("configuration schema:{}\n", schema.empty() ? " none" : "");
  Indented(schema);
  if (const auto crds = file.image().TextSection(".oarlock.crds"); !crds.empty()) {
    fmt::print("crds:\n");
    Indented(crds);
  }
  return note.abi_major == OAR_ABI_MAJOR && (note.flags_must & OAR_NOTE_NEEDS_CHILD) == 0;
}

void TellLines(ChildVoice& voice, std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) voice.Text("  " + line);
}

// In all namespaces, as one account that does everything.
std::string NeededRules(const pluginhost::Declaration& declaration) {
  PluginNeeds needs = NeedsOf(declaration, nullptr);
  RuleSet rules;
  for (auto* part : {&needs.host, &needs.calls}) {
    for (pluginhost::AccessDecl& access : *part) {
      access.namespaces.clear();
      rules.Add(access);
    }
  }
  return RulesText(rules.Rules()[""]);
}

// In the child: everything up to declare.
void Describe(Subject& subject, ChildVoice& voice) {
  if (!subject.Load() || !subject.Enter()) return;
  for (const std::string& controller : subject.controllers()) {
    SubjectInstance instance(subject, controller);
    if (!instance.Create()) return;
    if (instance.Configure() < OAR_OK) {
      voice.Error("controller " + controller + ": it refuses its configuration",
                  "give one with --config FILE");
      return;
    }
    const auto declaration = instance.Declare();
    if (!declaration.ok()) {
      voice.Error("controller " + controller + ": declare: " + declaration.status().message(), {});
      return;
    }
    voice.Text("controller " + controller + ":");
    TellLines(voice, DeclarationText(*declaration));
    voice.Text("needed RBAC of " + controller + " (plurals of custom kinds are guessed):");
    TellLines(voice, NeededRules(*declaration));
  }
}

int PrintDeclarations(const std::string& path, const SubjectConfig& config) {
  const ChildResult result = RunInChild(
      [&](ChildVoice& voice) {
        Subject subject(path, config, voice);
        Describe(subject, voice);
      },
      kInspectDeadline);
  for (const std::string& line : result.lines) fmt::print("{}\n", line);
  bool good = result.ended_well();
  for (const Finding& finding : result.findings) {
    if (finding.severity != Severity::kError) continue;
    good = false;
    fmt::print(stderr, "{}{}{}\n", finding.what, finding.fix.empty() ? "" : "; ", finding.fix);
  }
  if (!result.ended_well()) fmt::print(stderr, "it {}\n", result.HowItEnded());
  return good ? kExitOk : kExitCheckFailed;
}

}  // namespace

CLI::App* AddInspectCommand(CLI::App& app, InspectOptions& options) {
  CLI::App* inspect = app.add_subcommand(
      "inspect", "Print a plugin's note, configuration schema, declarations and needed RBAC");
  inspect->add_option("file", options.file, "A plugin library")->required();
  inspect->add_option("--config", options.config, "Configuration of the plugin, YAML or JSON");
  inspect->add_flag("--static", options.static_only, "Run nothing: no declarations, no RBAC");
  return inspect;
}

int RunInspect(const InspectOptions& options) {
  const auto file = supervisor::LibraryFile::Open(options.file, "inspect", "");
  if (!file.ok()) {
    fmt::print(stderr, "{}\n", file.status().message());
    return kExitUsage;
  }
  if (!PrintStatic(**file)) return kExitCheckFailed;
  if (options.static_only) return kExitOk;
  const auto config =
      MakeSubjectConfig((*file)->image().TextSection(".oarlock.schema"), options.config);
  if (!config.ok()) {
    fmt::print(stderr, "{}\n", config.status().message());
    return kExitUsage;
  }
  std::fflush(stdout);
  return PrintDeclarations(options.file, *config);
}

}  // namespace oarlock::app
