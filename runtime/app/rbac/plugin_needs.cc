#include "app/rbac/plugin_needs.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "app/check/child_process.h"
#include "app/check/subject.h"
#include "supervisor/plugin_package.h"

namespace oarlock::app {
namespace {

using pluginhost::AccessDecl;

constexpr std::chrono::seconds kDeclareDeadline{30};

// One rule as a line of the child: which list, then its fields. None of their words has these
// signs.
constexpr char kFieldEnd = '|';
constexpr char kWordEnd = ',';

std::string Line(char list, const AccessDecl& rule) {
  std::string out(1, list);
  const auto field = [&out](const std::vector<std::string>& words) {
    out += kFieldEnd;
    for (const std::string& word : words) out += word + kWordEnd;
  };
  field({rule.group, rule.resource, rule.subresource});
  field(rule.verbs);
  field(rule.namespaces);
  field(rule.names);
  return out;
}

std::vector<std::string> Split(const std::string& text, char end) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t next = std::min(text.find(end, at), text.size());
    out.push_back(text.substr(at, next - at));
    at = next + 1;
  }
  return out;
}

std::optional<AccessDecl> RuleOf(const std::string& line) {
  const std::vector<std::string> fields = Split(line + kFieldEnd, kFieldEnd);
  if (fields.size() != 5) return std::nullopt;
  const std::vector<std::string> names = Split(fields[1], kWordEnd);
  if (names.size() != 3) return std::nullopt;
  return AccessDecl{names[0],
                    names[1],
                    names[2],
                    Split(fields[2], kWordEnd),
                    Split(fields[3], kWordEnd),
                    Split(fields[4], kWordEnd)};
}

// In the child.
void TellNeeds(Subject& subject, const supervisor::PluginSpec& spec, ChildVoice& voice) {
  if (!subject.Load() || !subject.Enter()) return;
  std::optional<pluginhost::Permissions> permitted;
  if (spec.permissions) permitted.emplace(*spec.permissions);
  for (const std::string& controller : subject.controllers()) {
    SubjectInstance instance(subject, controller);
    if (!instance.Create()) return;
    if (instance.Configure() < OAR_OK) {
      voice.Error("controller " + controller + ": it refuses its configuration" +
                      (spec.config_from.empty()
                           ? ""
                           : ", which is not whole without its Secrets (configFrom); write what "
                             "it needs to declare its types into config"),
                  {});
      return;
    }
    auto declaration = instance.Declare();
    base::Status good = declaration.status();
    if (good.ok()) good = declaration->NarrowTo(spec.namespaces);
    if (!good.ok()) {
      voice.Error("controller " + controller + ": declare: " + good.message(), {});
      return;
    }
    const PluginNeeds needs = NeedsOf(*declaration, permitted ? &*permitted : nullptr);
    for (const AccessDecl& rule : needs.host) voice.Text(Line('h', rule));
    for (const AccessDecl& rule : needs.calls) voice.Text(Line('p', rule));
  }
}

// An apply of what is not there yet is a create as well.
void AddCrds(const std::vector<supervisor::CarriedCrd>& crds, std::vector<AccessDecl>& host) {
  AccessDecl rule{
      "apiextensions.k8s.io", "customresourcedefinitions", "", {"get", "patch"}, {}, {}};
  for (const supervisor::CarriedCrd& crd : crds) rule.names.push_back(crd.name);
  host.push_back(rule);
  rule.verbs = {"create"};
  rule.names.clear();
  host.push_back(std::move(rule));
}

}  // namespace

base::Result<PluginNeeds> NeedsOfPlugin(const supervisor::PluginSpec& spec,
                                        const std::string& plugin_dir) {
  const std::string what = fmt::format("{}: plugin {}", spec.position, spec.name);
  const auto package = supervisor::OpenPackage(spec, plugin_dir, "rbac");
  if (!package.ok()) return package.status().WithContext(what);
  const SubjectConfig config{package->config_json, package->config_digest};
  const ChildResult child = RunInChild(
      [&](ChildVoice& voice) {
        Subject subject(package->file->path(), config, voice);
        TellNeeds(subject, spec, voice);
      },
      kDeclareDeadline);
  for (const Finding& finding : child.findings) {
    if (finding.severity == Severity::kError) {
      return base::InvalidArgument(what + ": " + finding.what);
    }
  }
  if (!child.ended_well()) return base::InvalidArgument(what + ": it " + child.HowItEnded());
  PluginNeeds needs;
  if (!package->crds.empty()) AddCrds(package->crds, needs.host);
  for (const std::string& line : child.lines) {
    auto rule = RuleOf(line);
    if (!rule) return base::Internal(what + ": a broken line: " + line);
    (line[0] == 'h' ? needs.host : needs.calls).push_back(*std::move(rule));
  }
  return needs;
}

}  // namespace oarlock::app
