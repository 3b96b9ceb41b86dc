#include "app/rbac/rules_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace oarlock::app {
namespace {

// Nobody makes a RoleBinding in it, so a review of it has what is granted in all namespaces.
constexpr char kNoNamespace[] = "oarlock-grants-of-the-whole-cluster";

std::vector<std::string> Texts(kube::Value list) {
  std::vector<std::string> out;
  for (const auto& [key, value] : kube::Members(list)) out.emplace_back(value.AsString());
  return out;
}

bool Names(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end() ||
         std::find(list.begin(), list.end(), "*") != list.end();
}

bool NamesResource(const std::vector<std::string>& list, const std::string& resource) {
  const size_t slash = resource.find('/');
  return Names(list, resource) ||
         (slash != std::string::npos && Names(list, "*" + resource.substr(slash)));
}

// What the server grants in one namespace.
class Granted {
 public:
  static base::Result<Granted> Ask(const std::string& ns, kube::Client& client,
                                   const kube::CallContext& call) {
    const kube::ResourceInfo reviews{{"authorization.k8s.io", "v1", "selfsubjectrulesreviews"},
                                     "SelfSubjectRulesReview",
                                     false,
                                     {"create"},
                                     {}};
    const std::string body =
        fmt::format(R"({{"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectRulesReview",)"
                    R"("spec":{{"namespace":"{}"}}}})",
                    ns.empty() ? kNoNamespace : ns.c_str());
    OARLOCK_ASSIGN_OR_RETURN(const kube::Object review,
                             client.Create({reviews, "", "", ""}, body, {}, call));
    Granted granted;
    for (const auto& [key, rule] : kube::Members(review.root()["status"]["resourceRules"])) {
      granted.rules_.push_back({Texts(rule["apiGroups"]), Texts(rule["resources"]),
                                Texts(rule["resourceNames"]), Texts(rule["verbs"])});
    }
    if (granted.rules_.empty() && review.root()["status"]["incomplete"].AsBool(false)) {
      return base::Status(base::StatusCode::kUnimplemented,
                          "the server's authorizer does not list what it grants: " +
                              std::string(review.root()["status"]["evaluationError"].AsString()));
    }
    return granted;
  }

  bool Allows(const RbacRule& needed, const std::string& resource, const std::string& verb) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
      const bool named =
          rule.names.empty() ||
          (!needed.names.empty() &&
           std::all_of(needed.names.begin(), needed.names.end(),
                       [&rule](const std::string& name) { return Names(rule.names, name); }));
      return named && Names(rule.groups, needed.group) && NamesResource(rule.resources, resource) &&
             Names(rule.verbs, verb);
    });
  }

 private:
  struct Rule {
    std::vector<std::string> groups, resources, names, verbs;
  };
  std::vector<Rule> rules_;
};

std::string Text(const RbacRule& rule, const std::string& resource,
                 const std::vector<std::string>& verbs, const std::string& ns) {
  return fmt::format("{} {}{}{}{}", fmt::join(verbs, ", "), resource,
                     rule.group.empty() ? "" : "." + rule.group,
                     rule.names.empty() ? "" : fmt::format(" {}", fmt::join(rule.names, ", ")),
                     ns.empty() ? " in all namespaces" : " in namespace " + ns);
}

}  // namespace

base::Result<std::vector<std::string>> MissingRules(const RuleSet& needed, kube::Client& client,
                                                    const kube::CallContext& call) {
  std::vector<std::string> missing;
  for (const auto& [ns, rules] : needed.Rules()) {
    OARLOCK_ASSIGN_OR_RETURN(const Granted granted, Granted::Ask(ns, client, call));
    for (const RbacRule& rule : rules) {
      for (const std::string& resource : rule.resources) {
        std::vector<std::string> verbs;
        for (const std::string& verb : rule.verbs) {
          if (!granted.Allows(rule, resource, verb)) verbs.push_back(verb);
        }
        if (!verbs.empty()) missing.push_back(Text(rule, resource, verbs, ns));
      }
    }
  }
  return missing;
}

}  // namespace oarlock::app
