// The rules of all other built-in types.
#include <fmt/format.h>
#include <re2/re2.h>

#include <set>

#include "sandbox/schema/name_rules.h"
#include "sandbox/schema/validation_rules.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kFrozen = "field is immutable when `immutable` is set";

void CheckDataKeys(const Json& data, const char* name, FieldErrors& errors) {
  if (!data.is_object()) return;
  static const RE2 kKey("[-._a-zA-Z0-9]+");
  for (const auto& item : data.items()) {
    const std::string field = fmt::format("{}[{}]", name, item.key());
    if (item.key().size() > 253) {
      errors.push_back(
          FieldError::Invalid(field, item.key(), "must be no more than 253 characters"));
    } else if (!RE2::FullMatch(item.key(), kKey)) {
      errors.push_back(FieldError::Invalid(
          field, item.key(),
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. "
          "'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is "
          "'[-._a-zA-Z0-9]+')"));
    } else if (item.key() == "." || item.key() == "..") {
      errors.push_back(
          FieldError::Invalid(field, item.key(), fmt::format("must not be '{}'", item.key())));
    }
  }
}

void CheckFrozen(const Json& object, const Json& before, std::initializer_list<const char*> names,
                 FieldErrors& errors) {
  if (Member(before, "immutable") != true) return;
  if (Member(object, "immutable") != true) {
    errors.push_back(FieldError::Forbidden("immutable", kFrozen));
  }
  for (const char* name : names) {
    if (Member(object, name) != Member(before, name)) {
      errors.push_back(FieldError::Forbidden(name, kFrozen));
    }
  }
}

void ValidateConfigMap(const Json& object, const Json& before, FieldErrors& errors) {
  CheckDataKeys(Member(object, "data"), "data", errors);
  CheckDataKeys(Member(object, "binaryData"), "binaryData", errors);
  if (const Json& data = Member(object, "data"); data.is_object()) {
    for (const auto& item : data.items()) {
      if (Member(Member(object, "binaryData"), item.key()).is_null()) continue;
      errors.push_back(FieldError::Invalid(fmt::format("data[{}]", item.key()), item.key(),
                                           "duplicate of key present in binaryData"));
    }
  }
  CheckFrozen(object, before, {"data", "binaryData"}, errors);
}

void ValidateSecret(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& data = Member(object, "data");
  CheckDataKeys(data, "data", errors);
  const std::string_view type = TextAt(object, {"type"});
  const auto require = [&](std::string_view key) {
    if (!Member(data, key).is_null()) return;
    errors.push_back(FieldError::Required(fmt::format("data[{}]", key)));
  };
  if (type == "kubernetes.io/tls") {
    require("tls.crt");
    require("tls.key");
  }
  if (type == "kubernetes.io/dockerconfigjson") require(".dockerconfigjson");
  if (type == "kubernetes.io/ssh-auth") require("ssh-privatekey");
  if (before.is_null()) return;
  CheckSame(Member(object, "type"), Member(before, "type"), "type", errors);
  CheckFrozen(object, before, {"data"}, errors);
}

void CheckServicePorts(const Json& ports, FieldErrors& errors) {
  std::set<std::string> names;
  std::set<std::string> numbers;
  for (size_t i = 0; i < ports.size(); ++i) {
    const Json& port = ports[i];
    const std::string field = fmt::format("spec.ports[{}]", i);
    const std::string name(TextAt(port, {"name"}));
    if (name.empty() && ports.size() > 1) {
      errors.push_back(FieldError::Required(field + ".name"));
    } else if (const std::string error = name.empty() ? "" : Dns1123LabelError(name);
               !error.empty()) {
      errors.push_back(FieldError::Invalid(field + ".name", name, error));
    } else if (!name.empty() && !names.insert(name).second) {
      errors.push_back(FieldError::Duplicate(field + ".name", name));
    }
    CheckPort(Member(port, "port"), field + ".port", errors);
    CheckOneOf(port, field, "protocol", {"SCTP", "TCP", "UDP"}, errors);
    if (!Member(port, "targetPort").is_string()) {
      CheckPort(Member(port, "targetPort"), field + ".targetPort", errors);
    }
    const std::string number =
        WriteJson(Member(port, "port")) + std::string(TextAt(port, {"protocol"}));
    if (!numbers.insert(number).second) {
      errors.push_back(FieldError::Duplicate(
          field, Json{{"Port", Member(port, "port")}, {"Protocol", Member(port, "protocol")}}));
    }
  }
}

void ValidateService(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const std::string_view type = TextAt(spec, {"type"});
  const bool headless = TextAt(spec, {"clusterIP"}) == "None";
  if (type == "ExternalName") {
    CheckRequired(spec, "spec", "externalName", errors);
  } else if (Member(spec, "ports").empty() && !headless) {
    errors.push_back(FieldError::Required("spec.ports"));
  }
  CheckServicePorts(Member(spec, "ports"), errors);
  CheckLabels(Member(spec, "selector"), "spec.selector", errors);
  CheckOneOf(spec, "spec", "sessionAffinity", {"ClientIP", "None"}, errors);
  CheckOneOf(spec, "spec", "type", {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"},
             errors);
  const std::string_view old = TextAt(before, {"spec", "clusterIP"});
  if (!old.empty() && type != "ExternalName" && TextAt(spec, {"clusterIP"}) != old) {
    errors.push_back(FieldError::Invalid(
        "spec.clusterIPs[0]", Json::array({Member(spec, "clusterIP")}), "may not change once set"));
  }
}

void CheckRule(const Json& rule, const std::string& field, bool namespaced, FieldErrors& errors) {
  const Json& urls = Member(rule, "nonResourceURLs");
  if (!urls.empty()) {
    if (namespaced) {
      errors.push_back(FieldError::Invalid(field + ".nonResourceURLs", urls,
                                           "namespaced rules cannot apply to non-resource URLs"));
    }
    if (!Member(rule, "apiGroups").empty() || !Member(rule, "resources").empty()) {
      errors.push_back(FieldError::Invalid(
          field + ".nonResourceURLs", urls,
          "rules cannot apply to both regular resources and non-resource URLs"));
    }
    return;
  }
  if (Member(rule, "apiGroups").empty()) {
    errors.push_back(FieldError::Required(field + ".apiGroups",
                                          "resource rules must supply at least one api group"));
  }
  if (Member(rule, "resources").empty()) {
    errors.push_back(FieldError::Required(field + ".resources",
                                          "resource rules must supply at least one resource"));
  }
}

void CheckRules(const Json& object, bool namespaced, FieldErrors& errors) {
  const Json& rules = Member(object, "rules");
  for (size_t i = 0; i < rules.size(); ++i) {
    CheckRule(rules[i], fmt::format("rules[{}]", i), namespaced, errors);
  }
  for (size_t i = 0; i < rules.size(); ++i) {
    CheckRequired(rules[i], fmt::format("rules[{}]", i), "verbs", errors);
  }
}

void ValidateRole(const Json& object, const Json&, FieldErrors& errors) {
  CheckRules(object, true, errors);
}
void ValidateClusterRole(const Json& object, const Json&, FieldErrors& errors) {
  CheckRules(object, false, errors);
}

void CheckBinding(const Json& object, const Json& before, const Texts& kinds, FieldErrors& errors) {
  const Json& role = Member(object, "roleRef");
  CheckOneOf(role, "roleRef", "apiGroup", {"rbac.authorization.k8s.io"}, errors);
  if (Member(role, "kind").is_null()) {
    errors.push_back(FieldError::NotSupported("roleRef.kind", "", kinds));
  } else {
    CheckOneOf(role, "roleRef", "kind", kinds, errors);
  }
  const Json& subjects = Member(object, "subjects");
  for (size_t i = 0; i < subjects.size(); ++i) {
    const std::string field = fmt::format("subjects[{}]", i);
    const Json& subject = subjects[i];
    CheckOneOf(subject, field, "kind", {"ServiceAccount", "User", "Group"}, errors);
    CheckRequired(subject, field, "name", errors);
    if (TextAt(subject, {"kind"}) == "ServiceAccount") {
      CheckRequired(subject, field, "namespace", errors);
    }
  }
  CheckRequired(role, "roleRef", "name", errors);
  if (!before.is_null()) CheckSame(role, Member(before, "roleRef"), "roleRef", errors);
}

void ValidateRoleBinding(const Json& object, const Json& before, FieldErrors& errors) {
  CheckBinding(object, before, {"Role", "ClusterRole"}, errors);
}
void ValidateClusterRoleBinding(const Json& object, const Json& before, FieldErrors& errors) {
  CheckBinding(object, before, {"ClusterRole"}, errors);
}

void ValidateLease(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  if (const Json& duration = Member(spec, "leaseDurationSeconds");
      duration.is_number() && duration <= 0) {
    errors.push_back(
        FieldError::Invalid("spec.leaseDurationSeconds", duration, "must be greater than 0"));
  }
  CheckNotNegative(spec, "spec", "leaseTransitions", errors);
}

void ValidateBudget(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  if (!Member(spec, "minAvailable").is_null() && !Member(spec, "maxUnavailable").is_null()) {
    errors.push_back(
        FieldError::Invalid("spec", spec, "minAvailable and maxUnavailable cannot be both set"));
  }
  CheckLabelSelector(Member(spec, "selector"), "spec.selector", errors);
}

void ValidateIngress(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const Json& rules = Member(spec, "rules");
  if (rules.empty() && Member(spec, "defaultBackend").is_null()) {
    errors.push_back(FieldError::Invalid("spec", nullptr,
                                         "either `defaultBackend` or `rules` must be specified"));
  }
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string field = fmt::format("spec.rules[{}]", i);
    const std::string host(TextAt(rules[i], {"host"}));
    const std::string plain = host.starts_with("*.") ? host.substr(2) : host;
    if (const std::string error = host.empty() ? "" : Dns1123SubdomainError(plain);
        !error.empty()) {
      errors.push_back(FieldError::Invalid(field + ".host", host, error));
    }
    const Json& paths = At(rules[i], {"http", "paths"});
    for (size_t j = 0; j < paths.size(); ++j) {
      const std::string at = fmt::format("{}.http.paths[{}]", field, j);
      if (Member(paths[j], "pathType").is_null()) {
        errors.push_back(FieldError::Required(at + ".pathType", "pathType must be specified"));
      } else {
        CheckOneOf(paths[j], at, "pathType", {"Exact", "ImplementationSpecific", "Prefix"}, errors);
      }
    }
  }
}

void ValidateAutoscaler(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const Json& target = Member(spec, "scaleTargetRef");
  CheckRequired(target, "spec.scaleTargetRef", "kind", errors);
  CheckRequired(target, "spec.scaleTargetRef", "name", errors);
  const Json& most = Member(spec, "maxReplicas");
  const Json& least = Member(spec, "minReplicas");
  if (most.is_null()) {
    errors.push_back(FieldError::Required("spec.maxReplicas"));
  } else if (most.is_number() && most < 1) {
    errors.push_back(FieldError::Invalid("spec.maxReplicas", most, "must be greater than 0"));
  } else if (least.is_number() && most < least) {
    errors.push_back(FieldError::Invalid("spec.maxReplicas", most,
                                         "must be greater than or equal to `minReplicas`"));
  }
}

void ValidateStorageClass(const Json& object, const Json&, FieldErrors& errors) {
  if (const Json& policy = Member(object, "reclaimPolicy");
      !policy.is_null() && policy != "Delete" && policy != "Retain") {
    errors.push_back(FieldError::NotSupported("reclaimPolicy", policy, {"Delete", "Retain"}));
  }
  if (TextAt(object, {"provisioner"}).empty()) {
    errors.push_back(FieldError::Required("provisioner"));
  }
}

void ValidateClaim(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  if (Member(spec, "accessModes").empty()) {
    errors.push_back(
        FieldError::Required("spec.accessModes", "at least 1 access mode is required"));
  }
  if (At(spec, {"resources", "requests", "storage"}).is_null()) {
    errors.push_back(FieldError::Required("spec.resources[storage]"));
  }
}

void ValidateEvent(const Json& object, const Json&, FieldErrors& errors) {
  const Json& ns = At(object, {"involvedObject", "namespace"});
  const std::string_view own = TextAt(object, {"metadata", "namespace"});
  if (!TextOf(ns).empty() && TextOf(ns) != own) {
    errors.push_back(
        FieldError::Invalid("involvedObject.namespace", ns, "does not match event.namespace"));
  }
}

void ValidateEndpointSlice(const Json& object, const Json&, FieldErrors& errors) {
  const Json& type = Member(object, "addressType");
  if (type.is_null()) {
    errors.push_back(FieldError::Required("addressType"));
  } else if (type != "FQDN" && type != "IPv4" && type != "IPv6") {
    errors.push_back(FieldError::NotSupported("addressType", type, {"FQDN", "IPv4", "IPv6"}));
  }
  const Json& endpoints = Member(object, "endpoints");
  for (size_t i = 0; i < endpoints.size(); ++i) {
    CheckRequired(endpoints[i], fmt::format("endpoints[{}]", i), "addresses", errors);
  }
}

}  // namespace

const ValidateRow kGroupValidation[] = {
    {"clusterrolebindings.rbac.authorization.k8s.io", ValidateClusterRoleBinding},
    {"clusterroles.rbac.authorization.k8s.io", ValidateClusterRole},
    {"configmaps", ValidateConfigMap},
    {"endpointslices.discovery.k8s.io", ValidateEndpointSlice},
    {"events", ValidateEvent},
    {"horizontalpodautoscalers.autoscaling", ValidateAutoscaler},
    {"ingresses.networking.k8s.io", ValidateIngress},
    {"leases.coordination.k8s.io", ValidateLease},
    {"persistentvolumeclaims", ValidateClaim},
    {"poddisruptionbudgets.policy", ValidateBudget},
    {"rolebindings.rbac.authorization.k8s.io", ValidateRoleBinding},
    {"roles.rbac.authorization.k8s.io", ValidateRole},
    {"secrets", ValidateSecret},
    {"services", ValidateService},
    {"storageclasses.storage.k8s.io", ValidateStorageClass},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
