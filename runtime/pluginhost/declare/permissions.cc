#include "pluginhost/declare/permissions.h"

#include <algorithm>
#include <utility>

namespace oarlock::pluginhost {
namespace {

bool Contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool Matches(std::string_view rule, std::string_view word) { return rule == "*" || rule == word; }

bool AllowsVerb(const AccessDecl& rule, std::string_view verb) {
  return Contains(rule.verbs, verb) || Contains(rule.verbs, "*");
}

bool IsOf(const AccessDecl& rule, const kube::ResourceInfo& resource,
          std::string_view subresource) {
  return Matches(rule.group, resource.gvr.group) && Matches(rule.resource, resource.gvr.resource) &&
         Matches(rule.subresource, subresource);
}

// The narrower of two words, where one of them is "*" or both are equal.
std::optional<std::string> Narrower(const std::string& a, const std::string& b) {
  if (a == b || b == "*") return a;
  if (a == "*") return b;
  return std::nullopt;
}

// What both lists name; an empty list names all. Nullopt: nothing.
std::optional<std::vector<std::string>> Common(const std::vector<std::string>& a,
                                               const std::vector<std::string>& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  std::vector<std::string> out;
  for (const std::string& word : a) {
    if (Contains(b, word)) out.push_back(word);
  }
  if (out.empty()) return std::nullopt;
  return out;
}

std::optional<AccessDecl> Intersection(const AccessDecl& a, const AccessDecl& b) {
  const auto group = Narrower(a.group, b.group);
  const auto resource = Narrower(a.resource, b.resource);
  const auto subresource = Narrower(a.subresource, b.subresource);
  const std::vector<std::string> any;
  const auto verbs =
      Common(Contains(a.verbs, "*") ? any : a.verbs, Contains(b.verbs, "*") ? any : b.verbs);
  const auto namespaces = Common(a.namespaces, b.namespaces);
  const auto names = Common(a.names, b.names);
  if (!group || !resource || !subresource || !verbs || !namespaces || !names) return std::nullopt;
  return AccessDecl{*group,       *resource,
                    *subresource, verbs->empty() ? std::vector<std::string>{"*"} : *verbs,
                    *namespaces,  *names};
}

}  // namespace

bool Allows(const AccessDecl& rule, const AccessQuery& query) {
  return IsOf(rule, query.resource, query.subresource) && AllowsVerb(rule, query.verb) &&
         (rule.namespaces.empty() || Contains(rule.namespaces, query.ns)) &&
         (rule.names.empty() || Contains(rule.names, query.name));
}

ObjectFilter::ObjectFilter(std::vector<Part> parts) {
  const bool all = std::any_of(parts.begin(), parts.end(), [](const Part& part) {
    return part.namespaces.empty() && part.names.empty();
  });
  if (!all) parts_ = std::move(parts);
}

bool ObjectFilter::HasSome(std::string_view ns, std::string_view name) const {
  return std::any_of(parts_->begin(), parts_->end(), [&](const Part& part) {
    return (part.namespaces.empty() || Contains(part.namespaces, ns)) &&
           (part.names.empty() || Contains(part.names, name));
  });
}

std::vector<std::string> ObjectFilter::Namespaces() const {
  std::vector<std::string> out;
  if (everything()) return out;
  for (const Part& part : *parts_) {
    if (part.namespaces.empty()) return {};
    out.insert(out.end(), part.namespaces.begin(), part.namespaces.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<AccessDecl> Permissions::Within(const AccessDecl& declared) const {
  std::vector<AccessDecl> out;
  for (const AccessDecl& rule : rules_) {
    if (auto both = Intersection(declared, rule)) out.push_back(*std::move(both));
  }
  return out;
}

bool Permissions::Allow(const AccessQuery& query) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&query](const AccessDecl& rule) { return Allows(rule, query); });
}

// One rule has to grant both: rules that each grant one of them are not joined.
ObjectFilter Permissions::Cached(const kube::ResourceInfo& resource) const {
  std::vector<ObjectFilter::Part> parts;
  for (const AccessDecl& rule : rules_) {
    if (!IsOf(rule, resource, "") || !AllowsVerb(rule, "list") || !AllowsVerb(rule, "watch")) {
      continue;
    }
    if (!resource.namespaced && !rule.namespaces.empty()) continue;
    parts.push_back({rule.namespaces, rule.names});
  }
  return ObjectFilter(std::move(parts));
}

}  // namespace oarlock::pluginhost
