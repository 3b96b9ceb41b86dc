#include "app/rbac/rule_set.h"

#include <fmt/format.h>

#include <algorithm>

namespace oarlock::app {
namespace {

// Verbs for which RBAC does not know the object's name.
bool HasNoName(const std::string& verb) { return verb == "create" || verb == "deletecollection"; }

std::string Quoted(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "\"" : ", \"") + word + "\"";
  return out;
}

}  // namespace

void RuleSet::Add(const pluginhost::AccessDecl& access) {
  if (access.namespaces.empty()) return AddTo("", access);
  for (const std::string& ns : access.namespaces) AddTo(ns, access);
}

void RuleSet::AddTo(const std::string& ns, const pluginhost::AccessDecl& access) {
  // "*" has the subresources in it.
  const bool plain = access.subresource.empty() || access.resource == "*";
  const std::string resource = plain ? access.resource : access.resource + "/" + access.subresource;
  for (const std::string& verb : access.verbs) {
    Target target{access.group, resource, access.names};
    if (access.subresource.empty() && HasNoName(verb)) target.names.clear();
    std::sort(target.names.begin(), target.names.end());
    needed_[ns][target].insert(verb);
  }
}

bool RuleSet::Covers(const Target& wide, const Target& narrow) {
  return (wide.group == "*" || wide.group == narrow.group) &&
         (wide.resource == "*" || wide.resource == narrow.resource) &&
         (wide.names.empty() ||
          (!narrow.names.empty() && std::includes(wide.names.begin(), wide.names.end(),
                                                  narrow.names.begin(), narrow.names.end())));
}

RuleSet::Verbs RuleSet::Without(const Needed& rules, const Target& target, Verbs verbs) {
  for (const auto& [wide, granted] : rules) {
    if (!Covers(wide, target)) continue;
    if (granted.contains("*")) return {};
    for (const std::string& verb : granted) verbs.erase(verb);
  }
  return verbs;
}

RuleSet::Needed RuleSet::Reduced(const std::string& ns) const {
  Needed out;
  const Needed& own = needed_.at(ns);
  for (const auto& [target, verbs] : own) {
    Needed others = own;
    others.erase(target);
    Verbs left = Without(others, target, verbs);
    const auto everywhere = needed_.find("");
    if (!ns.empty() && everywhere != needed_.end()) {
      left = Without(everywhere->second, target, std::move(left));
    }
    if (left.contains("*")) left = {"*"};
    if (!left.empty()) out.emplace(target, std::move(left));
  }
  return out;
}

RuleSet::ByNamespace RuleSet::Rules() const {
  ByNamespace out;
  for (const auto& [ns, needed] : needed_) {
    std::vector<RbacRule> rules;
    for (const auto& [target, verbs] : Reduced(ns)) {
      RbacRule rule{target.group, {target.resource}, target.names, {verbs.begin(), verbs.end()}};
      const auto same = std::find_if(rules.begin(), rules.end(), [&rule](const RbacRule& other) {
        return other.group == rule.group && other.names == rule.names && other.verbs == rule.verbs;
      });
      if (same == rules.end()) {
        rules.push_back(std::move(rule));
      } else {
        same->resources.push_back(target.resource);
      }
    }
    if (!rules.empty()) out.emplace(ns, std::move(rules));
  }
  return out;
}

std::string RulesText(const std::vector<RbacRule>& rules) {
  std::string out = "rules:\n";
  for (const RbacRule& rule : rules) {
    out += fmt::format("- apiGroups: [\"{}\"]\n  resources: [{}]\n", rule.group,
                       Quoted(rule.resources));
    if (!rule.names.empty()) out += fmt::format("  resourceNames: [{}]\n", Quoted(rule.names));
    out += fmt::format("  verbs: [{}]\n", Quoted(rule.verbs));
  }
  return out;
}

}  // namespace oarlock::app
